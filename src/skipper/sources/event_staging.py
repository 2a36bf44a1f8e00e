"""Event files read by Spark's workers, which write the tables of plays themselves.

A worker takes a batch of files, reads and plays them, and writes Parquet: into the lake what a batch alone can
tell, into staging what needs the season or other sources. Nothing but paths and counts passes through the driver.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from skipper.lake.contract import Table
from skipper.lake.files import WrittenFile
from skipper.lake.play_files import write_plays, write_seasons
from skipper.plays.soundness import without, without_unusable
from skipper.plays.tables import PARTIAL, WHOLE, PlayTables
from skipper.sources.parsed import QUARANTINE_SCHEMA, Rejected, shorten
from skipper.sources.retrosheet.events import lines as ln
from skipper.sources.retrosheet.events.event_vocabulary import EventVocabulary
from skipper.sources.retrosheet.events.listing import Listed, ListedFile, batches, read_batch
from skipper.sources.retrosheet.events.plays import Plays, RejectedLines, read_plays
from skipper.sources.retrosheet.events.rosters import Rosters
from skipper.sources.retrosheet.gamelogs import NAMED
from skipper.tables import ejection, event_game, pitching_appearance, play_difference

SOURCE = "retrosheet_event"
BATCH_BYTES = 8 * 1024**2  # of event files: 130,000 plays, so that a worker's memory stays flat
BATCHES_PER_CORE = 2  # at least, where there is so much to read, so that cores finish together
MOST_TASKS_PER_CORE = 6  # each takes its batches one after the other: a task costs 0.1 s before it begins
LEAST_BYTES = 1024**2
MOST_TEXTS = 1 << 18  # event texts that a worker remembers: more than all seasons have
MOST_STRINGS = 1 << 14  # fielders' and location texts likewise; their numbers are 16 bits wide
_FILES = pa.schema(
    [
        ("file", pa.string()),
        ("season", pa.int32()),
        ("rows_in", pa.int64()),
        ("rows_out", pa.int64()),
        ("rows_quarantined", pa.int64()),
    ]
)
_COMPARED = pa.schema([("season", pa.int32()), ("figure", pa.string()), ("compared", pa.int64())])
_GAMES = pa.schema([("batch", pa.int32()), ("game_id", pa.string())])


def _part(table: Table, names: Iterable[str]) -> pa.Schema:
    return pa.schema([table.arrow_schema.field(name) for name in names])


STAGED: dict[str, pa.Schema] = {
    "pitching_appearance": _part(pitching_appearance.TABLE, pitching_appearance.OF_GAME),
    "event_club_game": _part(event_game.CLUB_GAME, event_game.OF_PLAYS),
    "ejection": ejection.TABLE.arrow_schema,
    "play_difference": play_difference.TABLE.arrow_schema,
    "people": NAMED,
    "quarantine": QUARANTINE_SCHEMA,
    "files": _FILES,
    "compared": _COMPARED,
    "games": _GAMES,
}
_WRITTEN = "name string, path string, size long, rows long, season int, written_at long"
_WRITTEN_SCHEMA = pa.schema(
    [
        ("name", pa.string()),
        ("path", pa.string()),
        ("size", pa.int64()),
        ("rows", pa.int64()),
        ("season", pa.int32()),
        ("written_at", pa.int64()),
    ]
)


@dataclass(frozen=True)
class StagedPlays:
    """What was read of event files: files of tables written in the lake, not committed, and staged record sets."""

    spark: SparkSession
    folder: Path
    written: dict[str, list[WrittenFile]]
    listed: Listed

    def records(self, record_set: str) -> DataFrame:
        """A record set of STAGED as a DataFrame."""
        files = self._files(record_set)
        schema = from_arrow_schema(STAGED[record_set])
        return self.spark.read.schema(schema).parquet(*files) if files else self.spark.createDataFrame([], schema)

    def rows(self, record_set: str) -> list[dict[str, Any]]:
        """A record set, which must be small, as dictionaries."""
        return [row for file in self._files(record_set) for row in pq.read_table(file, partitioning=None).to_pylist()]

    def _files(self, record_set: str) -> list[str]:
        return [str(file) for file in sorted((self.folder / record_set).glob("*.parquet"))]

    @property
    def seasons(self) -> set[int]:
        """The seasons of the games that can be used."""
        return {file.season for file in self.written["event_game"] if file.season is not None}

    @cached_property
    def quarantined(self) -> list[dict[str, Any]]:
        """What was not used, as rows of QUARANTINE_SCHEMA: games whole, lines outside games, files."""
        rejected = [*self.listed.unreadable]
        rejected += [
            Rejected(file, line, None, shorten(text), why) for file, line, text, why in self.listed.rosters.rejected
        ]
        return [*self.rows("quarantine"), *(_quarantine_row(item, 1) for item in rejected)]

    @cached_property
    def counts(self) -> list[dict[str, Any]]:
        """Lines read, used and quarantined by file and season: `build_log`'s columns. Blank lines outside games are
        not counted."""
        bad = Counter(item[0] for item in self.listed.rosters.rejected)
        rosters = [
            {
                "file": file,
                "season": None,
                "rows_in": lines,
                "rows_out": lines - bad[file],
                "rows_quarantined": bad[file],
            }
            for file, lines in self.listed.rosters.lines.items()
        ]
        return [*self.rows("files"), *rosters]

    def compared(self) -> dict[str, int]:
        """How many figures the event files gave themselves, by figure."""
        found: Counter[str] = Counter()
        for row in self.rows("compared"):
            found[row["figure"]] += row["compared"]
        return dict(found)


def stage_plays(
    spark: SparkSession,
    listed: Listed,
    lake: Path,
    folder: Path,
    person_ids: Mapping[str, str],
    seasons: Collection[int] | None,
    tables: Collection[str] = (*WHOLE, *PARTIAL),
) -> StagedPlays:
    """Read the listed event files with Spark's workers, writing files into tables of `lake` and staging `folder`.

    `tables` are those to make; a benchmark may want fewer. Of a game that comes twice the first, by season and name
    of the file, is kept.
    """
    context = spark.sparkContext
    cores = context.defaultParallelism
    total = sum(file.size for file in listed.events)
    size = max(LEAST_BYTES, min(BATCH_BYTES, total // (cores * BATCHES_PER_CORE) + 1))
    work = dict(enumerate(batches(listed.events, size)))
    shared = context.broadcast((listed.rosters, dict(person_ids)))
    read = _Reading(spark, lake, folder, shared, seasons, tables)
    written = read.run({number: (files, set()) for number, files in work.items()})
    again = {number: (work[number], games) for number, games in _repeated(folder).items()}
    if again:
        written = {**written, **read.run(again)}
    shared.unpersist()
    by_table: dict[str, list[WrittenFile]] = {name: [] for name in WHOLE}
    for files in written.values():
        for name, file in files:
            by_table[name].append(file)
    return StagedPlays(spark, folder, by_table, listed)


def _repeated(folder: Path) -> dict[int, set[str]]:
    """By batch the games that an earlier batch has too."""
    found: dict[int, set[str]] = defaultdict(set)
    seen: set[str] = set()
    files = sorted((folder / "games").glob("*.parquet"), key=lambda file: int(file.stem))
    for file in files:
        games = set(pq.read_table(file)["game_id"].to_pylist())
        if games & seen:
            found[int(file.stem)] = games & seen
        seen |= games
    return dict(found)


Worker = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


@dataclass(frozen=True)
class _Reading:
    """Runs batches on Spark's workers."""

    spark: SparkSession
    lake: Path
    folder: Path
    shared: Any
    seasons: Collection[int] | None
    tables: Collection[str]

    def run(self, work: Mapping[int, tuple[list[ListedFile], set[str]]]) -> dict[int, list[tuple[str, WrittenFile]]]:
        """Read each batch without some games; returns the files written in the lake, with their table, by batch."""
        if not work:
            return {}
        rows = [
            (number, json.dumps([asdict(file) for file in files]), json.dumps(sorted(games)))
            for number, (files, games) in work.items()
        ]
        context = self.spark.sparkContext
        slices = min(len(rows), MOST_TASKS_PER_CORE * context.defaultParallelism)
        listed = context.parallelize(rows, slices).toDF("batch int, files string, without string")
        worker = self._worker()
        found: dict[int, list[tuple[str, WrittenFile]]] = defaultdict(list)
        for row in listed.mapInArrow(worker, f"batch int, {_WRITTEN}").collect():
            values = row.asDict()
            number, name = values.pop("batch"), values.pop("name")
            found[number].append((name, WrittenFile(**values)))
        return found

    def _worker(self) -> Worker:
        lake, folder, shared, seasons, tables = self.lake, self.folder, self.shared, self.seasons, tuple(self.tables)

        def work(rows: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            rosters, person_ids = shared.value
            for row in (row for batch in rows for row in batch.to_pylist()):
                files = [ListedFile(**values) for values in json.loads(row["files"])]
                task = _Task(row["batch"], set(json.loads(row["without"])), rosters, person_ids, seasons, tables)
                written = [{"name": name, **asdict(file)} for name, file in task.run(files, lake, folder)]
                number = pa.array([row["batch"]] * len(written), pa.int32())
                yield pa.RecordBatch.from_pylist(written, _WRITTEN_SCHEMA).add_column(0, "batch", number)

        return work


class _Known:
    """What a worker process has learnt of event texts, kept from batch to batch."""

    vocabulary = EventVocabulary()


def _vocabulary() -> EventVocabulary:
    known = _Known.vocabulary
    if len(known) > MOST_TEXTS or len(known.strings) > MOST_STRINGS:
        _Known.vocabulary = EventVocabulary()
    return _Known.vocabulary


@dataclass(frozen=True)
class _Task:
    """One batch of files. `without` are games that another batch has."""

    number: int
    without: set[str]
    rosters: Rosters
    person_ids: Mapping[str, str]
    seasons: Collection[int] | None
    tables: Collection[str]

    def run(self, listed: list[ListedFile], lake: Path, folder: Path) -> Iterator[tuple[str, WrittenFile]]:
        """Read the files and write the tables; yields the files written in the lake, with the name of the table."""
        files, unreadable = read_batch(listed)
        plays = without_unusable(read_plays(files, self.rosters, _vocabulary(), set(self.without)))
        plays = self._of_seasons(plays)
        for name, rows in self._accounts(plays, unreadable).items():
            self._stage(pa.Table.from_pylist(rows, STAGED[name]), folder / name)
        if not len(plays):
            for name in (*PARTIAL, "compared"):
                self._stage(STAGED[name].empty_table(), folder / name)
            return
        made = PlayTables(plays, self.rosters, self.person_ids)
        counted = [{"season": None, "figure": "earned_runs", "compared": made.earned_runs_compared}]
        self._stage(pa.Table.from_pylist(counted, _COMPARED), folder / "compared")
        for name in self.tables:
            table = made[name]
            if name in PARTIAL:
                self._stage(table, folder / name)
            elif table.num_rows:
                yield from ((name, file) for file in write_seasons(table, lake / name))

    def _stage(self, table: pa.Table, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        write_plays(table, folder / f"{self.number}.parquet")  # in the place of what a first reading left

    def _of_seasons(self, plays: Plays) -> Plays:
        """The plays of the seasons asked for."""
        if self.seasons is None:
            return plays
        other = np.flatnonzero(plays.kept & ~np.isin(plays.games.seasons, list(self.seasons)))
        return without(plays, other) if len(other) else plays

    def _accounts(self, plays: Plays, unreadable: list[Rejected]) -> dict[str, list[dict[str, Any]]]:
        rejected = [item for item in plays.rejected if self._asked(item.season)]
        quarantine = [_quarantine_row(item, item.last_line - item.first_line + 1) for item in rejected]
        games = [plays.games.names[game] for game in np.flatnonzero(plays.kept).tolist()]
        return {
            "quarantine": [*quarantine, *(_quarantine_row(item, None) for item in unreadable)],
            "files": [row for row in _line_counts(plays, rejected) if self._asked(row["season"])],
            "games": [{"batch": self.number, "game_id": name} for name in games],
        }

    def _asked(self, season: int | None) -> bool:
        return self.seasons is None or season is None or season in self.seasons


def _quarantine_row(item: Rejected | RejectedLines, lines: int | None) -> dict[str, Any]:
    return {
        "source": SOURCE,
        "file": item.file,
        "line": item.line,
        "season": item.season,
        "text": item.text,
        "reason": item.reason,
        "lines": None if item.line is None else lines,
    }


def _line_counts(plays: Plays, rejected: list[RejectedLines]) -> list[dict[str, Any]]:
    """Lines by file and season: all that there are, those of games that are used, those in quarantine."""
    lines, games = plays.lines, plays.games
    total = len(lines.kinds)
    inside = games.of_line >= 0
    file = np.searchsorted(plays.file_first_lines, np.arange(total), "right") - 1
    season = np.where(inside, games.seasons[games.of_line] if len(games.seasons) else 0, 0)
    used = inside & (plays.kept[games.of_line] if len(plays.kept) else False)
    counted = inside | (lines.kinds != ln.BLANK)
    keys, place = np.unique(file[counted].astype(np.int64) << 32 | season[counted], return_inverse=True)
    read = np.bincount(place, minlength=len(keys))
    kept = np.bincount(place[used[counted]], minlength=len(keys))
    bad: Counter[tuple[str, int | None]] = Counter()
    for item in rejected:
        bad[item.file, item.season] += item.last_line - item.first_line + 1
    rows = []
    for key, lines_in, lines_out in zip(keys.tolist(), read.tolist(), kept.tolist(), strict=True):
        label, of_season = plays.files[key >> 32], (key & 0xFFFFFFFF) or None
        row = {"file": label, "season": of_season, "rows_in": lines_in, "rows_out": lines_out}
        rows.append({**row, "rows_quarantined": bad[label, of_season]})
    return rows
