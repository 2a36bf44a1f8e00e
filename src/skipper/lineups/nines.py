"""Find the best lineup of nine from a roster, given the positions that the players can fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linear_sum_assignment

from skipper.lineups.batting import Batting
from skipper.lineups.chain import NINE, expected_runs, runs_alone
from skipper.lineups.orders import all_orders

_RANK = 1e4  # value of a rank: more than nine values differ by
_OUT_OF_POSITION = -1e9  # value of a player where he cannot play: worse than any ranks


@dataclass(frozen=True)
class BestNine:
    """A batting order of nine players from a roster: `players` and `positions` (columns of `eligible`) by slot, and the
    order's runs.

    `sets` is the number of sets of nine that can fill the positions, and `examined` the number whose orders were all
    valued. `most_gained` is the most runs that reordering any of these sets gained over its screening order.
    """

    players: tuple[int, ...]
    positions: tuple[int, ...]
    runs: float
    sets: int
    examined: int
    most_gained: float


def best_nine(roster: Batting, eligible: ArrayLike, margin: float = inf) -> BestNine:
    """Return the nine players and the order with the most expected runs in nine innings.

    `eligible` [player, position] has nine positions: eight in the field and the designated hitter or the pitcher.
    Without a margin, the result is exact and takes half a second per set of nine. With a margin, each set of nine is
    screened by a single order, in which players are sorted by the runs that nine copies of each would score, and is
    skipped if that order scores more than `margin` runs below the best set's screening order. The result is exact
    unless reordering improves a skipped set by `margin` runs more than it improves the best set. Raise ValueError if no
    nine players can fill the positions.
    """
    eligible = np.asarray(eligible, bool)
    if eligible.shape != (len(roster), NINE):
        raise ValueError(f"eligible has the shape {eligible.shape}, not ({len(roster)}, {NINE})")
    alone = runs_alone(roster.tables)
    by_runs = sorted(range(len(roster)), key=lambda player: -alone[player])
    screened = [
        (float(expected_runs(roster, nine)[0]), nine)
        for nine in combinations(by_runs, NINE)
        if filled(eligible, nine) is not None
    ]
    if not screened:
        raise ValueError("no nine players of the roster can fill the nine positions")
    least = max(screened)[0] - margin
    examined = [(runs, nine) for runs, nine in screened if runs >= least]
    chosen: tuple[int, ...] = ()
    best, most_gained = -inf, 0.0
    for runs, nine in examined:
        orders = all_orders(roster.of(nine))
        order = orders.best()
        value = orders.value(order)
        most_gained = max(most_gained, value - runs)
        if value > best:
            best, chosen = value, tuple(nine[batter] for batter in order)
    positions = filled(eligible, chosen)
    assert positions is not None
    return BestNine(chosen, tuple(positions.tolist()), best, len(screened), len(examined), most_gained)


def likely_nine(values: ArrayLike, eligible: ArrayLike, ranks: ArrayLike = 0) -> tuple[int, ...] | None:
    """Return the nine players with the greatest sum of ranks and, among these, of values, who can fill the positions;
    None if no nine players can.

    `values`, such as the runs of nine copies of each player, and `ranks` (integers from -9 to 9) are by player;
    `eligible` is as in `best_nine`. The result is sorted by decreasing value.
    """
    values, eligible = np.asarray(values, float), np.asarray(eligible, bool)
    players = assigned(np.where(eligible, values[:, None], -np.inf), ranks)
    return None if players is None else tuple(sorted(players, key=lambda player: -values[player]))


def assigned(values: ArrayLike, ranks: ArrayLike = 0) -> tuple[int, ...] | None:
    """Return the player for each of nine positions with the greatest sum of ranks and, among these, of values; None if
    the positions cannot be filled.

    `values` [player, position], less than 1,000 apart, are -inf where a player cannot play; `ranks` (integers from -9
    to 9) are by player.
    """
    values = np.asarray(values, float)
    able = np.isfinite(values)
    ranked = values + _RANK * np.broadcast_to(ranks, len(values))[:, None]
    players, positions = linear_sum_assignment(np.where(able, ranked, _OUT_OF_POSITION), maximize=True)
    if len(players) < NINE or not able[players, positions].all():
        return None
    return tuple(players[np.argsort(positions)].tolist())


def filled(eligible: ArrayLike, players: Sequence[int]) -> NDArray[np.intp] | None:
    """Return a position for each player, all different; None if the players cannot fill the nine positions."""
    chances = np.asarray(eligible, bool)[list(players)]
    rows, positions = linear_sum_assignment(chances, maximize=True)
    return positions if chances[rows, positions].all() else None
