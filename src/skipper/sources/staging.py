"""Source files read by Spark's workers into Parquet, which the tables are then made from.

Each worker parses whole files with Arrow and writes the records itself: nothing but counts passes through
the driver.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from skipper.session import no_rows
from skipper.sources import lahman, register
from skipper.sources.parsed import QUARANTINE_SCHEMA, Parsed, SourceError
from skipper.sources.retrosheet import gamelogs

SOURCES: dict[str, ModuleType] = {module.SOURCE: module for module in (gamelogs, lahman, register)}
RECORD_SETS: dict[str, pa.Schema] = {
    **{name: schema for module in SOURCES.values() for name, schema in module.RECORD_SETS.items()},
    "quarantine": QUARANTINE_SCHEMA,
}
TASKS_PER_CORE = 6  # so that cores finish together, and files are not too small
Parse = Callable[[str, Path], Parsed]
_OUTCOME = "source string, path string, file string, season int, rows long, kept long, error string"
_OUTCOME_SCHEMA = pa.schema(
    [
        ("source", pa.string()),
        ("path", pa.string()),
        ("file", pa.string()),
        ("season", pa.int32()),
        ("rows", pa.int64()),
        ("kept", pa.int64()),
        ("error", pa.string()),
    ]
)


@dataclass(frozen=True)
class FileCount:
    """How many records one file held of one season (null: not known).

    `rows` counts them before any was quarantined, `kept` those staged. `path` is the file, `file` its label.
    """

    source: str
    path: str
    file: str
    season: int | None
    rows: int
    kept: int


@dataclass(frozen=True)
class Staged:
    """The records of all sources as Parquet under `folder`, and what was read from each file."""

    spark: SparkSession
    folder: Path
    counts: list[FileCount] = field(default_factory=list)

    def records(self, record_set: str) -> DataFrame:
        """A record set as a DataFrame; empty when no source had it."""
        schema = from_arrow_schema(RECORD_SETS[record_set])
        files = [str(file) for file in sorted((self.folder / record_set).glob("*.parquet"))]
        if not files:
            return no_rows(self.spark, schema)
        return self.spark.read.schema(schema).parquet(*files)

    def quarantined(self) -> list[dict[str, Any]]:
        """What the parsers rejected, as rows of QUARANTINE_SCHEMA."""
        files = sorted((self.folder / "quarantine").glob("*.parquet"))
        return pa.concat_tables([pq.read_table(file) for file in files]).to_pylist() if files else []

    def seasons(self) -> set[int]:
        """The seasons that game records were read of."""
        return {count.season for count in self.counts if count.source == gamelogs.SOURCE and count.season}


def stage(
    spark: SparkSession,
    files: Iterable[tuple[str, Path]],
    folder: Path,
    seasons: Collection[int] | None,
    gamelog_folder: Path | None = None,
) -> Staged:
    """Read (source, path) pairs into `folder`. Raises SourceError when a source cannot be used at all.

    Game logs are called by their place in `gamelog_folder`.
    """
    parse = partial(_parse, seasons=seasons, gamelog_folder=gamelog_folder)
    work = [(source, str(path)) for source, path in files]
    if not work:
        return Staged(spark, folder)
    context = spark.sparkContext
    slices = min(len(work), TASKS_PER_CORE * context.defaultParallelism)
    spread = [pair for start in range(slices) for pair in work[start::slices]]
    listed = context.parallelize(spread, slices).toDF("source string, path string")
    outcomes = listed.mapInArrow(_reader(folder, parse), _OUTCOME).collect()
    errors = [outcome.error for outcome in outcomes if outcome.error]
    if errors:
        raise SourceError("; ".join(sorted(errors)))
    return Staged(
        spark,
        folder,
        [FileCount(o.source, o.path, o.file, o.season, o.rows, o.kept) for o in outcomes if o.file],
    )


def _reader(folder: Path, parse: Parse) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        writers: dict[str, pq.ParquetWriter] = {}
        try:
            for batch in batches:
                for pair in batch.to_pylist():
                    yield _read_one(pair["source"], pair["path"], parse, folder, writers)
        finally:
            for writer in writers.values():
                writer.close()

    return read


def _read_one(
    source: str,
    path: str,
    parse: Parse,
    folder: Path,
    writers: dict[str, pq.ParquetWriter],
) -> pa.RecordBatch:
    try:
        parsed = parse(source, Path(path))
    except SourceError as error:
        return _outcomes([{"source": source, "path": path, "error": str(error)}])
    for record_set, tables in (*parsed.records.items(), ("quarantine", [parsed.quarantine()])):
        for table in tables:
            if table.num_rows:
                _writer(record_set, folder, writers).write_table(table)
    return _outcomes(
        [
            {
                "source": source,
                "path": path,
                "file": file,
                "season": season,
                "rows": rows,
                "kept": parsed.kept[file, season],
            }
            for (file, season), rows in parsed.read.items()
        ]
    )


def _parse(source: str, path: Path, seasons: Collection[int] | None, gamelog_folder: Path | None) -> Parsed:
    if source == gamelogs.SOURCE:
        return gamelogs.parse(path, seasons, gamelog_folder)
    return SOURCES[source].parse(path)


def _writer(record_set: str, folder: Path, writers: dict[str, pq.ParquetWriter]) -> pq.ParquetWriter:
    if record_set not in writers:
        target = folder / record_set
        target.mkdir(parents=True, exist_ok=True)
        writers[record_set] = pq.ParquetWriter(
            target / f"{uuid.uuid4().hex}.parquet", RECORD_SETS[record_set], compression="lz4"
        )
    return writers[record_set]


def _outcomes(rows: list[dict[str, object]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(rows, _OUTCOME_SCHEMA)
