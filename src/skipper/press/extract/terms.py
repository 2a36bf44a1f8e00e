"""Posts told by how long a man has had them: in his third season with Toledo, back for his 12th as manager."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract.arguments import introduces
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

_TERMS = frozenset(["season", "year", "summer", "campaign"])
_NOW = frozenset(["is", "'s", "are", "returns", "enters"])
_LEADS = frozenset(["leads", "manages", "guides", "runs", "pilots", "skippers", "heads"])
_AGAIN = frozenset(["second", "2nd"])
_NEAR = 8  # units behind the count within which the club stands
# Behind the season for which he leads a club; not: for a second season in home runs, with 30 homers.
_BEHIND_A_TERM = frozenset(["after", "following", "as", "since"])
_PLACES = ("year", "league", "town", "club")
_AS = 6  # units from `as` to `manager`
_OTHER_TRADES = ("coach", "play", "draft", "executive", "debut", "pitcher_word", "bat")


def read_terms(piece: Piece, clause: Clause) -> None:
    """Keep `is in his third season with Toledo` as a stint, and since when the post is his."""
    for unit in clause.kinds("ordinal"):
        led = _led(clause, unit)
        whom, club = clause.subject, led or _club(clause, unit)
        if whom is None or club is None or clause.denied(unit) or not _is_of_a_manager(piece, clause, unit, whom):
            continue
        if club.value.as_organization and not clause.find("manager", "manage"):
            continue  # his 12th season in the system, in which he may have been anything
        today = piece.report.date.year if piece.report.date is not None else None
        season = piece.staffs or (today if led is not None else None)
        name = _of_the_system(clause, club.value)
        keep_stint(piece, clause, unit, whom, "manager", name, (club,), counted_back(clause, unit, season))
        now = piece.staffs or today
        if now is not None:
            piece.careers.remember(whom, club.value, now - unit.value + 1)


def counted_back(clause: Clause, unit: Unit | None, season: int | None) -> When:
    """Back for a second season: this one and the last; of a third or later one the words do not tell all."""
    if season is None:
        return NEVER
    again = unit is not None and unit.low in _AGAIN and clause.words_before(unit, 1) == ["a"]
    return When((), (season - 1, season) if again else (season,), whole=True)


def _club(clause: Clause, unit: Unit) -> Unit | None:
    """The club of `in his Nth season` that is so today; null where the words say something else."""
    after = clause.after(unit)
    term = after is not None and after.low in _TERMS
    before = clause.words_before(unit, 2)
    counted = before[-1:] in (["his"], ["her"], ["a"]) and (before[:1] in (["in"], ["for"]) or _NOW & set(before[:1]))
    if not term or after is None or not counted:
        return None
    now = [one for one in clause.units[: unit.place - clause.first] if one.low in _NOW]
    behind = clubs_behind(clause, after, "with", "at", "of", "in", "for", "as")
    if now and now[-1].low == "returns" and not behind:
        behind = [one for one in clubs_behind(clause, now[-1], "to") if one.place < unit.place]
    return behind[0] if now and behind and behind[0].place <= unit.place + _NEAR else None


def _led(clause: Clause, unit: Unit) -> Unit | None:
    """The club of `leads Northwest Arkansas for a second season`."""
    verb = next((one for one in clause.units if one.low in _LEADS), None)
    after = clause.after(unit)
    term = clause.after(unit, 2) if after is not None and after.low in ("straight", "consecutive") else after
    if verb is None or term is None or term.low not in _TERMS or not _ends(clause, term):
        return None
    near = [one for one in clubs_behind(clause, verb, "") if one.place < unit.place]
    between = [one.low for one in clause.units if near and near[0].place < one.place < unit.place]
    return near[0] if between in (["for", "a"], ["for", "his"], ["for", "her"]) else None


def _ends(clause: Clause, term: Unit) -> bool:
    """Whether nothing behind the season says in what else he leads: in homers, with 30 of them."""
    behind = clause.units[term.place - clause.first + 1 :]
    if not behind or behind[0].kind in ("punct", "year") or behind[0].low in _BEHIND_A_TERM:
        return True
    then = next((one for one in behind[1:] if one.low != "the"), None)
    in_a_row = [one.low for one in behind[:3]] == ["in", "a", "row"]
    return in_a_row or (behind[0].low == "in" and then is not None and then.kind in _PLACES)


def _of_the_system(clause: Clause, name: ClubName) -> ClubName:
    """His 12th season at Omaha and his 18th in the Royals organization: whose farm club it is."""
    owners = [one.value for one in clause.kinds("club") if one.value.as_organization and one.value is not name]
    minor = name.parent is None and not all(span.is_major for span in name.spans)
    return replace(name, parent=owners[0]) if owners and minor and not name.as_organization else name


def _is_of_a_manager(piece: Piece, clause: Clause, unit: Unit, whom: Entity) -> bool:
    """Of one called a manager somewhere, or known as one; not of a coach, a player, an usher or an owner."""
    behind = clause.units[unit.place - clause.first :]
    if whom.executive or any(one.has(*_OTHER_TRADES) for one in behind) or _as_another(behind) or _is_titled(clause):
        return False
    if clause.find("manager", "manage") or piece.careers.last(whom) is not None or whom in piece.skippers:
        return True
    piece.wanting = True
    return piece.foretold.last(whom) is not None or is_known(piece, whom)


def _is_titled(clause: Clause) -> bool:
    """Pitching coach X returns for his eighth season with the Tigers: a coach, by his title."""
    return any(introduces(clause, one) for one in clause.find("coach"))


def _as_another(behind: list[Unit]) -> bool:
    """In his third season with Iowa as usher: what he is there is said, and is no manager."""
    place = next((n for n, one in enumerate(behind) if one.low == "as"), None)
    return place is not None and not any(one.has("manager") for one in behind[place + 1 :][:_AS])


def is_known(piece: Piece, whom: Entity) -> bool:
    """Whether the vocabulary knows him as a manager, and not as a player of that season."""
    year = piece.report.date.year if piece.report.date is not None else None
    return any(
        man.managed and not (man.played and year is not None and man.played[0] <= year <= man.played[1])
        for man in whom.people
    )
