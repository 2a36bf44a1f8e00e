"""Of how many seasons a won-lost record is: by its own words, or by those before it that tell how long he managed."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.figures import MOST_OF_A_SEASON, Figures
from skipper.press.extract.units import Entity, Unit

NEAR_A_COUNT = 6  # units from a record to the count of its seasons
_AWAY = frozenset(["after", "before", "later", "ago", "earlier", "removed", "since"])
# Not `and had 2,008 wins`, which can be of his whole life.
_ACHIEVED = frozenset(["compiled", "posted", "went", "won", "amassed", "recorded"])
_COUNTED = tuple([word] for word in ("seasons", "years", "summers", "with", "for", "at", "in", "as"))


def over_seasons(clause: Clause, person: Entity, told: Figures) -> int | None:
    """Managed six clubs over 21 seasons and won 1,571 games; managed 14 seasons, going 950-900: in so many seasons."""
    before = of_that_time(clause, person)
    games = sum(told.get(name) or 0 for name in ("wins", "losses"))
    count = season_count(before) if before is not None and games > MOST_OF_A_SEASON else None
    return count if count is not None and games <= count * MOST_OF_A_SEASON else None


def of_that_time(clause: Clause, person: Entity | None) -> Clause | None:
    """The clause that tells how long he managed, where this one goes on to say with what result; else null."""
    before = clause.previous
    ing = any(one.low.endswith("ing") for one in clause.units[:3])
    came = clause.opener == "and" and not _ACHIEVED.isdisjoint(one.low for one in clause.units)
    goes_on = came or (clause.opener == "," and ing)
    if not goes_on or before is None or before.subject is not person or clause.kinds("club", "year", "years", "level"):
        return None
    managed = before.find("manage") or (before.find("manager") and before.find("spend", "be", "serve"))
    counts = [one for one in before.kinds("number") if before.words_after(one, 1)[:1] in _COUNTED]
    return before if managed and len(counts) == 1 and not before.kinds("record") else None


def season_count(clause: Clause) -> int | None:
    """Over ten seasons, a ten-year record, in parts of 14 seasons; not `the first in 16 years`, `four and a bit`."""
    told = next(iter(clause.kinds("record")), None)
    for unit in clause.kinds("number"):
        far = told is not None and unit.place > told.place + NEAR_A_COUNT
        if far or {"last", "each", "first", "earliest"} & set(clause.words_before(unit, 4)):
            continue
        behind = clause.after(unit, 4)
        if clause.words_after(unit, 3)[1:] == ["and", "a"] and (behind is None or behind.kind != "record"):
            continue
        words = clause.words_after(unit, 2)
        if _AWAY & {one.low for one in clause.sentence.units[unit.place + 2 : unit.place + 3]}:
            continue  # two seasons after the final
        alone = words[:1] and words[0] in ("seasons", "years", "year")
        joined = words in (["-", "year"], ["-", "season"], ["major", "league"]) or _leveled(clause, unit)
        if (alone or joined or words in (["full", "seasons"], ["full", "years"])) and 1 < unit.value <= 60:
            return unit.value
    return None


def _leveled(clause: Clause, number: Unit) -> bool:
    """Over 14 minor league seasons."""
    level = clause.after(number)
    return level is not None and level.kind == "level" and clause.words_after(number, 2)[1:] in (["seasons"], ["years"])
