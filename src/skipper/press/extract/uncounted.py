"""What a verb of managing tells that no stint has: five times; the first man to play for, coach and manage them."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Unit
from skipper.press.extract.when import whens

_TWICE = frozenset(["twice", "thrice"])
_OCCASIONS = frozenset(["times", "occasions", "stints", "tours", "terms"])


def is_one_of_several(clause: Clause, verb: Unit) -> bool:
    """The first person to play for, coach and manage them: which is told of no time, and of whom elsewhere."""
    before = clause.units[max(0, verb.place - clause.first - 7) : verb.place - clause.first]
    to = max((n for n, one in enumerate(before) if one.low == "to"), default=-1)
    return verb.low == "manage" and to >= 0 and not any(map(is_finite, before[to + 2 :])) and before[-1].low == "and"


def several_times(piece: Piece, clause: Clause, verb: Unit, near: list[Unit]) -> bool:
    """Managed the Yankees five times, twice managed them: a count, which no claim of a stint has, and without which
    the claim would tell less than the words. Not where each time is dated.
    """
    if len(whens(clause, piece.report.date, piece.season)) > 1:
        return False
    behind = [clause.units[one.place - clause.first + 1 :][:4] for one in (verb, *near[-1:])]
    beside = [*clause.words_before(verb, 1), *(after[0].low for after in behind if after)]
    return not _TWICE.isdisjoint(beside) or any(map(_opens_with_a_count, behind))


def _opens_with_a_count(units: list[Unit]) -> bool:
    """Five times, on three separate occasions."""
    number = next((n for n, one in enumerate(units[:2]) if one.kind == "number" and one.value > 1), None)
    return number is not None and any(one.low in _OCCASIONS for one in units[number + 1 : number + 3])
