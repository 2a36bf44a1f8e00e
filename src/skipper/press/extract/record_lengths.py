"""Of how many seasons a won-lost record is: by its own words, or by those before it that tell how long he managed."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.figures import MOST_OF_A_SEASON, Figures
from skipper.press.extract.units import Entity, Unit

NEAR_A_COUNT = 6  # units from a record to the count of its seasons
_MOST = 60  # seasons of a career
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


def _beside(clause: Clause, record: Unit | None) -> list[Unit]:
    """The numbers of the clause; of several records those behind this one."""
    records = clause.kinds("record")
    if record is None or len(records) < 2:
        return clause.kinds("number")
    until = next((one.place for one in records if one.place > record.place), clause.units[-1].place + 1)
    return [one for one in clause.kinds("number") if record.place < one.place < until]


def _left_out(clause: Clause, unit: Unit, record: Unit | None) -> bool:
    """Was 236-250 in three years with the Royals and 150-174 in two with the Brewers: two years."""
    first = clause.kinds("record")[:1]
    behind = clause.words_before(unit, 1) in (["in"], ["over"]) and clause.words_after(unit, 1) in (["with"], ["at"])
    return record is not None and bool(first) and first[0] is not record and behind and 1 < unit.value <= _MOST


def season_count(clause: Clause, record: Unit | None = None) -> int | None:
    """Over ten seasons, a ten-year record, in parts of 14 seasons; not `the first in 16 years`, `four and a bit`."""
    told = next(iter(clause.kinds("record")), None)
    for unit in _beside(clause, record):
        if unit is not told and _left_out(clause, unit, record):
            return unit.value
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
        if (alone or joined or words in (["full", "seasons"], ["full", "years"])) and 1 < unit.value <= _MOST:
            return unit.value
    return None


def _leveled(clause: Clause, number: Unit) -> bool:
    """Over 14 minor league seasons."""
    level = clause.after(number)
    return level is not None and level.kind == "level" and clause.words_after(number, 2)[1:] in (["seasons"], ["years"])
