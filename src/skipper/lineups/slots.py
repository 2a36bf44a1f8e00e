"""What batters add to an order's runs by slot and by pair of slots: the value of an order to the second order.

Batters differ little, so an order's runs are almost exactly those of nine average batters, plus what each batter adds
in a slot, plus what each pair of batters adds in two slots. The terms are a Taylor series in the batters' rates around
a level's average batter; its coefficients are differences of runs in the chain, the same for all batters of the level.
docs/benchmarks.md states the error. To choose the best order by this value is a quadratic assignment problem (Koopmans
and Beckmann, Econometrica 25, 1957).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from skipper.lineups.cycles import NINE, runs_of_orders
from skipper.lineups.rates import OUT, OUTCOMES, Floats
from skipper.lineups.transitions import Transitions

Singles = NDArray[np.float32]

DIRECTIONS = len(OUTCOMES)
"""Directions in which batters differ from the average: each outcome but OUT at the expense of OUT, and from the average
hitter to the average pitcher."""
_PITCHER = OUT  # the direction that takes the place of OUT
PAIRS = tuple(combinations(range(NINE), 2))
_STEP = 0.05  # of the difference quotients, times the square root of an outcome's rate, as rates of batters vary
_RAREST = 1e-4  # of a rate in the step


@dataclass(frozen=True)
class SlotModel:
    """The coefficients of one level, for a number of full innings, `played`.

    `average` and `pitcher` are the rates of the average hitter and the average pitcher who bats, and `share` the
    pitchers' share of the batters. `first` [slot, direction] and `second` [slot, slot, direction, direction] are the
    derivatives of the expected runs.
    """

    played: int
    average: Floats
    pitcher: Floats
    share: float
    first: Floats
    second: Floats

    def directions(self, rates: Floats, pitchers: NDArray[np.bool_]) -> Floats:
        """Return how batters differ from the average: [..., direction] of rates [..., outcome]."""
        found = rates - np.where(pitchers[..., None], self.pitcher, self.average)
        found[..., _PITCHER] = pitchers - self.share
        return found

    def singles(self, directions: Floats) -> Singles:
        """Return what each batter of some nines adds by slot: [nine, slot, batter]."""
        own = np.arange(NINE)
        twice = np.einsum("sfg,nbf,nbg->nsb", self.second[own, own], directions, directions, optimize=True)
        return np.asarray(np.einsum("sf,nbf->nsb", self.first, directions) + twice / 2, np.float32)

    def pairs(self, directions: Floats) -> Singles:
        """Return what each two batters of some nines add in each two slots: [nine, batter, pair of PAIRS, batter]."""
        single = directions.astype(np.float32)
        second = np.stack([self.second[pair] for pair in PAIRS], 1).astype(np.float32)  # [direction, pair, direction]
        halves = np.tensordot(single, second, 1).reshape(len(single), -1, DIRECTIONS)
        return np.asarray((halves @ single.transpose(0, 2, 1)).reshape(len(single), NINE, len(PAIRS), NINE))


def slot_model(transitions: Transitions, rates: Floats, pitchers: NDArray[np.bool_], played: int) -> SlotModel:
    """Return the model around the average of these batters [batter, outcome], for this many full innings."""
    hitters = rates[~pitchers] if (~pitchers).any() else rates
    average, pitcher = hitters.mean(0), (rates[pitchers] if pitchers.any() else hitters).mean(0)
    share = float(pitchers.mean())
    size = _STEP * np.sqrt(np.maximum(average, _RAREST))
    size[_PITCHER] = 1 - share  # as the pitcher himself differs
    outcomes = np.eye(DIRECTIONS)
    corners = transitions.tables(
        np.stack([*outcomes, average, pitcher]), [*[False] * (DIRECTIONS + 1), bool(pitchers.any())]
    )
    step = corners[:DIRECTIONS] - corners[OUT]
    step[_PITCHER] = corners[-1] - corners[-2]
    center = corners[-2] + share * step[_PITCHER]
    step *= size[:, None, None]
    every = range(DIRECTIONS)
    both = list(combinations(every, 2))
    batters = np.stack([center, *(center + step), *(center - step), *(center + step[f] + step[g] for f, g in both)])
    # Each batter among eight average ones, and each two of them so many places apart: rotations give all slots.
    apart = [(places, f, g) for places in range(1, NINE // 2 + 1) for f in every for g in every]
    orders = np.zeros((len(batters) + len(apart), NINE), np.int64)
    orders[: len(batters), 0] = np.arange(len(batters))
    for row, (places, f, g) in enumerate(apart, len(batters)):
        orders[row, 0], orders[row, places] = 1 + f, 1 + g
    by_lead = runs_of_orders(orders, batters, played)
    gained = by_lead[:, -np.arange(NINE) % NINE] - by_lead[0]  # [order, slot of the batter in place 0]
    more, less = gained[1 : 1 + DIRECTIONS], gained[1 + DIRECTIONS : 1 + 2 * DIRECTIONS]
    second = np.zeros((NINE, NINE, DIRECTIONS, DIRECTIONS))
    own = np.arange(NINE)
    for f in every:
        second[own, own, f, f] = more[f] + less[f]
    for row, (f, g) in enumerate(both, 1 + 2 * DIRECTIONS):
        second[own, own, f, g] = second[own, own, g, f] = gained[row] - more[f] - more[g]
    for row, (places, f, g) in enumerate(apart, len(batters)):
        later = (own + places) % NINE
        second[own, later, f, g] = second[later, own, g, f] = gained[row] - more[f] - more[g][later]
    return SlotModel(played, average, pitcher, share, (more - less).T / 2 / size, second / np.outer(size, size))
