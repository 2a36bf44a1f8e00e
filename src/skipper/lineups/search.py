"""Find a good order of nine batters in a millisecond, for tables with many thousands of lineups.

`all_orders` takes 0.5 s each. A step exchanges two batters of a cyclic order and takes its best rotation.
docs/benchmarks.md states how often, and by how much, the result falls short of the best of all orders.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skipper.lineups.batting import Batting
from skipper.lineups.chain import MOST_BATTERS, NINE, expected_runs, kernel, runs_alone
from skipper.lineups.spans import WIDTH, joined, rotations

_PAIR = 2  # longer spans cost more to join than they save in a hundred orders
_ROUGH = 1e-3  # instead of LEFT, while orders are compared; the result is valued exactly
_GAIN = 1e-6  # runs: a smaller gain from an exchange is a rounding error

# Places by decreasing runs alone, from slot 1. The Book (2006): the best three bat first, second and fourth, the next
# two fifth and third, the others in sequence; or with the weakest, often a pitcher, eighth.
_STARTS = ((1, 0, 4, 2, 3, 5, 6, 7, 8), (1, 0, 4, 2, 3, 5, 6, 8, 7))


def good_order(batters: Batting, used: Sequence[int], played: int = NINE) -> tuple[tuple[int, ...], float]:
    """Return the best order that can be reached from two starting orders by exchanging two batters at a time, and its
    runs.

    `used` gives nine of the batters as indices; the result is at least as good as `used`.
    """
    nine = batters.means.of(used)
    spans = joined(nine, _PAIR)
    work, leads, vectors = np.zeros((2, WIDTH)), np.zeros((NINE, NINE)), np.zeros((3, NINE))
    by_runs = np.argsort(-runs_alone(nine), kind="stable")
    found = [tuple(used)]
    for places in _STARTS:
        order = by_runs[list(places)]
        first = _exchange(order, spans, _PAIR, played, _ROUGH, MOST_BATTERS, _GAIN, work, leads, vectors)
        found.append(tuple(used[batter] for batter in np.roll(order, -first)))
    runs, best = max((float(expected_runs(batters, order, played)[0]), order) for order in found)
    return best, runs


@kernel
def _exchange(order, spans, batters, played, tolerance, most, gain, work, leads, vectors):
    """Exchange batters of `order` while an exchange gains runs; return the slot that leads off."""
    best, first, since, a, b = -1.0, 0, 0, 0, 0
    while since <= NINE * (NINE - 1) // 2:  # until no pair gains; the first round has no pair
        order[a], order[b] = order[b], order[a]
        rotations(order, spans, batters, played, tolerance, most, work, leads, vectors)
        runs = vectors[0]
        rotation = 0
        for lead in range(NINE):
            if runs[lead] > runs[rotation]:
                rotation = lead
        if runs[rotation] > best + gain:
            best, first, since = runs[rotation], rotation, 0
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
