"""The sources read: their records in staging, what went to quarantine, and the seasons that are to be built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from skipper.build.plays import read_events
from skipper.build.writing import Run
from skipper.sources import event_batch
from skipper.sources.event_staging import StagedPlays
from skipper.sources.parsed import Parsed
from skipper.sources.retrosheet import gamelogs
from skipper.sources.staging import Staged, stage
from skipper.tables.rejected_records import rejected_records

OF_GAMES = ("gamelog", "gamelog_lineup")  # the record sets of which lines are rejected


class NothingBuiltError(Exception):
    """Not one game of the input could be used."""


@dataclass(frozen=True)
class Read:
    """The sources of one build.

    `rejected` are the lines of game logs that comparison with others rejects (null: none), `seasons` those of the
    game logs with a game that can be used, `quarantined` rows of QUARANTINE_SCHEMA, `plays` null without event files.
    """

    staged: Staged
    rejected: DataFrame | None
    seasons: set[int]
    quarantined: list[dict[str, Any]]
    plays: StagedPlays | None

    def records(self, record_set: str) -> DataFrame:
        """The records of a set that can be used; none where no source had it."""
        records = self.staged.records(record_set)
        if self.rejected is None or record_set not in OF_GAMES:
            return records
        return records.join(F.broadcast(self.rejected), on=self.rejected.columns, how="left_anti")

    def seasons_of_plays(self) -> set[int]:
        """The seasons of the event files with a game that can be used."""
        return self.plays.seasons if self.plays is not None else set()

    def built_seasons(self) -> set[int]:
        """The seasons that this build writes, from game logs or event files."""
        return self.seasons | self.seasons_of_plays()


def read_sources(run: Run, files: list[tuple[str, Path]]) -> Read:
    """Read the files, and the event files if any. Raises NothingBuiltError where no game of them can be used."""
    run.progress("reading the sources")
    staged = stage(run.spark, files, run.lake.staging, run.inputs.seasons, run.inputs.gamelogs)
    rejected = _reject(staged)
    plays = _read_events(run, staged)
    found = [*staged.quarantined(), *rejected, *(plays.quarantined if plays is not None else [])]
    quarantined = sorted(found, key=lambda row: (row["file"], row["line"] or 0))
    lines = [(row["file"], row["line"]) for row in rejected]
    read = Read(
        staged,
        run.spark.createDataFrame(lines, "source_file string, source_line long") if lines else None,
        _seasons_with_games(staged, quarantined),
        quarantined,
        plays,
    )
    _require_games(run, read)
    return read


def _read_events(run: Run, staged: Staged) -> StagedPlays | None:
    if run.inputs.events is None:
        return None
    run.progress("reading the plays")
    return read_events(run.spark, run.inputs.events, run.lake, staged, run.inputs.seasons)


def _reject(staged: Staged) -> list[dict[str, Any]]:
    """Records rejected by comparison with others, as quarantine rows with their text."""
    teams = staged.records("lahman_teams").select("season", "league", "club").collect()
    found = rejected_records(staged.records("gamelog"), map(tuple, teams))
    texts = gamelogs.read_lines(
        {count.path for count in staged.counts}, {(item.file, item.line) for item in found if item.line is not None}
    )
    whole = [item if item.line is None else replace(item, text=texts[item.file, item.line]) for item in found]
    return Parsed(gamelogs.SOURCE, rejected=whole).quarantine().to_pylist()


def _seasons_with_games(staged: Staged, quarantined: list[dict[str, Any]]) -> set[int]:
    """The seasons to build. One whose records are all in quarantine is left as the lake has it."""
    seasons = staged.seasons()
    games: Counter[int | None] = Counter(dict.fromkeys(seasons, 0))
    for count in staged.counts:
        if count.source == gamelogs.SOURCE:
            games[count.season] += count.rows
    for row in quarantined:
        if row["source"] == gamelogs.SOURCE and row["line"] is not None:
            games[row["season"]] -= 1
    return {season for season in seasons if games[season] > 0}


def _require_games(run: Run, read: Read) -> None:
    if read.seasons_of_plays():
        return
    counted = sum(count.rows for count in read.staged.counts if count.source == gamelogs.SOURCE)
    bad = [row for row in read.quarantined if row["source"] == gamelogs.SOURCE]
    if counted > sum(row["line"] is not None for row in bad):
        return
    bad += [row for row in read.quarantined if row["source"] == event_batch.SOURCE]
    reasons = "\n".join(f"{row['file']}: {_at(row['line'])}{row['reason']}" for row in bad[:10])
    wanted = "" if run.inputs.seasons is None else f" of {_span(run.inputs.seasons)}"
    given = " and ".join(str(path) for path in (run.inputs.gamelogs, run.inputs.events) if path is not None)
    raise NothingBuiltError(f"{given}: no game{wanted} could be read\n{reasons}".rstrip())


def _at(line: int | None) -> str:
    return "" if line is None else f"line {line}: "


def _span(seasons: Collection[int]) -> str:
    return ", ".join(map(str, sorted(seasons)))
