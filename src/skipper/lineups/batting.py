"""Join batters' rates and the runners' advancement into the transitions of each batter's plate appearance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skipper.lineups.advancement import END, STATES, Advancement
from skipper.lineups.rates import HOME_RUN, OUTCOMES, Floats

_EVERY_OUTCOME = (*OUTCOMES, "sacrifice")
_ROUNDING = 1e-9  # tolerance for sums of probabilities
WIDTH = 32  # length of a table's row: 24 states, lead-offs of the next half-inning, expected runs; whole cache lines
RUNS = STATES + 2  # the column of expected runs
_SECOND = 2  # the state with a runner on second and nobody out


class UnknownAdvanceError(ValueError):
    """Raised if batters' rates need an advance of the runners that was never observed."""


@dataclass(frozen=True)
class Batting:
    """Transition probabilities for each batter's plate appearances.

    `running` [state, state or END, runs] covers what happens before the last event and is the same for all batters.
    `completed` has the transitions of the last event, by batter (first axis), and `home_run` [batter, state] gives the
    share that are home runs, on which all runs count even if they win the game.
    """

    running: Floats
    completed: Floats
    home_run: Floats

    def __len__(self) -> int:
        return len(self.completed)

    def of(self, batters: Sequence[int]) -> Batting:
        """Return the transitions for only these batters, in this order."""
        chosen = list(batters)
        return Batting(self.running, self.completed[chosen], self.home_run[chosen])

    @cached_property
    def means(self) -> Means:
        """Return the transitions over whole plate appearances, with expected runs."""
        running, completed = self.running.sum(-1), self.completed.sum(-1)
        runs = np.arange(self.running.shape[-1])
        before, on_last = running[:, :END], (self.completed @ runs).sum(-1)
        return Means(
            states=before @ completed[:, :, :END],
            unfinished=running[:, END],
            last=completed[:, :, END] @ before.T,
            runs=(self.running @ runs).sum(-1) + on_last @ before.T,
        )

    @cached_property
    def tables(self) -> Floats:
        """Return the batters' tables of whole plate appearances: [batter, state, WIDTH].

        The first STATES columns have the states afterwards. Column STATES is the probability that the half-inning ends
        so that the same batter leads off the next, column STATES + 1 that the following batter does; column RUNS has
        the expected runs.
        """
        tables = np.zeros((len(self), STATES, WIDTH))
        tables[..., :STATES] = self.means.states
        tables[..., STATES] = self.means.unfinished
        tables[..., STATES + 1] = self.means.last
        tables[..., RUNS] = self.means.runs
        return tables


@dataclass(frozen=True)
class Means:
    """Transition probabilities over whole plate appearances, by the state in which they begin.

    `states` [batter, state, state]; `unfinished` [state] is the probability that the half-inning ends before the plate
    appearance does, so that the same batter leads off the next one; `last` [batter, state] is the probability that it
    ends with this batter; `runs` [batter, state] gives the expected runs.
    """

    states: Floats
    unfinished: Floats
    last: Floats
    runs: Floats


def batting(rates: ArrayLike, advancement: Advancement, pitchers: ArrayLike | None = None) -> Batting:
    """Return the transitions for batters with these rates [batter, outcome]; `pitchers` marks the pitchers (null means
    that there are none).

    A state that is never reached in the observed plays may be unknown. Raise ValueError if rates do not sum to 1, and
    UnknownAdvanceError if they need an advance that was never observed.
    """
    rates = checked_rates(rates)
    kind = np.zeros(len(rates), int) if pitchers is None else np.asarray(pitchers, bool).astype(int)
    sacrifice = advancement.sacrifice_rate[kind]
    bunt = np.nan_to_num(sacrifice)
    chance = np.concatenate([(1 - bunt)[:, None] * rates[:, :, None], bunt[:, None]], axis=1)
    running, on_outcome = np.nan_to_num(advancement.running), np.nan_to_num(advancement.on_outcome)
    completed = np.einsum("bos,ostr->bstr", chance, on_outcome, optimize=True)
    started, ended = _reached(running, completed)
    never = np.flatnonzero(started & np.isnan(advancement.running).any((-2, -1)))
    if never.size:
        raise UnknownAdvanceError(f"advances before the last event are unknown in state {never[0]}")
    unknown = np.flatnonzero(ended & np.isnan(sacrifice).any(0))
    if unknown.size:
        raise UnknownAdvanceError(f"sacrifices are unknown in state {unknown[0]}")
    lacking = np.argwhere(ended & (chance > 0).any(0) & np.isnan(advancement.on_outcome).any((-2, -1)))
    if lacking.size:
        outcome, state = lacking[0]
        raise UnknownAdvanceError(f"advances on a {_EVERY_OUTCOME[outcome]} are unknown in state {state}")
    return Batting(running, completed, chance[:, HOME_RUN].copy())


def checked_rates(rates: ArrayLike) -> Floats:
    """Return rates [batter, outcome] as floats; raise ValueError if they are unknown, negative or do not sum to 1."""
    rates = np.asarray(rates, float)
    if rates.ndim != 2 or rates.shape[1] != len(OUTCOMES):
        raise ValueError(f"rates have the shape {rates.shape}, not (batters, {len(OUTCOMES)})")
    bad = np.flatnonzero(~((rates >= 0).all(1) & (abs(rates.sum(1) - 1) < _ROUNDING)))
    if bad.size:
        raise ValueError(f"rates of batter {bad[0]} are unknown, negative or do not sum to 1")
    return rates


def _reached(running: Floats, completed: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the states in which a plate appearance can begin, and those in which its last event can.

    A half-inning begins with nobody on base or, in extra innings, with a runner on second.
    """
    before, after = running.sum(-1)[:, :END] > 0, (completed.sum((0, -1)) > 0)[:, :END]
    started = np.isin(np.arange(END), (0, _SECOND))
    while True:
        ended = started @ before
        more = started | (ended @ after)
        if (more == started).all():
            return started, ended
        started = more
