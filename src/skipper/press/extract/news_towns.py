"""The town of the news: he resigned in tears in Kansas City, where his club was playing, and which was not his post."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.careers import ids_of
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import preposition
from skipper.press.extract.units import Entity, Unit

_ACTS = ("fire", "let_go", "resign", "retire", "part", "lose_post", "gone")


def leave_towns_out(piece: Piece, clauses: list[Clause]) -> None:
    """Take the places behind `in` of acts that end a post for towns, where he is known to have had another post then.

    He is known to by the piece, which has told his post of that year, or by the games of his seasons about it.
    """
    for clause in clauses:
        for verb in clause.find(*_ACTS)[:1]:
            for unit in _places(clause, verb):
                if clause.subject is not None and _was_elsewhere(piece, clause, verb, clause.subject, unit):
                    unit.kind, unit.value = "town", None


def _places(clause: Clause, verb: Unit) -> Iterator[Unit]:
    for unit in clause.kinds("club"):
        behind = unit.place > verb.place and preposition(clause.units, unit.place - clause.first) == "in"
        if behind and unit.value.form == "place" and unit.value.level is None:
            yield unit


def _was_elsewhere(piece: Piece, clause: Clause, verb: Unit, person: Entity, unit: Unit) -> bool:
    year = piece.when(clause, verb).year
    there = ids_of(unit.value)
    if year is None:
        return False
    [only] = person.people if len(person.people) == 1 else [None]
    terms = [term.club for term in only.terms if term.first - 1 <= year <= term.last + 1] if only else []
    if terms:
        return there.isdisjoint(terms)
    told = [one for one in piece.careers.tenures if one.person is person and one.covers(year)]
    return bool(told) and all(there.isdisjoint(ids_of(one.club)) for one in told)
