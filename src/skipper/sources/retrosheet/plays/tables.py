"""All tables made from the plays in one batch of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

import pyarrow as pa

from skipper.sources.retrosheet.events.plays import Plays
from skipper.sources.retrosheet.events.rosters import Rosters
from skipper.sources.retrosheet.plays.appearances import PlateAppearances, appearances
from skipper.sources.retrosheet.plays.batch import Batch
from skipper.sources.retrosheet.plays.batting_order import in_own_slots
from skipper.sources.retrosheet.plays.earned_runs import EarnedRuns, earned_run_differences, earned_runs
from skipper.sources.retrosheet.plays.ejection import ejection
from skipper.sources.retrosheet.plays.event import event
from skipper.sources.retrosheet.plays.exceptions import play_exception
from skipper.sources.retrosheet.plays.game import club_game, event_game, event_lineup
from skipper.sources.retrosheet.plays.people import people
from skipper.sources.retrosheet.plays.pitchers import Pitchers, pitchers
from skipper.sources.retrosheet.plays.pitching_appearance import pitching_appearance
from skipper.sources.retrosheet.plays.plate_appearance import plate_appearance
from skipper.sources.retrosheet.plays.substitution import substitution

# Lake tables determined by plays alone, written as the plays are read; the record sets need the whole season.
WRITTEN = ("event", "plate_appearance", "substitution", "play_exception")


class PlayTables:
    """The tables from some plays by name (WRITTEN and RECORD_SETS), each built on first request.

    `person_ids` maps Retrosheet ids to person_ids.
    """

    def __init__(self, plays: Plays, rosters: Rosters, person_ids: Mapping[str, str]) -> None:
        self._batch = in_own_slots(Batch(plays, rosters, person_ids))

    def __getitem__(self, name: str) -> pa.Table:
        """Return a table. Raises KeyError for an unknown name."""
        makers: dict[str, Callable[[], pa.Table]] = {
            "event": lambda: event(self._batch, self._appearances),
            "plate_appearance": lambda: plate_appearance(self._batch, self._appearances),
            "substitution": lambda: substitution(self._batch, self._pitchers),
            "event_file_game": lambda: event_game(self._batch),
            "event_file_lineup": lambda: event_lineup(self._batch),
            "play_exception": lambda: play_exception(self._batch),
            "event_file_pitching": lambda: pitching_appearance(self._batch, self._appearances, self._pitchers),
            "event_file_club_game": lambda: club_game(self._batch, self._pitchers),
            "event_file_ejection": lambda: ejection(self._batch),
            "event_file_earned_run": lambda: earned_run_differences(self._batch, self._earned, self._pitchers),
            "event_file_person": lambda: people(self._batch),
        }
        return makers[name]()

    @property
    def earned_runs_compared(self) -> int:
        """Return the number of pitcher-games with earned runs in `data,er` records."""
        return int((self._earned.theirs >= 0).sum())

    @cached_property
    def _appearances(self) -> PlateAppearances:
        return appearances(self._batch)

    @cached_property
    def _pitchers(self) -> Pitchers:
        return pitchers(self._batch)

    @cached_property
    def _earned(self) -> EarnedRuns:
        return earned_runs(self._batch)
