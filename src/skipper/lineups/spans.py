"""Half-innings of a cyclic order in steps of several plate appearances, to value many orders of the same nine batters.

The nine rotations of a cyclic order share their half-innings, since these depend only on the batter who leads off. A
span joins the transitions of a few consecutive batters; its tables are made once and serve every order.
"""

from __future__ import annotations

import numpy as np

from skipper.lineups.advancement import STATES
from skipper.lineups.batting import Means
from skipper.lineups.chain import NINE, part
from skipper.lineups.rates import Floats

WIDTH = 32  # length of a table's row: 24 states, lead-offs of the next half-inning, expected runs; whole cache lines
LONGEST = 3  # batters of a span, whose lead-offs fit into a row
_RUNS = STATES + LONGEST + 1


def joined(nine: Means, batters: int) -> Floats:
    """Return the tables for all spans of this many of the nine batters: [span, state, WIDTH].

    A span's index is its batters' indices read as digits in base nine. Column STATES + n is the probability that the
    half-inning ends so that the batter n places after the span's first leads off the next; the last column used holds
    the expected runs.
    """
    if len(nine) != NINE:
        raise ValueError(f"{len(nine)} batters, not {NINE}")
    spans = np.zeros((1, STATES, WIDTH))
    spans[0, :, :STATES] = np.eye(STATES)
    for place in range(batters):
        following = np.zeros((NINE, STATES, WIDTH))
        following[..., :STATES] = nine.states
        following[..., STATES + place] = nine.unfinished
        following[..., STATES + place + 1] = nine.last
        following[..., _RUNS] = nine.runs
        reached = spans[..., :STATES].copy()
        spans[..., :STATES] = 0
        spans = (spans[:, None] + reached[:, None] @ following).reshape(-1, STATES, WIDTH)
    return spans


@part
def rotations(order, spans, batters, played, tolerance, most, work, leads, vectors):
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
            expected[first] += now[_RUNS]
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
