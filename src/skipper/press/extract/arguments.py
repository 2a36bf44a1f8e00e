"""What goes with a verb: whom it is done to, at which club, in which role, at which level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from skipper.press.extract import clubs
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit

_AGAINST = frozenset(
    ["against", "over", "versus", "vs", "replacing", "beat", "beating", "defeated", "downed", "edged", "swept"]
)
_ONE_TIME = frozenset(["former", "one-time", "onetime", "ex", "ex-", "longtime", "old"])
_NEAR = 5
Named = tuple[str, ClubName, int | None]


def object_of(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, Unit] | None:
    """The person named just after the verb, whom it is done to."""
    after = clause.units[verb.place - clause.first + 1 :][:_NEAR]
    for place, unit in enumerate(after):
        if unit.kind == "person" or (unit.kind == "pronoun" and unit.low in ("him", "her")):
            whom = clause_object(piece, clause, unit)
            return (whom, unit) if whom is not None else None
        soft = unit.kind in ("ordinal", "level", "club") or unit.has(
            "manager", "interim", "executive", "coach", "epithet"
        )
        if not (
            soft or unit.low in ("the", "both", "a", "former", "their", "its", "longtime", "veteran", "-", ",")
        ) or (place == 0 and unit.text == ","):
            return None
    return None


def clause_object(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """Whom a unit in the object's place means."""
    if unit.kind == "person":
        return unit.value
    for other in (piece.subject, piece.names.topic):
        if other is not None and other is not clause.subject:
            return other
    return piece.names.topic


def patient(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, tuple[Unit, ...]] | None:
    """Whom the verb is done to: the subject of a passive or a headline, else the object."""
    if clause.passive(verb):
        return (clause.subject, _unit_of(clause, clause.subject)) if clause.subject else None
    found = object_of(piece, clause, verb)
    if found is not None:
        return found[0], (found[1],)
    by = clause.words_after(verb, 4)
    near = _just_before(clause, verb)
    if near is not None and ("by" in by or verb.low.endswith("ed")):
        return near.value, (near,)
    if clause.subject is not None and clause.club is None and ("by" in by or _headline(clause, verb)):
        return clause.subject, _unit_of(clause, clause.subject)
    return None


def _headline(clause: Clause, verb: Unit) -> bool:
    """Smith named manager of …: the role follows the verb at once."""
    after = clause.after(verb)
    return after is not None and (after.has("manager", "interim", "coach") or after.low in ("as", "to"))


def _just_before(clause: Clause, verb: Unit) -> Unit | None:
    """Davey Lopes, axed by Milwaukee: the name before the participle."""
    before = clause.before(verb)
    if before is not None and before.text == ",":
        before = clause.before(verb, 2)
    by = "by" in clause.words_after(verb, 5)
    return before if before is not None and before.kind == "person" and by else None


def _unit_of(clause: Clause, person: Entity | None) -> tuple[Unit, ...]:
    return tuple(unit for unit in clause.units if unit.kind == "person" and unit.value is person)[:1]


def clubs_near(piece: Piece, clause: Clause, verb: Unit) -> list[Unit]:
    """The list of clubs that goes with the verb: what follows it first, else the clause's subject."""
    units = clause.units
    named = [n for n, unit in enumerate(units) if unit.kind == "club" and _belongs(clause, unit)]
    at = verb.place - clause.first
    after = [n for n in named if n > at]
    before = [n for n in named if n < at]
    if after:
        first = units[after[0]]
        better = [n for n in after if units[n].value.parent is first.value]
        return clubs.group(units, better[0] if better else after[0])
    if before:
        return clubs.group(units, before[0] if units[before[0]].value is clause.club else before[-1])
    return []


def _belongs(clause: Clause, unit: Unit) -> bool:
    before = clause.words_before(unit, 2)
    after = clause.after(unit)
    titled = after is not None and (after.has("executive") or _introduces(clause, after))
    owned = clause.after(unit, 2)
    titled = titled or (
        after is not None
        and after.text in ("'", "'s")
        and owned is not None
        and owned.has("coach")
        and clause.first < unit.place
        and (before[-2:-1] == [","] or before[-1:] == [","])
    )
    one_time = after is not None and after.has("epithet") and bool(_ONE_TIME & set(before))
    origin = one_time or (before[-1:] == ["of"] and any(one.low == "native" for one in clause.units))
    dateline = unit.text.isupper() and len(unit.text) > 4 and not any(c.isdigit() for c in unit.text)
    return not (_AGAINST & set(before)) and not titled and not dateline and not origin


