"""Parts of a count of seasons that are told apart: 14 seasons in the majors, nine of them with the Mets."""

from __future__ import annotations

from dataclasses import dataclass

from skipper.press.extract import clubs
from skipper.press.extract.clauses import Clause
from skipper.press.extract.successes import SEASONS, counts_seasons
from skipper.press.extract.units import Unit

_OF_ALL = frozenset(["them", "those", "which", "these", "whom"])
_THERE = frozenset(["with", "for", "at", "in", "as"])
_UNCOUNTED = frozenset(["most", "mostly", "mainly", "chiefly", "among", "including", "notably", "many", "some"])


@dataclass(frozen=True)
class Share:
    """A number of the seasons counted before it, and the clubs with which they were."""

    number: Unit
    clubs: tuple[Unit, ...]


def shares(clause: Clause) -> list[tuple[Clause, Unit, Share]]:
    """Each share of a clause, with the count that it is a part of and the clause of that count."""
    whole = _whole(clause)
    if whole is None:
        return []
    numbers = [one for one in clause.kinds("number") if whole[0] is not clause or one.place > whole[1].place]
    found = ((number, _where(clause, number)) for number in numbers if number.value < whole[1].value)
    return [(*whole, Share(number, there)) for number, there in found if there]


def is_share(clause: Clause, unit: Unit) -> bool:
    """Whether a number is a part of a count told before it."""
    return any(share.number is unit for _, _, share in shares(clause))


def told_apart(clause: Clause, unit: Unit) -> int:
    """The place from which on a clause tells of a part of the seasons that it counts; its end where it tells of all."""
    parts = [share.number.place for _, _, share in shares(clause) if share.number.place > unit.place]
    vague = [one.place for one in clause.units if one.low in _UNCOUNTED and one.place > unit.place]
    return min([*parts, *vague, clause.sentence.units[-1].place])


def _whole(clause: Clause) -> tuple[Clause, Unit] | None:
    """The first count of seasons, of the clause or of the one before, where it only goes on to list parts."""
    for part in (clause, clause.previous):
        if part is None or (part is not clause and "including" not in {one.low for one in clause.units[:2]}):
            continue
        count = next((one for one in part.kinds("number") if counts_seasons(part, one)), None)
        if count is not None and (part is not clause or "including" not in {one.low for one in clause.units[:2]}):
            return part, count
    return None


def _where(clause: Clause, number: Unit) -> tuple[Unit, ...]:
    """Nine of them with the Mets, nine seasons with the Mets, nine for the Mets: the clubs; none where none is told."""
    units = clause.units[number.place - clause.first + 1 :]
    words = [one.low for one in units[:3]]
    skipped = (
        2 if words[:1] == ["of"] and words[1:2] and words[1] in _OF_ALL else int(words[:1] and words[0] in SEASONS)
    )
    rest = units[skipped:]
    if not rest or rest[0].low not in _THERE:
        return ()
    place = next((n for n, one in enumerate(rest[:3]) if one.kind == "club"), None)
    return tuple(clubs.group(rest, place)) if place is not None else ()
