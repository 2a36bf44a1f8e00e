"""All batting orders of nine batters: the expected runs of all 362,880 orders, and the orders that a rule allows.

The nine rotations of a cyclic order share their half-innings, so only 40,320 cyclic orders have to be valued.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skipper.lineups.batting import Batting
from skipper.lineups.chain import NINE, expected_runs
from skipper.lineups.cycles import runs_of_orders
from skipper.lineups.rates import Floats

EQUAL = 1e-9  # runs: orders closer than this have equal value (rounding)

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Orders:
    """All orders of nine batters, and the expected runs of each.

    `batters` [order, slot] has the batters, 0 to 8, in the same rows for any nine; `runs` has one value per order.
    """

    batters: NDArray[np.int8]
    runs: Floats

    def value(self, order: Sequence[int]) -> float:
        """Return the expected runs of an order of batters."""
        return float(self.runs[_row(order)])

    def best(self, allowed: Mask | None = None) -> tuple[int, ...]:
        """Return the order with the most runs among the allowed rows, or among all rows if `allowed` is not given."""
        return self._order(np.argmax(self._masked(allowed, -np.inf)))

    def worst(self, allowed: Mask | None = None) -> tuple[int, ...]:
        """Return the order with the fewest runs among the allowed rows, or among all rows if `allowed` is not given."""
        return self._order(np.argmin(self._masked(allowed, np.inf)))

    def rank(self, order: Sequence[int], allowed: Mask | None = None) -> int:
        """Return the order's rank among the allowed orders: one more than the number of better ones."""
        return 1 + int((self._masked(allowed, -np.inf) > self.value(order) + EQUAL).sum())

    def loss(self, order: Sequence[int], allowed: Mask | None = None) -> float:
        """Return the best allowed order's runs minus this order's; negative only if this order is not allowed."""
        return float(self._masked(allowed, -np.inf).max()) - self.value(order)

    def _order(self, row: np.intp) -> tuple[int, ...]:
        return tuple(self.batters[row].tolist())

    def _masked(self, allowed: Mask | None, otherwise: float) -> Floats:
        if allowed is None:
            return self.runs
        if not allowed.any():
            raise ValueError("no order is allowed")
        return np.where(allowed, self.runs, otherwise)


def all_orders(nine: Batting, played: int = NINE) -> Orders:
    """Return all batting orders of these nine batters, with each order's expected runs over `played` full innings.

    Every core values a part of them.
    """
    expected_runs(nine)  # raises ValueError at once if some batters never make an out
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        parts = pool.map(lambda cycles: runs_of_orders(cycles, nine.tables, played), np.array_split(_cycles(), cores))
        return Orders(_batters(), np.concatenate(list(parts)).ravel())


def in_slots(slots: ArrayLike) -> Mask:
    """Return a mask over the rows of Orders: every batter is in a slot allowed by `slots` [batter, slot]."""
    slots = np.asarray(slots, bool)
    return np.asarray(slots[_batters(), np.arange(NINE)].all(1))


def mixed_hands(hands: Sequence[str], most: int = 1) -> Mask:
    """Return a mask over the rows of Orders: at most `most` batters of one hand in a row, from slot 1 to 9.

    Hands are L, R or B; a switch hitter (B) ends any such run, having the platoon advantage against either hand. Raise
    ValueError for an unknown hand.
    """
    if unknown := set(hands) - {"L", "R", "B"}:
        raise ValueError(f"batting hands are L, R or B, not {sorted(map(str, unknown))}")
    batters, mask = _batters(), np.ones(factorial(NINE), bool)
    for hand in "LR":
        same = np.array([each == hand for each in hands])[batters]
        for first in range(NINE - most):
            mask &= ~same[:, first : first + most + 1].all(1)
    return mask


def swap_search(nine: Batting, start: Sequence[int], played: int = NINE) -> tuple[tuple[int, ...], float]:
    """Return the order found by the usual heuristic, which swaps two batters until no swap improves the order, and its
    runs."""
    order, value = list(start), float(expected_runs(nine, start, played)[0])
    while True:
        swapped = [_swapped(order, a, b) for a, b in combinations(range(NINE), 2)]
        values = [float(expected_runs(nine, each, played)[0]) for each in swapped]
        if max(values) <= value + EQUAL:
            return tuple(order), value
        value = max(values)
        order = swapped[values.index(value)]


def _swapped(order: list[int], a: int, b: int) -> list[int]:
    swapped = order.copy()
    swapped[a], swapped[b] = order[b], order[a]
    return swapped


@cache
def _cycles() -> NDArray[np.int8]:
    """Return the cyclic orders, each from batter 0, lexicographically."""
    cycles = np.zeros((factorial(NINE - 1), NINE), np.int8)
    cycles[:, 1:] = list(permutations(range(1, NINE)))
    return cycles


@cache
def _batters() -> NDArray[np.int8]:
    """Return the rows of Orders: the nine rotations of each cyclic order, by the element that leads off."""
    rotations = np.add.outer(np.arange(NINE), np.arange(NINE)) % NINE
    batters = _cycles()[:, rotations].reshape(-1, NINE)
    batters.flags.writeable = False
    return batters


def _row(order: Sequence[int]) -> int:
    """Return an order's row in Orders."""
    order = [int(batter) for batter in order]
    if sorted(order) != list(range(NINE)):
        raise ValueError(f"an order has each batter 0 to 8 once, not {order}")
    first = order.index(0)
    cycle = [*order[first:], *order[:first]]
    rank = sum(
        factorial(NINE - 1 - place) * sum(later < batter for later in cycle[place + 1 :])
        for place, batter in enumerate(cycle)
        if place
    )
    return rank * NINE + (NINE - first) % NINE
