"""A post: its role, its club or organization, its league and level."""

from __future__ import annotations

from typing import Any

from skipper.press.extract.arguments import ONE_TIME, introduces
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Unit
from skipper.press.hand_kept import present_major_leagues

_TERMS = frozenset(["year", "years", "season", "seasons", "stint", "tenure", "term", "time", "spell", "career"])
_MOVED = frozenset(
    ["reassigned", "transferred", "promoted", "elevated", "promotes", "elevates", "promote", "promoting"]
)
_BEFORE_A_ROLE = frozenset(
    ["the", "a", "an", "its", "their", "new", "organization", "club", "team", "as", "the organization"]
)
Named = tuple[str, ClubName, int | None]


def role_near(clause: Clause, verb: Unit) -> tuple[str | None, Unit | None]:
    """The role that goes with the verb, from the words after it first."""
    at = verb.place - clause.first
    comma = max((n for n, unit in enumerate(clause.units[:at]) if unit.text == ","), default=-1)
    for unit in [*clause.units[at + 1 :], *reversed(clause.units[comma + 1 : at])]:
        if unit.place > verb.place and unit.has("interim", "manager") and _is_anothers(clause, verb, unit):
            continue
        if unit.has("interim") and _is_promoted_from(clause, unit):
            continue
        if unit.has("interim"):
            return "interim manager", unit
        if unit.has("manager"):
            following = clause.after(unit)
            titled = following is not None and following.kind == "person" and unit.place < verb.place
            if not titled:
                return "manager", unit
        elif unit.has("manage") and unit.place > verb.place:
            return "manager", unit
        elif unit.has("other_role") and _is_given_as(clause, verb, unit):
            return unit.low, unit
        elif unit.has("coach") and not (
            (
                {"from", "staff", "been"} & {*clause.words_before(unit, 2), *clause.words_after(unit, 1)}
                and clause.before(unit) is not verb  # has been named pitching coach
                and clause.words_before(unit, 1) != ["as"]
            )
            or (unit.place < verb.place and _was_his(clause, unit))
            or _is_apposed(clause, unit)
            or _was_before(clause, unit)
            or _is_promoted_from(clause, unit)
            or _was_till_now(clause, verb, unit)
        ):
            return ("coach" if unit.low in ("coaching", "coaches") else unit.low.replace("-base", " base")), unit
    return None, None


def _is_anothers(clause: Clause, verb: Unit, unit: Unit) -> bool:
    """Takes the reins from X, the interim manager of the club: what X is, whom he follows."""
    name = clause.before(unit, 3) if clause.words_before(unit, 2) == [",", "the"] else None
    told = name is not None and name.kind == "person" and name.place > verb.place
    return told and name is not None and bool({"from", "for"} & set(clause.words_before(name, 2)))


def _is_promoted_from(clause: Clause, unit: Unit) -> bool:
    """Promoted bench coach X to interim manager, named interim manager X manager: what X was; what he is follows."""
    after = [one for one in clause.units if one.place > unit.place + 1]
    return introduces(clause, unit) and any(one.has("interim", "manager") for one in after)


def _was_till_now(clause: Clause, verb: Unit, unit: Unit) -> bool:
    """Named bench coach X to replace him, reassigned pitching coach X: what he was till then."""
    behind = {one.low for one in clause.units if one.place > unit.place}
    given = verb.low in _MOVED or bool(behind & {"replace", "succeed"})
    return given and introduces(clause, unit)


def _is_given_as(clause: Clause, verb: Unit, unit: Unit) -> bool:
    """As a scout, named the organization's infield coordinator; not the scout who signed him."""
    between = [one for one in clause.units if verb.place < one.place < unit.place]
    as_ = any(one.low == "as" for one in between)
    owned = all(one.kind in ("club", "punct") or one.low in _BEFORE_A_ROLE for one in between)
    return unit.place > verb.place and (as_ or (owned and verb.has("names")))


def _was_before(clause: Clause, unit: Unit) -> bool:
    """Took the job after two years as the Cubs' bench coach: what he was till then."""
    words = clause.words_before(unit, 7)
    as_ = max((n for n, word in enumerate(words) if word == "as"), default=0)
    return bool(as_) and words[as_ - 1] in _TERMS


