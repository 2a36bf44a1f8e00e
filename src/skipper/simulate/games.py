"""Simulate a game's line score from two lineups. Individual plays are not simulated; talent affects mean runs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skipper.simulate.lineup_card import PLATOON_TALENT, LineupCard, platoon_advantage
from skipper.simulate.people import Person, Player
from skipper.simulate.schedule import ScheduledGame

RUNS_PER_GAME = 4.7
HOME_ADVANTAGE = 0.025
"""Share by which the home club scores more and the visiting club less than the mean."""
BATTING_WEIGHT = 0.35
"""Change in log runs per standard deviation of a lineup's mean talent."""
PITCHING_WEIGHT = 0.14
"""Reduction in log runs per standard deviation of the opposing starter's talent."""
BIG_INNING = 0.43
"""Probability of another run after each run in an inning."""
PITCHER_AT_BAT = -1.5
"""A pitcher's talent as a batter."""


@dataclass(frozen=True)
class Side:
    """One club in a game, with its game number in the season, manager, lineup and runs by inning.

    An inning in which the home club did not need to bat is None.
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
    """The winning, losing and saving pitchers, or None for a decision that was not awarded."""

    winning: Person | None = None
    losing: Person | None = None
    saving: Person | None = None


@dataclass(frozen=True)
class Interruption:
    """The score and total outs when a game was suspended, and the day (yyyymmdd) on which it was completed."""

    completed_on: str
    visitor_runs: int
    home_runs: int
    outs: int


@dataclass(frozen=True)
class PlayedGame:
    """A game as played. `outs` counts the outs of both sides. `forfeited_to` is V, H or None.

    `attendance` is None for the first game of a doubleheader, because the crowd is counted once, at the second game.
    `plays` are the records of plays and substitutions in Retrosheet's event format, empty if these were not simulated.
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
    plays: tuple[str, ...] = ()

    @property
    def home_won(self) -> bool:
        """Return whether the home club won. A forfeit overrides the score. There are no ties."""
        if self.forfeited_to:
            return self.forfeited_to == "H"
        return self.home.runs > self.visitor.runs


def attendance(scheduled: ScheduledGame, rng: np.random.Generator) -> int | None:
    """Return the crowd, unknown for the first game of a doubleheader."""
    if scheduled.game_number == 1:
        return None
    weekend = 1.35 if scheduled.day.weekday() >= 4 else 1.0
    return int(scheduled.home.league.crowd * weekend * rng.uniform(0.45, 1.15))


def expected_runs(card: LineupCard, opposing_starter: Player, advantage: float) -> float:
    """Return a lineup's expected runs in nine innings against a starter, raised by the share `advantage`."""
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
    """Return both line scores and the total outs, given expected runs in nine innings. Ties go to extra innings."""
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
    """Return random runs for the number of innings: usually 0, otherwise a geometrically distributed number."""
    scoring = rng.random(innings) < mean * (1 - BIG_INNING)
    return [int(runs) for runs in scoring * rng.geometric(1 - BIG_INNING, innings)]
