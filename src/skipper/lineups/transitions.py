"""Tables of batters' plate appearances, made for many batters at once.

A batter's transitions over a whole plate appearance are linear in the rates, so a level's tables are one product of the
rates with matrices that are made once.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skipper.lineups.advancement import END, SACRIFICE, STATES, Advancement
from skipper.lineups.batting import RUNS, WIDTH, UnknownAdvanceError, batting, checked_rates
from skipper.lineups.rates import OUTCOMES, Floats


class Transitions:
    """A level's tables of plate appearances as a linear function of rates."""

    def __init__(self, advancement: Advancement) -> None:
        self._advancement = advancement
        running, on_outcome = np.nan_to_num(advancement.running), np.nan_to_num(advancement.on_outcome)
        runs = np.arange(running.shape[-1])
        before = running.sum(-1)[:, :END]
        bunts = np.nan_to_num(advancement.sacrifice_rate)
        self._by_outcome = np.zeros((len(bunts), len(OUTCOMES) + 1, STATES, WIDTH))
        for kind, bunt in enumerate(bunts):
            for outcome, by_state in enumerate(on_outcome):
                share = bunt if outcome == SACRIFICE else 1 - bunt
                table = self._by_outcome[kind, outcome]
                after = before @ (share[:, None] * by_state.sum(-1))
                table[:, :STATES], table[:, STATES + 1] = after[:, :END], after[:, END]
                table[:, RUNS] = before @ (share * (by_state @ runs).sum(-1))
            same = self._by_outcome[kind, SACRIFICE]  # whatever the batter's rates
            same[:, STATES] = running.sum(-1)[:, END]
            same[:, RUNS] += (running @ runs).sum(-1)
        self._refusal = cache(self._refused)

    def tables(self, rates: ArrayLike, pitchers: ArrayLike) -> Floats:
        """Return the tables, as in `Batting.tables`, for batters with these rates [batter, outcome].

        `pitchers` marks the pitchers. Rates and advances are not checked: see `unknown`.
        """
        rates, pitchers = np.asarray(rates, float), np.asarray(pitchers, bool)
        factors = np.concatenate([rates, np.ones((len(rates), 1))], axis=1)
        found = np.empty((len(rates), STATES * WIDTH))
        for kind, batters in enumerate((~pitchers, pitchers)):
            found[batters] = factors[batters] @ self._by_outcome[kind].reshape(len(OUTCOMES) + 1, -1)
        return found.reshape(-1, STATES, WIDTH)

    def unknown(self, rates: ArrayLike, pitchers: ArrayLike, firsts: ArrayLike) -> list[UnknownAdvanceError | None]:
        """Return, per group of batters, the error that `batting` would raise for the group.

        A group begins at each of the indices `firsts` and ends where the next begins. Only the outcomes that the group
        has decide, so groups alike are examined once. Raise ValueError if rates do not sum to 1.
        """
        rates, pitchers = checked_rates(rates), np.asarray(pitchers, bool)
        has = (rates > 0) @ (1 << np.arange(len(OUTCOMES)))
        of_group = np.bitwise_or.reduceat(np.where(pitchers, has << len(OUTCOMES), has), np.asarray(firsts))
        return [self._refusal(each) for each in of_group.tolist()]

    def _refused(self, outcomes: int) -> UnknownAdvanceError | None:
        """Examine a group by its outcomes: bits of batters' outcomes, then of pitchers'."""
        has = (outcomes >> np.arange(2 * len(OUTCOMES)) & 1).reshape(2, -1).astype(float)
        kinds: NDArray[np.intp] = np.flatnonzero(has.any(1))
        try:
            batting(has[kinds] / has[kinds].sum(1, keepdims=True), self._advancement, kinds == 1)
        except UnknownAdvanceError as error:
            return error
        return None