def _is_apposed(clause: Clause, unit: Unit) -> bool:
    """X, their bullpen coach, …: what X is."""
    before, comma, name = clause.before(unit), clause.before(unit, 2), clause.before(unit, 3)
    if before is not None and before.text in ("'s", "'") and clause.before(unit, 4) is not None:
        owner = clause.before(unit, 2)
        comma, name = clause.before(unit, 3), clause.before(unit, 4)
        before = owner if owner is not None and owner.kind == "club" else before
    told = before is not None and (before.kind == "club" or before.low in ("their", "its", "the", "his"))
    return told and comma is not None and comma.text == "," and name is not None and name.kind == "person"


def _was_his(clause: Clause, unit: Unit) -> bool:
    """Coach X was hired; X, the club's former coach, was hired: not the role that he is hired for."""
    return introduces(clause, unit) or bool(ONE_TIME & set(clause.words_before(unit, 4)))


def level_near(clause: Clause, name: ClubName | None) -> str | None:
    """The level stated with the club, else in the clause."""
    if name is not None and name.level:
        return name.level
    if (
        name is not None
        and not name.as_organization
        and any(span.is_major for span in name.spans)
        and name.parent is None
        and name.form != "place"
    ):
        return None
    others = {unit.value.level for unit in clause.kinds("club") if unit.value is not name}
    stated = [unit.text for unit in clause.kinds("level") if unit.text not in others and not _of_another(clause, unit)]
    return stated[0] if stated and not (name is not None and name.parent) else None


def _of_another(clause: Clause, level: Unit) -> bool:
    """Baseball America's minor league manager of the year, a former big league catcher: of no club's level."""
    after = clause.after(level)
    return after is not None and after.has("manager_of_the_year", "position")


def place_fields(
    piece: Piece, clause: Clause, name: ClubName | None, season: int | None, organization: bool = False
) -> tuple[dict[str, Any], list[Named]]:
    """Club or organization, league and level of a post, with the names to be linked."""
    if name is None:
        return {}, []
    fields: dict[str, Any] = {}
    whole = organization or name.as_organization
    if whole:
        name = piece.organization_of(name, season)
    fields["organization" if whole else "club"] = piece.show(name, season)
    named: list[Named] = [("organization" if whole else "club", name, season)]
    if name.parent is not None:
        first = min(span.first for span in name.parent.spans)
        fields["organization"] = piece.show(name.parent, max(season, first) if season else None)
        named.append(("organization", name.parent, season))
    return fields, named


def league_of(clause: Clause, name: ClubName | None = None) -> str | None:
    """The league that stands behind the club (Stockton of the California League), else the first of the clause."""
    leagues, named = clause.kinds("league"), {unit.value.words for unit in clause.kinds("club")}
    if named and name is not None and name.words not in named:
        return None  # another club's
    for unit in clause.kinds("club") if len(leagues) > 1 else ():
        behind = clause.units[unit.place - clause.first + 1 :][:3]
        if unit.value is name and behind and behind[0].low in ("of", "in"):
            leagues = [one for one in behind if one.kind == "league"] or leagues
    return leagues[0].text if leagues else None


def _in_full(piece: Piece, league: str | None) -> str | None:
    """The Pacific Coast League for the PCL and the Coast League; any other name as the text writes it."""
    short = [one.name for one in piece.vocabulary.leagues if league in one.others]
    shortened = league is not None and (league.isupper() or any(name.endswith(league) for name in short))
    return short[0] if short and shortened else league


def scale(piece: Piece, clause: Clause, name: ClubName | None, season: int | None) -> dict[str, Any]:
    """League, level as stated and level as resolved."""
    stated = level_near(clause, name)
    major = name is not None and any(span.is_major for span in name.spans) and name.form != "place"
    league = None if major else league_of(clause, name)
    league = None if league in present_major_leagues() else _in_full(piece, league)
    resolved = piece.level(name, season, stated)
    if resolved is None and league is not None:
        resolved = piece.vocabulary.league_level(league, season)
    return {"league": league, "level_stated": stated, "level_resolved": resolved}
