"""Parts of a count of seasons that are told apart: 14 seasons in the majors, nine of them with the Mets."""

from __future__ import annotations

from dataclasses import dataclass

from skipper.press.extract import clubs
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.season_counts import SEASONS, counts_seasons
from skipper.press.extract.units import Unit

_OF_ALL = frozenset(["them", "those", "which", "these", "whom"])
_THERE = frozenset(["with", "for", "at", "in", "as"])
_OWN_VERBS = {"managing": "seasons_managed", "piloting": "seasons_managed", "playing": "seasons_played"}
_UNCOUNTED = frozenset(["most", "mostly", "mainly", "chiefly", "among", "including", "notably", "many", "some"])


@dataclass(frozen=True)
class Share:
    """A number of the seasons counted before it, and the clubs with which they were.

    `what` is what they are seasons of, where their own words say so: nine of them managing Pawtucket; else null.
    """

    number: Unit
    clubs: tuple[Unit, ...]
    what: str | None = None


def shares(clause: Clause) -> list[tuple[Clause, Unit, Share]]:
    """Each share of a clause, with the count that it is a part of and the clause of that count."""
    whole = _whole(clause)
    if whole is None:
        return []
    numbers = [
        one for one in clause.kinds("number") if one.value < whole[1].value and _is_only_of(whole[1], one, clause)
    ]
    return [
        (*whole, Share(number, there, _what(clause, number))) for number in numbers if (there := _where(clause, number))
    ]


def is_share(clause: Clause, unit: Unit) -> bool:
    """Whether a number is a part of a count told before it."""
    return any(share.number is unit for _, _, share in shares(clause))


def told_apart(clause: Clause, unit: Unit) -> int:
    """The place from which on a clause tells of a part of the seasons that it counts; its end where it tells of all."""
    parts = [share.number.place for _, _, share in shares(clause) if share.number.place > unit.place]
    vague = [one.place for one in clause.units if one.low in _UNCOUNTED and one.place > unit.place]
    return min([*parts, *vague, clause.sentence.units[-1].place])


def _whole(clause: Clause) -> tuple[Clause, Unit] | None:
    """The first count of seasons in the clause; in the one before, where it only goes on to list parts."""
    goes_on = "including" in {one.low for one in clause.units[:2]}
    part = clause.previous if goes_on else clause
    count = next((one for one in part.kinds("number") if counts_seasons(part, one)), None) if part is not None else None
    return (part, count) if part is not None and count is not None else None


def _is_only_of(whole: Unit, number: Unit, clause: Clause) -> bool:
    """Whether nothing else is told between the two; not `managed 25 seasons and won three, two of them with X`."""
    between = clause.sentence.units[whole.place + 1 : number.place]
    other = any(is_finite(one) or one.has("win", "lead", "manage", "pennant", "world_series") for one in between)
    return bool(between) and not other


def _what(clause: Clause, number: Unit) -> str | None:
    verb = next((one.low for one in clause.units[number.place - clause.first + 1 :][:4] if one.low in _OWN_VERBS), None)
    return _OWN_VERBS[verb] if verb is not None else None


def _where(clause: Clause, number: Unit) -> tuple[Unit, ...]:
    """Nine of them with the Mets, nine seasons with the Mets, nine for the Mets: the clubs; none where none is told."""
    rest = clause.units[number.place - clause.first + 1 :]
    words = [one.low for one in rest[:2]]
    if len(words) == 2 and words[0] == "of" and words[1] in _OF_ALL:
        rest = rest[2:]
    elif words and words[0] in SEASONS:
        rest = rest[1:]
    if not rest or rest[0].low not in (*_THERE, *_OWN_VERBS):
        return ()
    place = next((n for n, one in enumerate(rest[:3]) if one.kind == "club"), None)
    return tuple(clubs.group(rest, place)) if place is not None else ()
