"""Half-innings of a cyclic order in steps of one or several plate appearances, to value many orders.

The nine rotations of a cyclic order share their half-innings, since these depend only on the batter who leads off. A
span joins the transitions of a few consecutive batters; its tables are made once and serve every order of nine batters.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skipper.compiled import Compiler
from skipper.lineups.advancement import STATES
from skipper.lineups.batting import RUNS, WIDTH
from skipper.lineups.rates import Floats

_COMPILER = Compiler(__package__)
kernel, part = _COMPILER.kernel, _COMPILER.part

NINE = 9  # batters of an order
LEFT = 1e-12
"""A half-inning is cut off when the probability that it continues falls below LEFT.

The error is less than LEFT times the runs that would follow.
"""
MOST_BATTERS = 10_000  # maximum batters in a half-inning; exceeded only if batters hardly ever make outs


def joined(nine: Floats, batters: int) -> Floats:
    """Return the tables for all spans of this many of nine batters, from `Batting.tables`: [span, state, WIDTH].

    A span's index is its batters' indices read as digits in base nine. Column STATES + n is the probability that the
    half-inning ends so that the batter n places after the span's first leads off the next; column RUNS has the expected
    runs.
    """
    if len(nine) != NINE:
        raise ValueError(f"{len(nine)} batters, not {NINE}")
    spans = np.zeros((1, STATES, WIDTH))
    spans[0, :, :STATES] = np.eye(STATES)
    for place in range(batters):
        following = np.zeros_like(nine)
        following[..., :STATES], following[..., RUNS] = nine[..., :STATES], nine[..., RUNS]
        following[..., STATES + place : STATES + place + 2] = nine[..., STATES : STATES + 2]
        reached = spans[..., :STATES].copy()
        spans[..., :STATES] = 0
        spans = (spans[:, None] + reached[:, None] @ following).reshape(-1, STATES, WIDTH)
    return spans


def runs_of_orders(
    orders: ArrayLike, spans: NDArray[np.floating], batters: int, played: ArrayLike, tolerance: float = LEFT
) -> Floats:
    """Return the expected runs of orders [order, place] in `played` full innings, by the place that leads off.

    `spans` has the tables of spans of this many batters: those of `joined`, or `Batting.tables` for single batters,
    whose number may then differ from nine. A half-inning is cut off when the probability that it continues falls below
    the tolerance. Raise ValueError if some batters never make an out.
    """
    orders = np.ascontiguousarray(orders, np.int64)
    innings = np.ascontiguousarray(np.broadcast_to(played, len(orders)), np.int64)
    runs = np.empty((len(orders), NINE))
    work, leads, vectors = np.empty((2, WIDTH), spans.dtype), np.empty((NINE, NINE)), np.empty((3, NINE))
    finished(_runs(orders, spans, batters, innings, tolerance, MOST_BATTERS, work, leads, vectors, runs), tolerance)
    return runs


def finished(left: float, tolerance: float = LEFT) -> None:
    """Raise ValueError if a half-inning still continues with a probability that is not below the tolerance."""
    if not left < tolerance:
        raise ValueError(f"a half-inning continues after {MOST_BATTERS} batters: some batters never make an out")


@part
def _rotations(order, spans, batters, played, tolerance, most, work, leads, vectors):
    """Fill vectors[0] with the runs of an order's rotations, by lead-off place; return the remaining probability."""
    worst = 0.0
    value, expected, then = vectors[0], vectors[1], vectors[2]
    now, following = work[0], work[1]
    leads[:, :] = 0.0
    for first in range(NINE):
        slot, mass, past = first, 1.0, 0
        while past == 0 or (mass >= tolerance and past < most):
            number = 0
            for place in range(batters):
                number = NINE * number + order[(slot + place) % NINE]
            span = spans[number]
            if past == 0:
                expected[first] = 0.0
                for t in range(WIDTH):
                    following[t] = span[0, t]
            else:
                following[:] = 0.0
                for s in range(0, STATES, 4):  # four rows at a time: fewer stores
                    a, b, c, d = now[s], now[s + 1], now[s + 2], now[s + 3]
                    for t in range(8 * (s // 8), WIDTH):  # outs never decrease: earlier states are out of reach
                        following[t] += (a * span[s, t] + b * span[s + 1, t]) + (
                            c * span[s + 2, t] + d * span[s + 3, t]
                        )
            now, following = following, now
            expected[first] += now[RUNS]
            for lead in range(batters + 1):
                leads[first, (slot + lead) % NINE] += now[STATES + lead]
            mass = 0.0
            for s in range(STATES):
                mass += now[s]
            slot = (slot + batters) % NINE
            past += batters
        worst = max(worst, mass)
    value[:] = 0.0
    for _ in range(played):
        for first in range(NINE):
            then[first] = expected[first]
            for lead in range(NINE):
                then[first] += leads[first, lead] * value[lead]
        for first in range(NINE):
            value[first] = then[first]
    return worst


@kernel
def _runs(orders, spans, batters, played, tolerance, most, work, leads, vectors, runs):
    """Fill in the runs of each order's nine rotations; return the greatest remaining probability."""
    worst = 0.0
    for number in range(len(orders)):
        left = _rotations(orders[number], spans, batters, played[number], tolerance, most, work, leads, vectors)
        worst = max(worst, left)
        for first in range(NINE):
            runs[number, first] = vectors[0, first]
    return worst
