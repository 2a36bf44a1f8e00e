"""Plain references for the lineup model: advances by rule, one linear system for all 216 states, and a simulation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from skipper.lineups.advancement import END, MOST_RUNS, SACRIFICE, STATES, Advancement
from skipper.lineups.batting import Batting
from skipper.lineups.rates import DOUBLE, ERROR, HOME_RUN, OUT, SINGLE, STRIKEOUT, TRIPLE, WALK

Floats = NDArray[np.float64]

FIRST, SECOND, THIRD = 1, 2, 4


def fixed_advances(single: dict[int, int], double: dict[int, int]) -> Advancement:
    """Advances by rule alone: `single` and `double` map a runner's base to where the hit takes the runner (8: home).

    An out advances nobody; a walk or an error advances runners who are forced. No runner steals, no batter bunts.
    """
    on_outcome = np.zeros((SACRIFICE + 1, STATES, STATES + 1, MOST_RUNS + 1))
    for state in range(STATES):
        bases, outs = state % 8, state // 8
        on = [base for base in (FIRST, SECOND, THIRD) if bases & base]
        for hit, batter_to, moves in ((SINGLE, FIRST, single), (DOUBLE, SECOND, double)):
            to = [moves[base] for base in on]
            on_outcome[hit, state, 8 * outs + batter_to + sum(b for b in to if b < 8), sum(b == 8 for b in to)] = 1
        on_outcome[TRIPLE, state, 8 * outs + THIRD, len(on)] = 1
        on_outcome[HOME_RUN, state, 8 * outs, len(on) + 1] = 1
        forced = bases | FIRST if not bases & FIRST else bases | SECOND if not bases & SECOND else 7
        for outcome in (WALK, ERROR):
            on_outcome[outcome, state, 8 * outs + forced, int(bases == 7)] = 1
        for outcome in (OUT, STRIKEOUT, SACRIFICE):
            on_outcome[outcome, state, END if outs == 2 else state + 8, 0] = 1
    running = np.zeros((STATES, STATES + 1, MOST_RUNS + 1))
    running[range(STATES), range(STATES), 0] = 1
    return Advancement(running, on_outcome, np.zeros((2, STATES)))


DESOPO_LEFKOWITZ = fixed_advances({FIRST: SECOND, SECOND: 8, THIRD: 8}, {FIRST: THIRD, SECOND: 8, THIRD: 8})
ONE_BASE = fixed_advances({FIRST: SECOND, SECOND: THIRD, THIRD: 8}, {FIRST: THIRD, SECOND: 8, THIRD: 8})


def invented(seed: int) -> Advancement:
    """Advances with every transition that keeps players in number: steals, pickoffs, double plays, sacrifices."""
    rng = np.random.default_rng(seed)
    running = np.zeros((STATES, STATES + 1, MOST_RUNS + 1))
    on_outcome = np.zeros((SACRIFICE + 1, STATES, STATES + 1, MOST_RUNS + 1))
    for state in range(STATES):
        for table, batters in ((running, 0), *((each, 1) for each in on_outcome)):
            for after in range(STATES + 1):
                for runs in range(MOST_RUNS + 1):
                    men, outs = state % 8, state // 8
                    gone = men.bit_count() + batters - runs
                    made = 3 - outs if after == END else after // 8 - outs
                    fits = gone >= made if after == END else gone - made == (after % 8).bit_count() and made >= 0
                    if fits and gone >= 0 and (after == END or made < 3):
                        table[state, after, runs] = rng.random() ** 4
        running[state, state, 0] += 10 * running[state].sum() + 1
        on_outcome[HOME_RUN, state] = 0
        on_outcome[HOME_RUN, state, 8 * (state // 8), (state % 8).bit_count() + 1] = 1
    running /= running.sum((1, 2), keepdims=True)
    on_outcome /= on_outcome.sum((2, 3), keepdims=True)
    return Advancement(running, on_outcome, rng.uniform(0, 0.1, (2, STATES)))


def solved(order: Batting, played: int) -> float:
    """Expected runs of full innings from one linear system over slot, state and stage of the plate appearance."""
    running, runs = order.running, np.arange(MOST_RUNS + 1)
    value = np.zeros(10)  # of the innings left, by slot due up
    for _ in range(played):
        size = 9 * STATES
        matrix, right = np.eye(size), np.zeros(size)
        for slot in range(9):
            here = slice(slot * STATES, (slot + 1) * STATES)
            there = slice((slot + 1) % 9 * STATES, ((slot + 1) % 9 + 1) * STATES)
            before, done = running.sum(2)[:, :END], order.completed[slot]
            matrix[here, there] -= before @ done.sum(2)[:, :END]
            right[here] = (running @ runs).sum(1) + before @ (done @ runs).sum(1)
            right[here] += running[:, END].sum(1) * value[slot]
            right[here] += before @ done[:, END].sum(1) * value[(slot + 1) % 9]
        value = np.linalg.solve(matrix, right)[::STATES]
    return float(value[0])
