"""The simulated leagues' plate-appearance outcomes and runners' advances, in the form that the lineup model takes.

The figures are rounded from those for the majors in the late 2010s on Baseball-Reference's pages on league batting,
baserunning and situational hitting. No other base-running events are simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np

from skipper.lineups.advancement import END, MOST_RUNS, SACRIFICE, STATES, Advancement
from skipper.lineups.rates import (
    DOUBLE,
    ERROR,
    HOME_RUN,
    OUT,
    OUTCOMES,
    SINGLE,
    STRIKEOUT,
    TRIPLE,
    WALK,
    Floats,
)

LINE = np.array([0.22, 0.095, 0.033, 0.012, 0.004, 0.046, 0.145, 0.445])
"""Shares of plate appearances by outcome, in the order of OUTCOMES."""

FROM_SECOND_ON_SINGLE = (0.50, 0.55, 0.80)
"""Share of runners on second who score on a single, by outs; the others stop at third or are thrown out at home."""
THROWN_OUT = 0.03
"""Share of runners on second who are thrown out at home on a single."""
FIRST_TO_THIRD = 0.28
"""Share of runners on first who reach third on a single, if third is free."""
FROM_FIRST_ON_DOUBLE = (0.35, 0.38, 0.55)
DOUBLE_PLAY, FORCE_OUT = 0.22, 0.16
"""Shares of outs in play, with first occupied and fewer than two out, that are double plays and force-outs."""
SCORES_ON_OUT, TAKES_THIRD_ON_OUT, TAKES_SECOND_ON_OUT = 0.42, 0.28, 0.08
"""Shares of runners who advance on any other out, with fewer than two out."""
STEALS_SECOND, STEALS_THIRD, SAFE = 0.055, 0.012, 0.74
"""Shares of plate appearances with a runner free to steal in which the runner tries, and share of tries that succeed.
"""
WILD_PITCH = 0.012
"""Share of plate appearances with a runner on base in which all runners advance a base."""
BUNTS, PITCHER_BUNTS = 0.008, 0.35
"""Shares of plate appearances with first or second occupied, third free and fewer than two out."""

Fates = tuple[int, ...]
"""Where each runner goes, the lead runner first: a base, 4 for home, 0 for out."""


@cache
def base_running() -> Advancement:
    """Return the runners' advances in the simulated leagues."""
    running = np.zeros((STATES, STATES + 1, MOST_RUNS + 1))
    on_outcome = np.zeros((SACRIFICE + 1, STATES, STATES + 1, MOST_RUNS + 1))
    bunts = np.zeros((2, STATES))
    for state in range(STATES):
        on, outs = runners(state), state // 8
        _add(running[state], outs, _before_the_last_pitch(on))
        for outcome in range(len(OUTCOMES)):
            _add(on_outcome[outcome, state], outs, _on(outcome, on, outs))
        if outs < 2 and on and on[0] < 3:
            bunts[:, state] = BUNTS, PITCHER_BUNTS
        _add(on_outcome[SACRIFICE, state], outs, iter([((*(base + 1 for base in on), 0), 1.0)]))
    return Advancement(running, on_outcome, bunts)


def runners(state: int) -> tuple[int, ...]:
    """Return the bases occupied in a state, the lead runner's base first."""
    return tuple(base for base in (3, 2, 1) if state % 8 & 1 << base - 1)


def _add(table: Floats, outs: int, plays: Iterator[tuple[Fates, float]]) -> None:
    """Add plays, with their probabilities, to a table of transitions."""
    for fates, chance in plays:
        after = outs + fates.count(0)
        bases = sum(1 << base - 1 for base in fates if 0 < base < 4)
        scored = 0 if after >= 3 and fates[-1] == 0 else fates.count(4)
        table[END if after >= 3 else bases + 8 * after, scored] += chance


def _before_the_last_pitch(on: tuple[int, ...]) -> Iterator[tuple[Fates, float]]:
    left = 1.0
    if on:
        yield tuple(base + 1 for base in on), WILD_PITCH
        left -= WILD_PITCH
    for base, tries in ((1, STEALS_SECOND), (2, STEALS_THIRD)):
        if base in on and base + 1 not in on:
            for to, share in ((base + 1, SAFE), (0, 1 - SAFE)):
                yield tuple(to if each == base else each for each in on), tries * share
            left -= tries
    yield on, left


def _on(outcome: int, on: tuple[int, ...], outs: int) -> Iterator[tuple[Fates, float]]:
    """Yield the fates of runners and batter (last) on an outcome, with their probabilities."""
    if outcome == STRIKEOUT:
        yield (*on, 0), 1.0
    elif outcome == WALK:
        yield (*(base + 1 if {*range(1, base)} <= {*on} else base for base in on), 1), 1.0
    elif outcome in (HOME_RUN, TRIPLE):
        yield (*(4 for _ in on), 4 if outcome == HOME_RUN else 3), 1.0
    elif outcome == ERROR:
        yield (*(base + 1 for base in on), 1), 1.0
    elif outcome == DOUBLE:
        yield from _each(on, 2, {1: {4: FROM_FIRST_ON_DOUBLE[outs], 3: 1 - FROM_FIRST_ON_DOUBLE[outs]}})
    elif outcome == SINGLE:
        scores = FROM_SECOND_ON_SINGLE[outs]
        of_second = {4: scores, 0: THROWN_OUT, 3: 1 - scores - THROWN_OUT}
        yield from _each(on, 1, {2: of_second, 1: {3: FIRST_TO_THIRD, 2: 1 - FIRST_TO_THIRD}})
    elif outcome == OUT:
        yield from _on_out(on, outs)


def _on_out(on: tuple[int, ...], outs: int) -> Iterator[tuple[Fates, float]]:
    left = 1.0
    if 1 in on and outs < 2:
        others = tuple(base + 1 for base in on[:-1])
        yield (*others, 0, 0), DOUBLE_PLAY
        yield (*others, 0, 1), FORCE_OUT
        left -= DOUBLE_PLAY + FORCE_OUT
    chances = {3: SCORES_ON_OUT, 2: TAKES_THIRD_ON_OUT, 1: TAKES_SECOND_ON_OUT} if outs < 2 else {}
    ways = {base: {base + 1: chance, base: 1 - chance} for base, chance in chances.items()}
    for fates, chance in _each(on, 0, ways, stay=True):
        yield fates, chance * left


def _each(
    on: tuple[int, ...], batter: int, ways: Mapping[int, Mapping[int, float]], stay: bool = False
) -> Iterator[tuple[Fates, float]]:
    """Yield the fates of runners who advance independently, each at most to the base behind the runner ahead.

    `ways` gives the probabilities of each runner's bases; a runner not in it scores, or stays.
    """
    made: dict[Fates, float] = {(): 1.0}
    for base in on:
        further: dict[Fates, float] = {}
        for fates, chance in made.items():
            ahead = min((to for to in fates if to), default=4)
            for to, share in ways.get(base, {base if stay else 4: 1.0}).items():
                reached = to if ahead == 4 or to < ahead else ahead - 1
                key = (*fates, reached)
                further[key] = further.get(key, 0.0) + chance * share
        made = further
    for fates, chance in made.items():
        yield (*fates, batter), chance
