"""Find the best orders of many nines, for tables with many thousands of lineups.

`all_orders` takes 0.3 s each. Here orders are compared by the model of `slots`, which takes a hundredth of a
microsecond for an exchange, and the few best by the model are valued in the chain. docs/benchmarks.md states how often,
and by how much, the result falls short of the best of all orders.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skipper.lineups.cycles import NINE, kernel, part, runs_of_orders
from skipper.lineups.rates import Floats
from skipper.lineups.slots import SlotModel

# Places by decreasing runs alone, from slot 1. The Book (2006): the best three bat first, second and fourth, the next
# two fifth and third, the others in sequence; or with the weakest, often a pitcher, eighth. The other two differ much
# from these: a search from them seldom ends in the same order.
_STARTS = (
    (1, 0, 4, 2, 3, 5, 6, 7, 8),
    (1, 0, 4, 2, 3, 5, 6, 8, 7),
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (0, 8, 1, 7, 2, 6, 3, 5, 4),
)
_GAIN = 1e-7  # runs: a smaller gain from an exchange is a rounding error of single precision
_NEAR = 1.5e-3  # runs below the model's best: orders this near are kept, and exchanges tried in them
_KEPT = 48  # orders of a nine
_SEEN = 1021  # orders of a nine that are remembered, so that a climb ends where an earlier one went on; a prime
_CLOSE = 5e-4  # runs below the model's best: orders this close are valued in the chain,
_ERRORS = 3  # and those within so many times the model's error for the nine,
_LEFT = 1e-10  # with half-innings cut off at this probability: values are exact to 1e-9 runs


@dataclass(frozen=True)
class Found:
    """The best orders found [nine, slot] as indices of batters, their runs, and the runs of the nines as given."""

    orders: NDArray[np.int64]
    runs: Floats
    given: Floats


def good_orders(
    model: SlotModel, rates: Floats, pitchers: NDArray[np.bool_], tables: Floats, alone: Floats, nines: ArrayLike
) -> Found:
    """Return the best order found for each of the `nines` [nine, place], never worse than the nine as given.

    `rates`, `pitchers`, `tables` (see `Batting.tables`) and `alone` (see `runs_alone`) are the batters'; `nines` has
    their indices. The search exchanges two batters as long as the model's value grows, from the rotations of _STARTS
    and of the best order found from these.
    """
    nines = np.asarray(nines, np.int64)
    rows, size = np.arange(len(nines)), NINE * NINE
    directions = model.directions(rates[nines], pitchers[nines])
    starts = np.argsort(-alone[nines], axis=1, kind="stable")[:, _STARTS]
    orders, values = np.zeros((len(nines), _KEPT + 1, NINE), np.int64), np.empty((len(nines), _KEPT + 1), np.float32)
    orders[:, _KEPT] = np.arange(NINE)  # the nine as given
    _near_orders(
        model.singles(directions).reshape(-1, size), model.pairs(directions), starts, np.float32(_GAIN),
        np.float32(_NEAR), np.empty((size, size), np.float32), np.empty(size, np.float32),
        *np.empty((3, NINE), np.int64), np.empty(_SEEN, np.int64), np.empty(_KEPT, np.int64), orders, values,
    )  # fmt: skip
    best = values[:, :_KEPT].max(1, keepdims=True)
    runs = np.full(values.shape, -np.inf)
    close = values >= best - _CLOSE
    close[:, _KEPT] = True
    _value(runs, close, orders, nines, tables, model.played)
    errors = np.where(close, runs, 0.0) - np.where(close, values, 0.0)
    error = np.ptp(np.where(close, errors, errors[:, _KEPT:]), axis=1, keepdims=True)
    _value(runs, ~close & (values >= best - _ERRORS * error), orders, nines, tables, model.played)
    chosen = runs.argmax(1)
    return Found(nines[rows[:, None], orders[rows, chosen]], runs[rows, chosen], runs[:, _KEPT])


def _value(
    runs: Floats, wanted: NDArray[np.bool_], orders: NDArray[np.int64], nines: NDArray[np.int64], tables: Floats,
    played: int,
) -> None:  # fmt: skip
    """Fill in the runs of the wanted orders [nine, order]."""
    nine, place = np.nonzero(wanted)
    runs[nine, place] = runs_of_orders(nines[nine[:, None], orders[nine, place]], tables, played, _LEFT)[:, 0]


@kernel
def _near_orders(
    singles, of_pairs, starts, gain, near,
    pairs, added, order, start, top_order, seen, codes, orders, values,
):  # fmt: skip
    """Fill in the orders of each nine that are near the best one found, with the model's values; -inf elsewhere.

    The last value is that of the nine as given. `added` has what each batter would add in each slot, given the batters
    in the other slots.
    """
    for nine in range(len(starts)):
        single, found, worth = singles[nine], orders[nine], values[nine]
        _fill_pairs(of_pairs[nine], pairs)
        worth[:] = -np.inf
        best, count = np.float32(-np.inf), 0
        for place in range(len(seen)):
            seen[place] = -1
        for slot in range(NINE):
            order[slot] = slot
        worth[len(codes)] = _begin(single, pairs, order, added)
        for climb in range((starts.shape[1] + 1) * NINE):
            if climb % NINE == 0:
                for slot in range(NINE):
                    last = climb == starts.shape[1] * NINE
                    start[slot] = top_order[slot] if last else starts[nine, climb // NINE, slot]
            for slot in range(NINE):
                order[slot] = start[(slot + climb) % NINE]
            value = _climb(single, pairs, added, order, gain, seen)
            if value > best:
                best = value
                for slot in range(NINE):
                    top_order[slot] = order[slot]
            if value >= best - near:
                count = _keep(value, order, codes, found, worth, count)
        place = 0
        while place < count:
            for slot in range(NINE):
                order[slot] = found[place, slot]
            value = _begin(single, pairs, order, added)
            if value >= best - near:
                count = _keep_neighbors(value, best - near, pairs, added, order, codes, found, worth, count)
            place += 1


@part
def _climb(single, pairs, added, order, gain, seen):
    """Exchange the two batters that gain most until none gain, or up to an order that an earlier climb went on from;
    return the order's value."""
    value = _begin(single, pairs, order, added)
    while True:
        code = _code(order)
        if seen[code % len(seen)] == code:
            return value
        seen[code % len(seen)] = code
        top, first, second = gain, -1, -1
        for a in range(NINE - 1):
            for b in range(a + 1, NINE):
                gained = _gained(pairs, added, order, a, b)
                if gained > top:
                    top, first, second = gained, a, b
        if first < 0:
            return value
        _exchange(pairs, added, order, first, second)
        value += top


