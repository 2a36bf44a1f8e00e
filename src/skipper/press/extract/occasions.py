"""Which time goes with which club of a list: the Rangers from 1985 to 1992 and the Mets from 1996 to 2002."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.press.extract.units import Unit
from skipper.press.extract.when import When

Occasion = tuple[Unit, When]


def paired(clubs: Sequence[Unit], times: Sequence[When]) -> list[Occasion]:
    """Each club with its time, where clubs and times alternate (the time before its club, or after it); else none."""
    if len(clubs) != len(times) or not clubs:
        return []
    pairs = list(zip(clubs, times, strict=True))
    after = [time.units[0].place > club.place for club, time in pairs]
    if len(set(after)) > 1:
        return []
    marks = [place for club, time in pairs for place in sorted((club.place, time.units[0].place))]
    return pairs if marks == sorted(marks) else []


def attached(clubs: Sequence[Unit], times: Sequence[When], units: Sequence[Unit]) -> dict[int, When]:
    """The time of each club that one stands beside: `Albany in 1985, Norfolk and, from 1988 to 1990, Denver`.

    By the club's place in the sentence. Where clubs and times alternate they go in pairs; else a time that a comma
    closes before a club is that club's, any other the club's before it.
    """
    found = {club.place: time for club, time in paired(clubs, times)}
    if found:
        return found
    first = units[0].place if units else 0
    for time in times:
        begin, end = time.units[0].place, time.units[-1].place
        after = next((club for club in clubs if club.place > end), None)
        before = next((club for club in reversed(clubs) if club.place < begin), None)
        closed = units[end - first + 1].text == "," if end - first + 1 < len(units) else False
        opened = any(one.text == "," for one in units[max(0, begin - first - 2) : begin - first])
        if after is not None and (before is None or (closed and opened and after.place - end <= 3)):
            found.setdefault(after.place, time)
        elif before is not None:
            found.setdefault(before.place, time)
    return found
