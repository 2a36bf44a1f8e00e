"""Parquet files of a table, written by Spark's own workers.

The workers take Arrow batches and write the files themselves, and return only what a commit needs: path,
size, rows. Measured on 126 seasons, this takes a quarter of the time of Spark's partitioned JVM writer,
whose cost is a file opened per season and table.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import DataFrame

WRITTEN = "path string, size long, rows long, season int, written_at long"
ROWS_IN_MEMORY = 2_000_000  # a worker writes what it holds when it has this many rows
# The same of a table without seasons: those have the longest rows, claims and verdicts with their evidence.
BYTES_IN_MEMORY = 48 << 20


@dataclass(frozen=True)
class WrittenFile:
    """One Parquet file: `path` relative to the table's folder, `season` null where there is none."""

    path: str
    size: int
    rows: int
    season: int | None
    written_at: int


def write_files(df: DataFrame, folder: Path, schema: pa.Schema, by_season: bool) -> list[WrittenFile]:
    """Write `df` as new files of `folder`, in a sub-folder `season=2016` for each season where `by_season`."""
    rows = df.mapInArrow(_writer(folder, schema, by_season), WRITTEN).collect()
    return [WrittenFile(**row.asDict()) for row in rows]


def write_table(table: pa.Table, folder: Path, by_season: bool) -> list[WrittenFile]:
    """Write a table that the driver holds, as `write_files` does."""
    write = _writer(folder, table.schema, by_season)
    return [WrittenFile(**row) for batch in write(iter(table.to_batches())) for row in batch.to_pylist()]


def _writer(
    folder: Path, schema: pa.Schema, by_season: bool
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        held: dict[int | None, list[pa.RecordBatch]] = {}
        rows = held_bytes = 0
        for batch in batches:
            for season, part in _seasons(batch) if by_season else [(None, batch)]:
                held.setdefault(season, []).append(part)
            rows += batch.num_rows
            held_bytes += batch.nbytes
            if rows >= ROWS_IN_MEMORY or (held_bytes >= BYTES_IN_MEMORY and not by_season):
                yield from _flush(held, folder, schema, by_season)
                held, rows, held_bytes = {}, 0, 0
        yield from _flush(held, folder, schema, by_season)

    return write


def _seasons(batch: pa.RecordBatch) -> Iterator[tuple[int | None, pa.RecordBatch]]:
    """The batch by season; most batches are of one."""
    seasons = pc.unique(batch["season"]).to_pylist()
    for season in seasons:
        if len(seasons) == 1:
            yield season, batch
        else:
            of_season = pc.is_null(batch["season"]) if season is None else pc.equal(batch["season"], season)
            yield season, batch.filter(of_season)


def _flush(
    held: dict[int | None, list[pa.RecordBatch]], folder: Path, schema: pa.Schema, by_season: bool
) -> Iterator[pa.RecordBatch]:
    for season, batches in held.items():
        table = pa.Table.from_batches(batches).cast(schema)
        if table.num_rows == 0:
            continue
        if not by_season:
            yield _write_one(table, folder, folder, None)
            continue
        of_season = folder / f"season={'__HIVE_DEFAULT_PARTITION__' if season is None else season}"
        yield _write_one(table.drop_columns(["season"]), of_season, folder, season)


def _write_one(table: pa.Table, folder: Path, root: Path, season: int | None) -> pa.RecordBatch:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"part-{uuid.uuid4().hex}.parquet"
    pq.write_table(table, path, compression="zstd")
    row = {
        "path": path.relative_to(root).as_posix(),
        "size": path.stat().st_size,
        "rows": table.num_rows,
        "season": season,
        "written_at": int(time.time() * 1000),
    }
    types = [pa.string(), pa.int64(), pa.int64(), pa.int32(), pa.int64()]
    return pa.RecordBatch.from_arrays([pa.array([v], t) for v, t in zip(row.values(), types, strict=True)], list(row))
