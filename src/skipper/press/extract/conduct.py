"""Contracts."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit


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