@part
def _keep_neighbors(value, least, pairs, added, order, codes, found, worth, count):
    """Add the orders of at least that value that one exchange makes of an order; return how many there are."""
    for a in range(NINE - 1):
        for b in range(a + 1, NINE):
            gained = _gained(pairs, added, order, a, b)
            if value + gained >= least:
                order[a], order[b] = order[b], order[a]
                count = _keep(value + gained, order, codes, found, worth, count)
                order[a], order[b] = order[b], order[a]
    return count


@part
def _fill_pairs(of_pairs, pairs):
    """Fill in what two batters add in two slots: [slot and batter, slot and batter]; 0 for one batter in two slots."""
    pairs[:, :] = 0.0
    pair = 0
    for a in range(NINE - 1):
        for b in range(a + 1, NINE):
            for one in range(NINE):
                for other in range(NINE):
                    if one != other:
                        value = of_pairs[one, pair, other]
                        pairs[NINE * a + one, NINE * b + other] = value
                        pairs[NINE * b + other, NINE * a + one] = value
            pair += 1


@part
def _begin(single, pairs, order, added):
    """Fill `added` for an order; return the order's value."""
    for each in range(NINE * NINE):
        added[each] = single[each]
    for slot in range(NINE):
        chosen = pairs[NINE * slot + order[slot]]
        for each in range(NINE * NINE):
            added[each] += chosen[each]
    value = np.float32(0.0)
    for slot in range(NINE):
        value += np.float32(0.5) * (added[NINE * slot + order[slot]] + single[NINE * slot + order[slot]])
    return value


@part
def _gained(pairs, added, order, a, b):
    """Return what an exchange of the batters in two slots gains."""
    one, other = order[a], order[b]
    return (
        added[NINE * a + other] + added[NINE * b + one] + pairs[NINE * a + other, NINE * b + one]
        - added[NINE * a + one] - added[NINE * b + other] + pairs[NINE * a + one, NINE * b + other]
    )  # fmt: skip


@part
def _exchange(pairs, added, order, a, b):
    """Exchange the batters in two slots, in `order` and `added`."""
    one, other = order[a], order[b]
    in_a, in_b = pairs[NINE * a + other], pairs[NINE * b + one]
    from_a, from_b = pairs[NINE * a + one], pairs[NINE * b + other]
    for each in range(NINE * NINE):
        added[each] += (in_a[each] - from_a[each]) + (in_b[each] - from_b[each])
    order[a], order[b] = other, one


@part
def _code(order):
    """Return a number for an order: its digits in base nine."""
    code = 0
    for slot in range(NINE):
        code = NINE * code + order[slot]
    return code


@part
def _keep(value, order, codes, found, worth, count):
    """Add an order to those found, if it is new and there is room; return how many there are."""
    code = _code(order)
    for place in range(count):
        if codes[place] == code:
            return count
    if count < len(codes):
        worth[count], codes[count] = value, code
        for slot in range(NINE):
            found[count, slot] = order[slot]
        count += 1
    return count
