"""Innings of a batting order as a Markov chain over batter due up, bases and outs.

After Bukiet, Harold and Palacios, A Markov Chain Approach to Baseball, Operations Research 45 (1997). Nothing is
simulated: each plate appearance multiplies the probabilities of the 24 states by the batter's transitions, until the
probability that the half-inning continues falls below LEFT.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass

import numpy as np

from skipper.compiled import Compiler
from skipper.lineups.advancement import END, MOST_RUNS, STATES
from skipper.lineups.batting import Batting, Means
from skipper.lineups.rates import Floats

_COMPILER = Compiler(__package__)
kernel, part = _COMPILER.kernel, _COMPILER.part

NINE = 9  # batters of an order
LEFT = 1e-12
"""A half-inning is cut off when the probability that it continues falls below LEFT.

The error is less than LEFT times the runs that would follow.
"""
MOST_BATTERS = 10_000  # maximum batters in a half-inning; exceeded only if batters hardly ever make outs
MOST_GAME_RUNS = 60


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
    _finished(left)
    return found


def expected_runs(batters: Batting, order: Sequence[int] = range(NINE), played: int = NINE) -> Floats:
    """Return the expected runs in the given number of full innings, by the slot that leads off the first inning.

    The first element is the value for a game. `order` gives the nine batters as indices.
    """
    _nine(order)
    means = batters.means
    runs, leads, work = np.zeros(NINE), np.zeros((NINE, NINE)), np.zeros((2, STATES))
    chosen = np.array(order)
    left = _means(chosen, means.states, means.unfinished, means.last, means.runs, LEFT, MOST_BATTERS, work, leads, runs)
    _finished(left)
    value = np.zeros(NINE)
    for _ in range(played):
        value = runs + leads @ value
    return value


def runs_alone(batters: Means, played: int = NINE) -> Floats:
    """Return, for each batter, the expected runs of nine copies of that batter in the given number of full innings.

    Raise ValueError for a batter who never makes an out.
    """
    runs = np.linalg.solve(np.eye(STATES) - batters.states, batters.runs[..., None])[:, 0, 0]
    return np.asarray(played * runs, np.float64)


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


def _finished(left: float) -> None:
    if not left < LEFT:
        raise ValueError(f"a half-inning continues after {MOST_BATTERS} batters: some batters never make an out")


@kernel
def _means(order, states, unfinished, last, runs, tolerance, most, work, leads, expected):
    """Fill lead-off probabilities and expected runs by lead-off slot; return the greatest remaining probability."""
    worst = 0.0
    for first in range(NINE):
        now, then = work[0], work[1]
        now[:] = 0.0
        now[0] = 1.0
        slot, mass, batters = first, 1.0, 0
        while mass >= tolerance and batters < most:
            then[:] = 0.0
            batter, following = order[slot], (slot + 1) % NINE
            for s in range(STATES):
                p = now[s]
                expected[first] += p * runs[batter, s]
                leads[first, slot] += p * unfinished[s]
                leads[first, following] += p * last[batter, s]
                for t in range(8 * (s // 8), STATES):
                    then[t] += p * states[batter, s, t]
            mass = 0.0
            for s in range(STATES):
                now[s] = then[s]
                mass += then[s]
            slot = following
            batters += 1
        worst = max(worst, mass)
    return worst


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
