"""Counts of seasons: nine seasons, the last seven years, an 11-year career; and of how many they are."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.units import Unit

SEASONS = frozenset(["seasons", "years", "summers", "winters", "campaigns"])
_ALL_OF_THEM = frozenset(["-", "more", "full", "big-league", "consecutive", "straight", "successive"])
_NEAR = 9  # units from a count to that of the seasons which it is of
_OF_A_CAREER = frozenset(["playing", "pro", "professional", "big-league", "major-league", "minor-league", "baseball"])
_NOT_QUITE = frozenset(["almost", "nearly", "about", "roughly", "around", "approximately"])
_NO_COUNT = frozenset(["earlier", "later", "ago", "old", "after", "before", "off"])


def counts_seasons(clause: Clause, unit: Unit) -> bool:
    """Nine seasons, the last seven years, the last five as manager; not `three years earlier`, `56 years old`."""
    words = clause.words_after(unit, 4)
    if not _NOT_QUITE.isdisjoint(clause.words_before(unit, 1)):
        return False
    if words[1:2] == ["and"] and words[3:4] in (["games"], ["game"], ["days"]):
        return False  # two years and 39 games
    ordered = any(one.place < unit.place for one in clause.kinds("ordinal")) and bool(clause.find("manager"))
    if ordered and clause.words_before(unit, 1) == ["in"]:
        return False  # the third manager in five years
    level = clause.after(unit)
    full = words[:1] and (words[0] in _ALL_OF_THEM or (level is not None and level.kind == "level"))
    if (words[:1] and words[0] in SEASONS) or (words[1:2] and words[1] in SEASONS and full):
        behind = {one.low for one in clause.sentence.units[unit.place + 2 : unit.place + 4]}
        return not _NO_COUNT & {*words[1:3], *behind} and unit.value <= 60
    if words[:2] in (["-", "year"], ["-", "season"]):
        return _is_of_a_career(clause, unit)
    return words[:2] == ["as", "manager"] and clause.words_before(unit, 1)[:1] == ["last"]


def _is_of_a_career(clause: Clause, unit: Unit) -> bool:
    """An 11-year career, a 14-year playing career, a 10-year major league career as a catcher."""
    behind = clause.units[unit.place - clause.first + 3 :][:3]
    end = next((n for n, one in enumerate(behind) if one.low.split()[-1] == "career"), None)
    return end is not None and all(one.kind == "level" or one.low in _OF_A_CAREER for one in behind[:end])


def of_seasons(clause: Clause, count: Unit) -> int | None:
    """Twice in seven years, six of his eight seasons, nine seasons out of 10: of so many."""
    behind = [one for one in clause.kinds("number") if count.place < one.place <= count.place + _NEAR]
    told = (one for one in behind if counts_seasons(clause, one) or clause.words_before(one, 2) == ["out", "of"])
    return next((one.value for one in told), None)
