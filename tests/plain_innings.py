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
                        table[state, after, runs] = rng.random() ** 4 * (8 if made else 1)
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


def simulated(
    sides: tuple[Batting, Batting], games: int, seed: int, scheduled: int = 9, extra_bases: int = 0
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play games plate appearance by plate appearance, all at once: runs [game, side], appearances [side, slot]."""
    rng = np.random.default_rng(seed)
    completed = np.stack([side.completed for side in sides]).reshape(2, 9, STATES, -1)
    ways = {"running": sides[0].running.reshape(STATES, -1).cumsum(-1), "completed": completed.cumsum(-1)}
    runs, due_up = np.zeros((games, 2), int), np.zeros((games, 2), int)
    appearances = np.zeros((2, 9), int)
    state, half = np.zeros(games, int), np.zeros(games, int)
    going = np.arange(games)

    def event(playing: NDArray[np.int64], chances: Floats, homers: Floats | None) -> NDArray[np.bool_]:
        """Move these games' states by one draw each; return which half-innings go on."""
        drawn = np.minimum((chances < rng.random((len(playing), 1))).sum(1), chances.shape[1] - 1)
        after, scored = np.divmod(drawn, MOST_RUNS + 1)
        side = half[playing] % 2
        behind = runs[playing, 0] - runs[playing, 1]
        last = (side == 1) & (half[playing] >= 2 * scheduled - 1)
        counted = np.where(last & (scored > behind), behind + 1, scored)
        if homers is not None:
            men = np.bitwise_count(state[playing] % 8)
            here = (scored == men + 1) & (after == state[playing] // 8 * 8)
            cell = chances[range(len(drawn)), drawn] - np.where(drawn, chances[range(len(drawn)), drawn - 1], 0)
            counted = np.where(here & (rng.random(len(drawn)) * cell < homers), scored, counted)
        runs[playing, side] += counted
        state[playing] = after
        return (after != END) & ~(last & (scored > behind))

    while len(going):
        on = going[event(going, ways["running"][state[going]], None)]
        side, slot = half[on] % 2, due_up[on, half[on] % 2]
        np.add.at(appearances, (side, slot), 1)
        due_up[on, side] = (slot + 1) % 9
        homers = np.stack([each.home_run for each in sides])[side, slot, state[on]]
        event(on, ways["completed"][side, slot, state[on]], homers)
        over = state[going] == END
        half[going[over]] += 1
        number, lead = half[going], runs[going, 1] - runs[going, 0]
        state[going[over]] = np.where(number[over] >= 2 * scheduled, extra_bases, 0)
        ended = (number >= 2 * scheduled - 1) & (number % 2 == 1) & (lead > 0)
        ended |= over & (number >= 2 * scheduled) & (number % 2 == 0) & (lead < 0)
        going = going[~ended]
    return runs, appearances
