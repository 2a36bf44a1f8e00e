"""The half-innings of cyclic orders of nine batters, to value many orders.

The nine rotations of a cyclic order share their half-innings, since these depend only on the batter who leads off. What
follows a plate appearance is the same for every half-inning that gets there, so one recursion from later batters to
earlier ones serves all nine lead-offs. Outs never decrease: the states with two outs come first, then those with one
and none, and each of these three recursions goes round the nine batters until all but a negligible part of the
half-innings have left its states, which takes about three rounds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from skipper.compiled import Compiler
from skipper.lineups.advancement import STATES
from skipper.lineups.batting import RUNS
from skipper.lineups.rates import Floats

_COMPILER = Compiler(__package__)
kernel, part = _COMPILER.kernel, _COMPILER.part

NINE = 9  # batters of an order
BASES = 8  # states with the same number of outs
LEFT = 1e-12
"""A half-inning is cut off when the probability that it continues falls below LEFT.

The error is less than LEFT times the runs that would follow.
"""
MOST_BATTERS = 10_000  # maximum batters in a half-inning; exceeded only if batters hardly ever make outs
# What follows in a half-inning: who leads off the next, by place but the last; the runs; and whether it continues after
# the batters considered.
_COLUMNS = NINE + 1
_LAST, _RUNS, _CONTINUES = NINE - 1, NINE - 1, NINE


def runs_of_orders(orders: ArrayLike, tables: Floats, played: ArrayLike, tolerance: float = LEFT) -> Floats:
    """Return the expected runs of orders [order, place] in `played` full innings, by the place that leads off.

    `orders` has nine batters as indices of `tables` (see `Batting.tables`). Each recursion ends when the probability
    that a half-inning continues in its states falls below the tolerance. Raise ValueError if some batters never make an
    out.
    """
    orders = np.ascontiguousarray(orders, np.int64)
    innings = np.ascontiguousarray(np.broadcast_to(played, len(orders)), np.int64)
    runs = np.empty((len(orders), NINE))
    after, later, vectors = np.empty((NINE, STATES, _COLUMNS)), np.empty((NINE, BASES, _COLUMNS)), np.empty((2, NINE))
    finished(_runs(orders, tables, innings, tolerance, MOST_BATTERS, after, later, vectors, runs, _COLUMNS), tolerance)
    return runs


def finished(left: float, tolerance: float = LEFT) -> None:
    """Raise ValueError if a half-inning still continues with a probability that is not below the tolerance."""
    if not left < tolerance:
        raise ValueError(f"a half-inning continues after {MOST_BATTERS} batters: some batters never make an out")


@kernel
def _runs(orders, tables, played, tolerance, most, after, later, vectors, runs, columns):
    """Fill in the runs of each order's nine rotations; return the greatest remaining probability."""
    worst = 0.0
    value, then = vectors[0], vectors[1]
    for number in range(len(orders)):
        for outs in range(2, -1, -1):
            worst = max(worst, _round(orders[number], tables, outs, tolerance, most, after, later, columns))
        value[:] = 0.0
        for _ in range(played[number]):
            for first in range(NINE):
                then[first] = after[first, 0, _RUNS] + value[_LAST]
                for lead in range(_LAST):
                    then[first] += after[first, 0, lead] * (value[lead] - value[_LAST])
            for first in range(NINE):
                value[first] = then[first]
        for first in range(NINE):
            runs[number, first] = value[first]
    return worst


@part
def _round(order, tables, outs, tolerance, most, after, later, columns):
    """Fill in `after` [place, state, column] for the states with so many outs, from those with more; return the
    greatest remaining probability."""
    first = BASES * outs
    for place in range(NINE):
        table, following = tables[order[place]], (place + 1) % NINE
        for base in range(BASES):
            row = later[place, base]
            row[:] = 0.0
            if place < _LAST:
                row[place] = table[first + base, STATES]
            if following < _LAST:
                row[following] += table[first + base, STATES + 1]
            row[_RUNS] = table[first + base, RUNS]
        for more in range(first + BASES, STATES, BASES):
            _add(columns, table[first : first + BASES], more, after[following], later[place], later[place])
    after[0, first : first + BASES] = 0.0
    after[0, first : first + BASES, _CONTINUES] = 1.0
    left, batters = 1.0, 0
    while left >= tolerance and batters < most:
        for place in range(NINE - 1, -1, -1):
            table = tables[order[place], first : first + BASES]
            _add(columns, table, first, after[(place + 1) % NINE], later[place], after[place, first : first + BASES])
        batters += NINE
        left = 0.0
        for base in range(first, first + BASES):
            left = max(left, after[_LAST, base, _CONTINUES])
    return left


@part
def _add(columns, table, state, following, given, found):
    """Fill in `found` with `given` and what follows in the eight states from `state` on, by their probabilities.

    A loop of constant length would be unrolled instead of compiled to vector instructions: hence `columns`.
    """
    a, b, c, d = following[state], following[state + 1], following[state + 2], following[state + 3]
    e, f, g, h = following[state + 4], following[state + 5], following[state + 6], following[state + 7]
    for base in range(BASES):
        chances, start, end = table[base, state : state + BASES], given[base], found[base]
        s, t, u, v = chances[0], chances[1], chances[2], chances[3]
        w, x, y, z = chances[4], chances[5], chances[6], chances[7]
        for column in range(columns):
            end[column] = (
                (start[column] + s * a[column] + t * b[column]) + (u * c[column] + v * d[column])
                + ((w * e[column] + x * f[column]) + (y * g[column] + z * h[column]))
            )  # fmt: skip
