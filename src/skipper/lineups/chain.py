"""Innings of a batting order as a Markov chain over batter due up, bases and outs.

After Bukiet, Harold and Palacios, A Markov Chain Approach to Baseball, Operations Research 45 (1997). Nothing is
simulated: each plate appearance multiplies the probabilities of the 24 states by the batter's transitions, until the
probability that the half-inning continues falls below LEFT.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass

import numpy as np

from skipper.lineups.advancement import END, MOST_RUNS, STATES
from skipper.lineups.batting import RUNS, Batting
from skipper.lineups.cycles import BASES, LEFT, MOST_BATTERS, NINE, finished, kernel, runs_of_orders
from skipper.lineups.rates import Floats

MOST_GAME_RUNS = 60
SINGULAR = 1e-12  # probability of leaving a set of states below which a half-inning is taken to go on forever


@dataclass(frozen=True)
class Innings:
    """The half-innings of a batting order; the first axis of every array is the slot (0 to 8) that leads off.

    `ends` [lead-off slot, next half-inning's lead-off slot, runs] are probabilities; `plate_appearances` [lead-off
    slot, slot, runs before] and `home_runs` [lead-off slot, runs before, runs on the home run] are expected numbers.
    The last element of each axis of runs stands for that many or more.
    """

    ends: Floats
    plate_appearances: Floats
    home_runs: Floats


def innings(order: Batting, bases: int = 0, most_runs: int = MOST_GAME_RUNS) -> Innings:
    """Return the half-innings of the nine batters in order, starting with these bases occupied and nobody out."""
    _nine(order)
    found = Innings(
        ends=np.zeros((NINE, NINE, most_runs + 1)),
        plate_appearances=np.zeros((NINE, NINE, most_runs + 1)),
        home_runs=np.zeros((NINE, most_runs + 1, MOST_RUNS + 1)),
    )
    work = np.zeros((2, STATES, most_runs + 1))
    left = _play(
        order.running, order.completed, order.home_run, bases, LEFT, MOST_BATTERS, work,
        found.ends, found.plate_appearances, found.home_runs,
    )  # fmt: skip
    finished(left)
    return found


def expected_runs(batters: Batting, order: Sequence[int] = range(NINE), played: int = NINE) -> Floats:
    """Return the expected runs in the given number of full innings, by the slot that leads off the first inning.

    The first element is the value for a game. `order` gives the nine batters as indices.
    """
    _nine(order)
    return np.asarray(runs_of_orders([order], batters.tables, played)[0])


def runs_alone(tables: Floats, played: int = NINE) -> Floats:
    """Return, for each batter of `Batting.tables`, the expected runs of nine copies of that batter in the given number
    of full innings.

    Raise ValueError for a batter who never makes an out.
    """
    runs, work, values = np.empty(len(tables)), np.empty((BASES, BASES + 1)), np.empty(STATES)
    if not _alone(tables, work, values, runs):
        raise ValueError("some batters never make an out")
    return played * runs


def plate_appearances(order: Batting, played: int = NINE) -> Floats:
    """Return the expected plate appearances by slot in the given number of full innings."""
    found = innings(order)
    leads = after_innings(found, played)[:played].sum((0, 2))
    return leads @ found.plate_appearances.sum(2)


def after_innings(played: Innings, number: int) -> Floats:
    """Return probabilities after 0 to `number` full innings led off by slot 0: [innings, slot due up, runs]."""
    chances = np.zeros((number + 1, *played.ends.shape[1:]))
    chances[0, 0, 0] = 1
    for inning in range(number):
        for runs, ends in enumerate(np.moveaxis(played.ends, 2, 0)):
            chances[inning + 1] += _shifted(ends.T @ chances[inning], runs)
    return chances


def _shifted(chances: Floats, runs: int) -> Floats:
    """Return probabilities by runs (last axis) after `runs` more runs; the last element still means "or more"."""
    moved, kept = np.zeros_like(chances), chances.shape[-1] - runs
    moved[..., runs:] = chances[..., :kept]
    moved[..., -1] += chances[..., kept:].sum(-1)
    return moved


def _nine(order: Sized) -> None:
    if len(order) != NINE:
        raise ValueError(f"an order of {len(order)} batters, not {NINE}")


@kernel
def _alone(tables, work, values, runs):
    """Fill in the runs of a half-inning of copies of each batter; return whether every batter makes outs.

    Gaussian elimination from the last out to the first, because outs never decrease. It needs no pivoting: no element
    of a row of the identity minus probabilities exceeds the diagonal one.
    """
    for batter in range(len(tables)):
        table = tables[batter]
        for outs in range(2, -1, -1):
            first = BASES * outs
            for i in range(BASES):
                s = first + i
                for j in range(BASES):
                    work[i, j] = -table[s, first + j]
                work[i, i] += 1.0
                work[i, BASES] = table[s, RUNS]
                for t in range(first + BASES, STATES):
                    work[i, BASES] += table[s, t] * values[t]
            for i in range(BASES):
                if work[i, i] < SINGULAR:
                    return False
                for k in range(i + 1, BASES):
                    factor = work[k, i] / work[i, i]
                    for j in range(i + 1, BASES + 1):
                        work[k, j] -= factor * work[i, j]
            for i in range(BASES - 1, -1, -1):
                value = work[i, BASES]
                for j in range(i + 1, BASES):
                    value -= work[i, j] * values[first + j]
                values[first + i] = value / work[i, i]
        runs[batter] = values[0]
    return True


@kernel
def _play(running, completed, home_run, bases, tolerance, most, work, ends, plate_appearances, home_runs):
    """Fill the arrays of Innings; return the greatest remaining probability."""
    last = ends.shape[2] - 1
    worst = 0.0
    for first in range(NINE):
        start, before = work[0], work[1]
        start[:, :] = 0.0
        start[bases, 0] = 1.0
        slot, mass, batters = first, 1.0, 0
        while mass >= tolerance and batters < most:
            highest = min(last, 2 * MOST_RUNS * batters)  # runs so far
            before[:, :] = 0.0
            for s in range(STATES):
                for t in range(END + 1):
                    for scored in range(MOST_RUNS + 1):
                        p = running[s, t, scored]
                        if p != 0.0:
                            for r in range(highest + 1):
                                if t == END:
                                    ends[first, slot, min(r + scored, last)] += p * start[s, r]
                                else:
                                    before[t, min(r + scored, last)] += p * start[s, r]
            highest = min(last, highest + MOST_RUNS)
            following = (slot + 1) % NINE
            start[:, :] = 0.0
            for s in range(STATES):
                on_homer = 1 + (s & 1) + (s >> 1 & 1) + (s >> 2 & 1)
                for r in range(highest + 1):
                    plate_appearances[first, slot, r] += before[s, r]
                    home_runs[first, r, on_homer] += before[s, r] * home_run[slot, s]
                for t in range(END + 1):
                    for scored in range(MOST_RUNS + 1):
                        p = completed[slot, s, t, scored]
                        if p != 0.0:
                            for r in range(highest + 1):
                                if t == END:
                                    ends[first, following, min(r + scored, last)] += p * before[s, r]
                                else:
                                    start[t, min(r + scored, last)] += p * before[s, r]
            mass = 0.0
            for s in range(STATES):
                for r in range(last + 1):
                    mass += start[s, r]
            slot = following
            batters += 1
        worst = max(worst, mass)
    return worst
