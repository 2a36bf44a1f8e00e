"""A good order of nine batters in milliseconds, for tables of many thousand nines: `all_orders` takes 0.5 s each.

The nine rotations of a cyclic order share their half-innings, so a step exchanges two batters of a cyclic order and
takes its best rotation. docs/lineup_model.md says how often and by how much the result misses the best of all orders.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skipper.lineups.batting import Batting
from skipper.lineups.chain import MOST_BATTERS, NINE, STATES, expected_runs, innings_means, kernel

_ROUGH = 1e-3  # instead of LEFT, while orders are compared; the result is valued exactly
_GAIN = 1e-6  # runs: a smaller gain by an exchange is rounding


# Places of batters sorted by value: random, fixed so that a table is the same on every build.
_OTHER_STARTS = ((7, 5, 6, 1, 0, 4, 3, 2, 8), (1, 8, 4, 6, 2, 0, 7, 3, 5))


def good_order(batters: Batting, start: Sequence[int], played: int = NINE) -> tuple[tuple[int, ...], float]:
    """Return the best order that exchanges of two batters reach from three starts, and its runs.

    `start` numbers nine of the batters; the result is at least as good. The same nine in the two other starts have the
    sequence of their numbers, shuffled.
    """
    starts = [tuple(start), *(tuple(sorted(start)[place] for place in places) for places in _OTHER_STARTS)]
    means = batters.means
    value, leads, work = np.zeros((2, NINE)), np.zeros((NINE, NINE)), np.zeros((2, STATES))
    runs = np.zeros(NINE)
    found: list[tuple[float, tuple[int, ...]]] = []
    for begun in starts:
        order = np.array(begun)
        first = _exchange(
            order, means.states, means.unfinished, means.last, means.runs, played, _ROUGH, MOST_BATTERS,
            _GAIN, work, leads, runs, value,
        )  # fmt: skip
        for each in (tuple(int(batter) for batter in np.roll(order, -first)), begun):
            found.append((float(expected_runs(batters, each, played)[0]), each))
    runs_found, best = max(found)
    return best, runs_found


@kernel
def _exchange(order, states, unfinished, last, runs, played, tolerance, most, gain, work, leads, expected, value):
    """Exchange batters of `order` while that gains; return the place that leads off."""
    best, first, since, a, b = -1.0, 0, 0, 0, 0
    while since <= NINE * (NINE - 1) // 2:  # until no pair gains; the first round has no pair
        order[a], order[b] = order[b], order[a]
        leads[:, :] = 0.0
        expected[:] = 0.0
        innings_means(order, states, unfinished, last, runs, tolerance, most, work, leads, expected)
        now, then = value[0], value[1]
        now[:] = 0.0
        for _ in range(played):
            for lead in range(NINE):
                then[lead] = expected[lead]
                for following in range(NINE):
                    then[lead] += leads[lead, following] * now[following]
            now, then = then, now
        rotation = 0
        for lead in range(NINE):
            if now[lead] > now[rotation]:
                rotation = lead
        if now[rotation] > best + gain:
            best, first, since = now[rotation], rotation, 0
        else:
            order[a], order[b] = order[b], order[a]
        since += 1
        b += 1
        if b >= NINE:
            a += 1
            b = a + 1
            if a >= NINE - 1:
                a, b = 0, 1
    return first
