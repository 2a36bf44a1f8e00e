"""Play a game: from two lineup cards to a line score. No plays; a batter's talent shifts only the mean."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skipper.simulate.lineup_card import PLATOON_TALENT, LineupCard, platoon_advantage
from skipper.simulate.people import Person, Player
from skipper.simulate.schedule import ScheduledGame

RUNS_PER_GAME = 4.7
HOME_ADVANTAGE = 0.025
"""Share by which the home club scores more, and the visitor less."""
BATTING_WEIGHT = 0.35
"""Log runs per standard deviation of a lineup's mean talent."""
PITCHING_WEIGHT = 0.14
"""Log runs per standard deviation of the opposing starter's talent."""
BIG_INNING = 0.43
"""Chance of one more run once an inning has one."""
PITCHER_AT_BAT = -1.5
"""A pitcher's talent as a batter."""


@dataclass(frozen=True)
class Side:
    """One club in one game: its game of the season, its manager, its card and its runs by inning.

    An inning that the home club did not need to bat in is None.
    """

    game_of_season: int
    managed_by: Person
    card: LineupCard
    line: tuple[int | None, ...]

    @property
    def runs(self) -> int:
        """Return the runs scored in the game."""
        return sum(runs or 0 for runs in self.line)


@dataclass(frozen=True)
class Decisions:
    """Winning, losing and saving pitcher; None for a decision that nobody has."""

    winning: Person | None = None
    losing: Person | None = None
    saving: Person | None = None


@dataclass(frozen=True)
class Interruption:
    """Where a game stood when it was suspended, after `outs`, and the day (yyyymmdd) it was completed."""

    completed_on: str
    visitor_runs: int
    home_runs: int
    outs: int


@dataclass(frozen=True)
class PlayedGame:
    """One game as played. `outs` counts both sides' outs. `forfeited_to` is V, H or None.

    `attendance` is None for a doubleheader's first game: the crowd is counted once, at the second.
    """

    scheduled: ScheduledGame
    visitor: Side
    home: Side
    outs: int
    minutes: int
    attendance: int | None
    decisions: Decisions
    interruption: Interruption | None = None
    forfeited_to: str | None = None

    @property
    def home_won(self) -> bool:
        """Whether the home club has the win; a forfeit counts whatever the score. There are no ties."""
        if self.forfeited_to:
            return self.forfeited_to == "H"
        return self.home.runs > self.visitor.runs


def expected_runs(card: LineupCard, opposing_starter: Player, advantage: float) -> float:
    """Return the mean runs in nine innings of a lineup against a starting pitcher; `advantage` is the home share."""
    hand = opposing_starter.person.throws
    batting = [
        PITCHER_AT_BAT if player.pitches else player.talent + PLATOON_TALENT * platoon_advantage(player, hand)
        for player, _ in card.slots
    ]
    level = BATTING_WEIGHT * (sum(batting) / len(batting) - PLATOON_TALENT / 2)
    return RUNS_PER_GAME * (1 + advantage) * math.exp(level - PITCHING_WEIGHT * opposing_starter.talent)


def play_innings(
    visitor_mean: float, home_mean: float, rng: np.random.Generator
) -> tuple[tuple[int | None, ...], tuple[int | None, ...], int]:
    """Return both line scores and the outs, from mean runs in nine innings; ties go to extra innings."""
    visitor: list[int | None] = [*_inning_runs(visitor_mean / 9, 9, rng)]
    home: list[int | None] = [*_inning_runs(home_mean / 9, 8, rng)]
    while True:
        behind = _total(visitor) - _total(home)
        if behind < 0:
            return tuple(visitor), (*home, None), 6 * len(visitor) - 3
        bottom = _inning_runs(home_mean / 9, 1, rng)[0]
        if bottom > behind:
            # The game ends with the winning run, or with all runs of a home run.
            home.append(min(bottom, behind + int(rng.choice((1, 1, 1, 2, 3, 4)))))
            return tuple(visitor), tuple(home), 6 * len(visitor) - 3 + int(rng.integers(0, 3))
        home.append(bottom)
        if bottom < behind:
            return tuple(visitor), tuple(home), 6 * len(visitor)
        visitor += _inning_runs(visitor_mean / 9, 1, rng)


def _total(line: Sequence[int | None]) -> int:
    return sum(runs or 0 for runs in line)


def _inning_runs(mean: float, innings: int, rng: np.random.Generator) -> list[int]:
    """Return the runs in so many innings: mostly none, and a geometric number once there is one."""
    scoring = rng.random(innings) < mean * (1 - BIG_INNING)
    return [int(runs) for runs in scoring * rng.geometric(1 - BIG_INNING, innings)]
