"""Fielding credits: who handled the ball on one out, as event text writes it.

Retrosheet writes an out as the positions that touched the ball, in order: ``643``. The last made the putout, the
others assists. An ``E`` before a position says that this fielder erred and the out was not made: ``6E3`` is an
assist for the shortstop and a throw dropped by the first baseman. ``99`` stands for fielders nobody knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

MOST_KEPT = 1 << 14  # parts of event texts that are remembered once read: they repeat more than whole texts do
_POSITIONS = re.compile(r"E?99|U|E?\d")

UNKNOWN_FIELDER = 0  # what `99` and `U` become: somebody, no telling who

FIELDED, THROW, DROPPED = 1, 2, 3  # kinds of error: handling a ball, throwing it, not catching a throw


@dataclass(frozen=True, slots=True)
class Credits:
    """What the fielders did on one out or attempted out.

    `text` is the fielders as written. `putout` is null where the out was not made or nobody knows by whom; `assists`
    holds each fielder once. `error` is the position that erred, UNKNOWN_FIELDER
    where nobody knows whose it is, or null.
    """

    text: str
    putout: int | None
    assists: tuple[int, ...]
    error: int | None
    unknown: bool = False


def positions(text: str) -> list[tuple[int, bool]]:
    """The fielders of a text in order, each with whether he erred; `99` and `U` are one unknown fielder."""
    found = _POSITIONS.findall(text)
    return [(UNKNOWN_FIELDER if item.endswith(("99", "U")) else int(item[-1]), item[0] == "E") for item in found]


@lru_cache(MOST_KEPT)
def credits_for(text: str, thrower: int | None = None) -> Credits:
    """The credits of an out written as `text`.

    `thrower` is the fielder who made the out before this one in the same chain (`64(1)3`: the second baseman).
    A man gets one assist an out. Where one fielder is unknown, none is credited.
    """
    fielders = positions(text)
    shown = text
    if thrower is not None and fielders and fielders[0][0] != thrower:
        fielders.insert(0, (thrower, False))
        shown = f"{thrower}{text}"
    error = next((fielder for fielder, erred in fielders if erred), None)
    chain = [fielder for fielder, erred in fielders if not erred]
    if any(fielder == UNKNOWN_FIELDER for fielder, _ in fielders):
        return Credits(shown, None, (), error, unknown=True)
    made = error is None and bool(chain)
    return Credits(shown, chain[-1] if made else None, tuple(dict.fromkeys(chain[:-1] if made else chain)), error)