def the_organization(piece: Piece, clause: Clause) -> ClubName | None:
    """The last club spoken of, as an organization, where this clause or the one before says `the organization`."""
    for one in (clause, clause.previous, clause.previous.previous if clause.previous else None):
        if one is not None and any(unit.low in ("the organization", "the franchise") for unit in one.units):
            inside = [unit.value for unit in one.units if unit.kind == "club" and not unit.text.isupper()]
            last = inside[0] if inside else piece.club
            return replace(last, as_organization=True, parent=None) if last is not None else None
        if one is not None and one.kinds("club"):
            return None
    return None


def _introduces(clause: Clause, title: Unit) -> bool:
    """Houston bench coach X: the title, and the club before it, only introduce X."""
    following = clause.after(title)
    return title.has("manager", "coach", "interim") and following is not None and following.kind == "person"


def titled_club(clause: Clause, person: Entity) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """Yankees manager X was fired: the Yankees."""
    for unit in clause.kinds("club"):
        title, name = clause.after(unit), clause.after(unit, 2)
        if title is not None and title.has("manager", "interim") and name is not None and name.value is person:
            return unit.value, (unit,)
    return None


def is_a_post(clause: Clause, unit: Unit) -> bool:
    """Whether a club of a clause can be somebody's post there, rather than an opponent or another's."""
    return _belongs(clause, unit)


def one_club(
    piece: Piece, clause: Clause, verb: Unit, person: Entity | None = None
) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """The club that goes with the verb; where none is named, `the club` is the last one, else the person's own."""
    near = clubs_near(piece, clause, verb)
    after = [unit for unit in clause.units if unit.place > verb.place and unit.low == "the organization"]
    if after and near and near[0].place < after[0].place:
        return replace(near[0].value, as_organization=True), ()
    if near:
        return near[0].value, (near[0],)
    whole = the_organization(piece, clause)
    if whole is not None:
        return whole, ()
    if clause.club is not None:
        return clause.club, ()
    if any(
        unit.low in ("the club", "the team", "the organization", "the franchise", "them", "their")
        for unit in clause.units
    ):
        if person is not None and person.name in piece.post and not clause.find("draft", "play"):
            return piece.post[person.name], ()
        return (piece.club, ()) if piece.club is not None else None
    return None


def role_near(clause: Clause, verb: Unit) -> tuple[str | None, Unit | None]:
    """The role that goes with the verb, from the words after it first."""
    at = verb.place - clause.first
    for unit in [*clause.units[at + 1 :], *reversed(clause.units[:at])]:
        if unit.has("interim"):
            return "interim manager", unit
        if unit.has("manager"):
            following = clause.after(unit)
            titled = following is not None and following.kind == "person" and unit.place < verb.place
            if not titled:
                return "manager", unit
        elif unit.has("manage") and unit.place > verb.place:
            return "manager", unit
        elif unit.has("coach") and not (unit.place < verb.place and _was_his(clause, unit)):
            return ("coach" if unit.low in ("coaching", "coaches") else unit.low.replace("-base", " base")), unit
    return None, None


def _was_his(clause: Clause, unit: Unit) -> bool:
    """Coach X was hired; X, the club's former coach, was hired: not the role that he is hired for."""
    return _introduces(clause, unit) or bool(_ONE_TIME & set(clause.words_before(unit, 4)))


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
    stated = list(clause.kinds("level"))
    return stated[0].text if stated and not (name is not None and name.parent) else None


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
        fields["organization"] = piece.show(name.parent, season)
        named.append(("organization", name.parent, season))
    return fields, named


def league_of(clause: Clause) -> str | None:
    """The league named in the clause, as the text writes it."""
    leagues = clause.kinds("league")
    return leagues[0].text if leagues else None


def scale(piece: Piece, clause: Clause, name: ClubName | None, season: int | None) -> dict[str, Any]:
    """League, level as stated and level as resolved."""
    stated = level_near(clause, name)
    major = name is not None and any(span.is_major for span in name.spans) and name.form != "place"
    league = None if major else league_of(clause)
    resolved = piece.level(name, season, stated)
    if resolved is None and league is not None:
        resolved = piece.vocabulary.league_level(league, season)
    return {"league": league, "level_stated": stated, "level_resolved": resolved}


def remember(piece: Piece, person: Entity, name: ClubName, since: int | None = None, hired: bool = False) -> None:
    """This is now the person's post, since a year where that is told; `hired` where the text says how he got it."""
    piece.post.pop(person.name, None)
    if not any(span.is_major for span in name.spans):
        name = replace(name, season=name.season or since)  # a minor club's nickname is another's in other years
    piece.post[person.name] = replace(name, level=None) if name.as_organization else name
    (piece.hired.add if hired else piece.hired.discard)(person.name)
    piece.since.pop(person.name, None)
    if since is not None:
        piece.since[person.name] = since
