"""Drafts: which club drafted a player, in which year, round or place overall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from skipper.press.reading.told import Part, Told, seasons


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the draft of a player; the year and the round or place are in the clause, else nothing is."""
    found, time = told.whom(), told.time()
    when = seasons(told, time, several=False)
    which = list(_which(told))
    if found is None or not when or not which:
        return
    person = told.part_of("person", *found)
    club = told.clubs("club", when[0].value[0]) or told.clubs("owner", when[0].value[0])
    yield [
        person,
        Part("year", when[0].value[0], when[0].place),
        *which,
        *(part for part in club if part.field == "club"),
    ]


def _which(told: Told) -> Iterator[Part]:
    first, last = told.clause()
    units = told.units[first:last]
    for unit, following in pairwise(units):
        if unit.key != "{ordinal}":
            continue
        if following.key in ("round", "round pick"):
            yield Part("round", unit.value, (unit.start, unit.end))
            return
        if following.key in ("overall", "pick", "overall pick", "overall selection", "selection", "choice", "player"):
            yield Part("overall", unit.value, (unit.start, unit.end))
            return
