"""A club's players as the arrays for a game: the rates that their talent implies, the relievers, and the pinch hitter
for each batter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skipper.lineups.rates import Floats
from skipper.simulate.base_running import LINE
from skipper.simulate.lineup_card import DESIGNATED_HITTER, LineupCard, Policy
from skipper.simulate.people import Player
from skipper.simulate.play_game import BOTH, LEFT, NOBODY, PITCHER, RIGHT, Integers, Team
from skipper.simulate.rosters import Roster

# Logarithms of the ratio to the league's line, by outcome: strikeout, walk, home run, error, triple, double, single,
# out. A standard deviation of batting talent is worth about 0.03 in weighted on-base average, as it is in the majors.
BATTING = np.array([-0.14, 0.12, 0.22, 0.0, 0.05, 0.08, 0.05, 0.0])
POWER = np.array([0.24, 0.10, 0.45, 0.0, -0.30, 0.0, -0.14, 0.0])
"""Effect of a batter's power, worth about nothing in runs. With BATTING it makes batters differ in strikeouts, home
runs and singles about as much as in 2019, and in walks, doubles and triples less."""
PITCHING = np.array([0.12, -0.12, -0.10, 0.0, -0.03, -0.05, -0.03, 0.0])
PLATOON = np.array([-0.07, 0.06, 0.09, 0.0, 0.03, 0.04, 0.02, 0.0])
"""Effect of the platoon advantage, relative to the mean over both hands."""
AT_HOME = np.array([-0.02, 0.02, 0.02, 0.0, 0.05, 0.0, 0.01, 0.0])
PITCHERS_AT_BAT = np.log([1.9, 0.4, 0.15, 1.0, 0.3, 0.35, 0.6, 1.0])
BATTERS_OF_A_RELIEVER = 6
STARTERS_SPREAD = 2.5  # standard deviation of the number of batters that a starter faces before tiring
_HANDS = {"L": LEFT, "R": RIGHT, "B": BOTH}
_ANY_NUMBER = 999


@dataclass(frozen=True)
class Squad:
    """A club's players in a season, numbered as in the roster, with their ratios to the league's line.

    The axes of `batting` are [at home, player, pitcher's hand, outcome]; those of `pitching` are [player, outcome].
    """

    roster: Roster
    numbers: dict[Player, int]
    batting: Floats
    pitching: Floats
    bats: Integers
    throws: Integers

    @classmethod
    def of(cls, roster: Roster) -> Squad:
        """Return the squad for a roster."""
        players = roster.players
        log_batting = np.stack([[_log_batting(player, hand) for hand in "LR"] for player in players])
        pitching = np.exp(np.outer([player.talent * player.pitches for player in players], PITCHING))
        return cls(
            roster=roster,
            numbers={player: number for number, player in enumerate(players)},
            batting=np.exp(np.stack([log_batting - AT_HOME, log_batting + AT_HOME])),
            pitching=pitching,
            bats=np.array([_HANDS[player.person.bats] for player in players]),
            throws=np.array([_HANDS[player.person.throws] for player in players]),
        )

    def team(
        self, card: LineupCard, policy: Policy, bench: Sequence[Player], at_home: bool, rng: np.random.Generator
    ) -> Team:
        """Return the club for one game; `bench` has the available hitters who did not start."""
        order = np.array([self.numbers[player] for player, _ in card.slots])
        positions = np.array([position for _, position in card.slots])
        closer, *others = (self.numbers[player] for player in self.roster.bullpen)
        middle = np.roll(others, int(rng.integers(len(others)))).tolist()
        starter = max(9, round(rng.normal(policy.starter_batters, STARTERS_SPREAD)))
        return Team(
            batting=self.batting[int(at_home)],
            pitching=self.pitching,
            bats=self.bats,
            throws=self.throws,
            order=order,
            positions=positions,
            staff=np.array([self.numbers[card.starting_pitcher], *middle, closer]),
            limits=np.array([starter, *(BATTERS_OF_A_RELIEVER for _ in middle), _ANY_NUMBER]),
            pinch=self._pinch_hitters(positions, bench),
            hook_runs=policy.hook_runs,
            pinch_inning=policy.pinch_inning,
        )

    def _pinch_hitters(self, positions: Integers, bench: Sequence[Player]) -> Integers:
        """Return who may bat for each slot: the best bat for the pitcher, elsewhere somebody who plays the position."""
        left = sorted(bench, key=lambda player: -player.talent)
        pinch = np.full(len(positions), NOBODY)
        for slot in np.argsort(positions != PITCHER, kind="stable").tolist():
            position = int(positions[slot])
            able = (p for p in left if position in (PITCHER, DESIGNATED_HITTER) or position in p.positions)
            player = next(able, None)
            if player is not None:
                left.remove(player)
                pinch[slot] = self.numbers[player]
        return pinch


def _log_batting(player: Player, hand: str) -> Floats:
    if player.pitches:
        return PITCHERS_AT_BAT
    advantage = 1 if player.person.bats != hand else -1
    return player.talent * BATTING + player.power * POWER + advantage * PLATOON


def rates(squad: Squad, at_home: bool = False) -> Floats:
    """Return players' rates [player, hand, outcome] against average pitchers of each hand."""
    weights = LINE * squad.batting[int(at_home)]
    return weights / weights.sum(-1, keepdims=True)
