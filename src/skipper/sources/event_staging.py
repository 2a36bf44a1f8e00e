"""Event files read by Spark's workers, which write the tables of plays themselves.

A worker takes a batch of files, reads and plays them, and writes Parquet: into the lake what a batch alone can
tell, into staging what needs the season or other sources. Nothing but paths and counts passes through the driver.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from skipper.lake.files import WrittenFile
from skipper.session import no_rows
from skipper.sources.event_batch import STAGED, EventBatch, quarantine_row
from skipper.sources.parsed import Rejected, shorten
from skipper.sources.retrosheet.events.listing import Listed, ListedFile, batches
from skipper.sources.retrosheet.plays.tables import PARTIAL, WHOLE

BATCH_BYTES = 8 * 1024**2  # of event files: 130,000 plays, so that a worker's memory stays flat
BATCHES_PER_CORE = 2  # at least, where there is so much to read, so that cores finish together
MOST_TASKS_PER_CORE = 6  # each takes its batches one after the other: a task costs 0.1 s before it begins
LEAST_BYTES = 1024**2


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
        return self.spark.read.schema(schema).parquet(*files) if files else no_rows(self.spark, schema)

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
        return [*self.rows("quarantine"), *(quarantine_row(item, 1) for item in rejected)]

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

    `tables` are those to make; a benchmark may want fewer. Of a game that comes twice the first copy with nothing
    wrong, by season and name of the file, is kept.
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


Written = list[tuple[str, WrittenFile]]  # a table's name, and a file in it
Work = tuple[int, tuple[list[ListedFile], set[str]]]  # a batch's number, its files, and the games to leave out


@dataclass(frozen=True)
class _Reading:
    """Runs batches on Spark's workers.

    An RDD of lists of files, not a DataFrame: planning and compiling a query for some twenty rows took Java as long as
    a worker reads a million plays.
    """

    spark: SparkSession
    lake: Path
    folder: Path
    shared: Any
    seasons: Collection[int] | None
    tables: Collection[str]

    def run(self, work: Mapping[int, tuple[list[ListedFile], set[str]]]) -> dict[int, Written]:
        """Read each batch without some games; returns the files written in the lake, with their table, by batch."""
        if not work:
            return {}
        context = self.spark.sparkContext
        slices = min(len(work), MOST_TASKS_PER_CORE * context.defaultParallelism)
        return dict(context.parallelize(list(work.items()), slices).map(self._worker()).collect())

    def _worker(self) -> Callable[[Work], tuple[int, Written]]:
        lake, folder, shared, seasons, tables = self.lake, self.folder, self.shared, self.seasons, tuple(self.tables)

        def read(work: Work) -> tuple[int, Written]:
            number, (files, without) = work
            rosters, person_ids = shared.value
            batch = EventBatch(number, without, rosters, person_ids, seasons, tables)
            return number, list(batch.run(files, lake, folder))

        return read
