"""Contracts and discipline."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
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


def read_contracts(piece: Piece, clause: Clause) -> None:
    """Keep the contracts of a clause: extended, signed, in the last year."""
    if clause.find("contract") and _years_left(piece, clause):
        return
    last = clause.find("last_year")
    extended = clause.find("extend")
    signed = clause.find("sign", "accept")
    if last and (clause.subject or clause.owner):
        _keep(piece, clause, last[0], "last_year", clause.subject or clause.owner)
    elif extended and (extended[0].low in ("extension", "contract extension") or clause.find("contract")):
        _keep(piece, clause, extended[0], "extended", _party(piece, clause, extended[0]))
    elif signed and (clause.find("contract") or _through(clause, piece)):
        whom = _party(piece, clause, signed[0])
        if clause.find("manager", "manage") or (whom is not None and piece.careers.post(whom) is not None):
            _keep(piece, clause, signed[0], "signed", whom)
    elif clause.find("contract") and (clause.subject or clause.owner):
        _under_contract(piece, clause)


def _through(clause: Clause, piece: Piece) -> bool:
    """Is signed through next year."""
    signed = [unit for unit in clause.find("sign") if unit.low == "signed" and clause.passive(unit)]
    return bool(signed) and "through" in clause.words_after(signed[0], 1)


def _years_left(piece: Piece, clause: Clause) -> bool:
    """Keep `one year left on his contract`, his last, and `three years remaining`."""
    unit, person = clause.find("contract")[0], clause.subject or clause.owner
    if person is None or piece.careers.post(person) is None:
        return False
    for number in clause.kinds("number"):
        words = clause.words_after(number, 12)
        if words[:1] and words[0] in ("year", "years", "season", "seasons") and {"left", "remaining"} & set(words[1:]):
            _keep(piece, clause, unit, "last_year" if number.value == 1 else f"{number.value} years left", person)
            return True
    return False


def _under_contract(piece: Piece, clause: Clause) -> None:
    """Under contract through 2015."""
    unit, person = clause.find("contract")[0], clause.subject or clause.owner
    if piece.careers.post(person) is None:
        return
    if "under" in clause.words_before(unit, 1) and piece.when(clause, unit).last is not None:
        _keep(piece, clause, unit, "signed", person)


def _party(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """X signed an extension; the club extended X, X's contract, gave X an extension."""
    for hand in (verb, *clause.find("hand", "sign")):
        found = args.object_of(piece, clause, hand)
        if found is not None:
            return found[0]
    return clause.subject or clause.owner


def _keep(piece: Piece, clause: Clause, unit: Unit, state: str, person: Entity | None) -> None:
    if person is None:
        return
    time = piece.when(clause, unit)
    through = bool(time.units) and time.units[0] in clause.units and "through" in clause.words_before(time.units[0], 1)
    seasons = [time.last] if time.last and not time.first else list(time.seasons) if through else []
    found = args.one_club(piece, clause, unit, person)
    fields, named = posts.place_fields(piece, clause, found[0] if found else None, time.year)
    own = piece.careers.post(person, time.year)
    if not fields and own is not None:
        fields, named = posts.place_fields(piece, clause, own, time.year)
    fields.pop("organization", None) if "club" in fields else None
    piece.add(clause, "contract", {**fields, "state": state, "seasons": seasons}, person, unit, time.units, named[:1])


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
