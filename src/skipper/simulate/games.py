"""A game as it was played: lineups, line scores, decisions and, if recorded, the plays."""

from dataclasses import dataclass

import numpy as np

from skipper.simulate.lineup_card import LineupCard
from skipper.simulate.people import Person
from skipper.simulate.schedule import ScheduledGame


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

    `attendance` is None for the first game of a doubleheader, because the crowd is counted only at the second game.
    `plays` are the records of plays and substitutions in Retrosheet's event format, empty if they are not recorded.
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
    """Return the attendance, unknown for the first game of a doubleheader."""
    if scheduled.game_number == 1:
        return None
    weekend = 1.35 if scheduled.day.weekday() >= 4 else 1.0
    return int(scheduled.home.league.crowd * weekend * rng.uniform(0.45, 1.15))
