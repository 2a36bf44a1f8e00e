"""Fielding credits for one out, read from event text.

Retrosheet writes an out as the positions that touched the ball, in order: ``643``. The last fielder is credited with
the putout, the others with assists. An ``E`` before a position means that the fielder erred and the out was not made:
``6E3`` is an assist for the shortstop and a throw dropped by the first baseman. ``99`` marks unknown fielders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

MOST_KEPT = 1 << 14  # parsed parts of event texts to cache; parts repeat more often than whole texts
_POSITIONS = re.compile(r"E?99|U|E?\d")

UNKNOWN_FIELDER = 0  # the fielder of `99` and `U`

FIELDED, THROW, DROPPED = 1, 2, 3  # kinds of error: handling a ball, throwing it, not catching a throw


@dataclass(frozen=True, slots=True)
class Credits:
    """The fielding on one out or attempted out.

    `text` has the fielders as written. `putout` is null if the out was not made or its fielder is unknown; `assists`
    holds each fielder once. `error` is the position that erred, UNKNOWN_FIELDER if the position is unknown, null if
    there was no error. `unknown` is true if the last fielder, who made the out, is unknown.
    """

    text: str
    putout: int | None
    assists: tuple[int, ...]
    error: int | None
    unknown: bool = False


def positions(text: str) -> list[tuple[int, bool]]:
    """Return the fielders in an out's text, in order, each with an error flag; `99` and `U` mean one unknown
    fielder."""
    found = _POSITIONS.findall(text)
    return [(UNKNOWN_FIELDER if item.endswith(("99", "U")) else int(item[-1]), item[0] == "E") for item in found]


@lru_cache(MOST_KEPT)
def credits_for(text: str, thrower: int | None = None) -> Credits:
    """Return the credits for an out written as `text`.

    `thrower` is the fielder who made the previous out in the same chain (the second baseman in `64(1)3`). A fielder
    gets at most one assist per out. If one fielder is unknown, nobody is credited.
    """
    fielders = positions(text)
    shown = text
    if thrower is not None and fielders and fielders[0][0] != thrower:
        fielders.insert(0, (thrower, False))
        shown = f"{thrower}{text}"
    error = next((fielder for fielder, erred in fielders if erred), None)
    chain = [fielder for fielder, erred in fielders if not erred]
    if any(fielder == UNKNOWN_FIELDER for fielder, _ in fielders):
        return Credits(shown, None, (), error, unknown=fielders[-1][0] == UNKNOWN_FIELDER)
    made = error is None and bool(chain)
    return Credits(shown, chain[-1] if made else None, tuple(dict.fromkeys(chain[:-1] if made else chain)), error)
