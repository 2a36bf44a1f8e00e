"""Discipline: suspensions, fines, ejections, reprimands, tirades."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit

_KINDS = {
    "thrown out": "ejected",
    "tossed": "ejected",
    "ejects": "ejected",
    "ejection": "ejected",
    "suspension": "suspended",
    "banned": "suspended",
    "suspends": "suspended",
    "fines": "fined",
    "reprimanded": "reprimand",
    "on-field tirade": "tirade",
}


def read_discipline(piece: Piece, clause: Clause) -> None:
    """Keep suspensions, fines, ejections, reprimands and tirades."""
    for unit in clause.find("suspend", "reprimand"):
        found = args.patient(piece, clause, unit) if unit.low.endswith("ed") or unit.low == "thrown out" else None
        earlier = [one for part in (clause.previous, clause) if part for one in part.find("suspend")]
        joined = any(clause.passive(one) or (clause.previous and clause.previous.passive(one)) for one in earlier)
        done = unit.low.endswith("ed") and not clause.passive(unit) and not joined
        person = found[0] if found else None if done and clause.club is None else clause.subject
        if person is None or (unit.low == "tossed" and "game" not in {one.low for one in clause.units}):
            continue
        time = piece.when(clause, unit)
        seasons = list(time.seasons) or ([time.year] if time.year else [])
        kind = _KINDS.get(unit.low, unit.low)
        by, used = _by(piece, clause, unit)
        piece.add(
            clause, "discipline", {"kind": kind, "by": by, "seasons": seasons}, person, unit, (*used, *time.units)
        )


def _by(piece: Piece, clause: Clause, unit: Unit) -> tuple[str | None, tuple[Unit, ...]]:
    """By or from whom: a person, a league or a body of the game."""
    source = False
    for one in clause.units[unit.place - clause.first + 1 :]:
        if one.low in ("by", "from"):
            source = True
        elif source and one.kind == "person":
            return one.value.name, (one,)
        elif source and (one.kind in ("league",) or one.has("governing")):
            return one.text, (one,)
        elif source and one.kind == "club":
            return one.value.words, (one,)
        elif source and (name := _unknown_name(clause, one)):
            return name, (one,)
        elif source and one.low not in ("the", "commissioner", "then", "-") and not one.has("executive"):
            source = False
    person = clause.subject
    if clause.passive(unit) or not unit.low.endswith("ed") or args.object_of(piece, clause, unit) is None:
        acts = clause.club is not None and not clause.passive(unit) and unit.low.endswith("ed")
        return (clause.club.words if acts and clause.club is not None else None), ()
    if clause.club is not None:
        return clause.club.words, ()
    before = [one for one in clause.units if one.place < unit.place]
    league = next((one for one in before if one.kind == "league"), None)
    if league is None and any(one.low == "the league" for one in before):
        return (piece.league.text if piece.league is not None else None), ()
    if league is not None:
        return league.text, (league,)
    return (person.name, ()) if person is not None else (None, ())


def _unknown_name(clause: Clause, unit: Unit) -> str | None:
    """Ban Johnson, whom the vocabulary does not have: two words with capitals."""
    last = clause.after(unit)
    both = (unit, last) if last is not None else ()
    named = bool(both) and all(one.kind == "word" and one.text.istitle() and not one.classes for one in both)
    return f"{unit.text} {both[1].text}" if named else None
