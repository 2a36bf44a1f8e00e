"""All tables made from the plays in one batch of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

import pyarrow as pa

from skipper.sources.plays.appearances import PlateAppearances, appearances
from skipper.sources.plays.batch import Batch
from skipper.sources.plays.batting_order import in_own_slots
from skipper.sources.plays.earned_runs import EarnedRuns, earned_run_differences, earned_runs
from skipper.sources.plays.ejection import ejection
from skipper.sources.plays.event import event
from skipper.sources.plays.events.plays import Plays
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.exceptions import play_exception
from skipper.sources.plays.game import club_game, event_game, event_lineup
from skipper.sources.plays.people import people
from skipper.sources.plays.pitchers import ListedPitchers, Pitchers, listed_pitchers, pitchers
from skipper.sources.plays.pitching_appearance import pitching_appearance
from skipper.sources.plays.plate_appearance import plate_appearance
from skipper.sources.plays.record_sets import RECORD_SETS
from skipper.sources.plays.substitution import substitution


class PlayTables:
    """The tables from some plays by name, each built on first request.

    `person_ids` maps Retrosheet ids to person_ids.
    """

    def __init__(self, plays: Plays, rosters: Rosters, person_ids: Mapping[str, str]) -> None:
        self.batch = in_own_slots(Batch(plays, rosters, person_ids))

    def __getitem__(self, name: str) -> pa.Table:
        """Return a table. Raises KeyError for an unknown name."""
        return _MAKERS[name](self)

    @property
    def earned_runs_compared(self) -> int:
        """Return the number of pitcher-games with earned runs in `data,er` records."""
        return int((self.earned.theirs >= 0).sum())

    @cached_property
    def appearances(self) -> PlateAppearances:
        """Return the plate appearances."""
        return appearances(self.batch)

    @cached_property
    def listed_pitchers(self) -> ListedPitchers:
        """Return the pitchers whom the records of each game put on the mound."""
        return listed_pitchers(self.batch)

    @cached_property
    def pitchers(self) -> Pitchers:
        """Return the pitchers of each game."""
        return pitchers(self.batch, self.listed_pitchers)

    @cached_property
    def earned(self) -> EarnedRuns:
        """Return the earned runs by pitcher."""
        return earned_runs(self.batch)


_MAKERS: dict[str, Callable[[PlayTables], pa.Table]] = {
    "event": lambda made: event(made.batch, made.appearances),
    "plate_appearance": lambda made: plate_appearance(made.batch, made.appearances),
    "substitution": lambda made: substitution(made.batch, made.listed_pitchers),
    "play_exception": lambda made: play_exception(made.batch),
    "event_file_game": lambda made: event_game(made.batch),
    "event_file_lineup": lambda made: event_lineup(made.batch),
    "event_file_pitching": lambda made: pitching_appearance(made.batch, made.appearances, made.pitchers),
    "event_file_club_game": lambda made: club_game(made.batch, made.pitchers),
    "event_file_ejection": lambda made: ejection(made.batch),
    "event_file_earned_run": lambda made: earned_run_differences(made.batch, made.earned, made.pitchers),
    "event_file_person": lambda made: people(made.batch),
}
# Lake tables, determined by plays alone and written as the plays are read; the record sets need the whole season.
WRITTEN = tuple(name for name in _MAKERS if name not in RECORD_SETS)
