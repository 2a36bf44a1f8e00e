"""Parquet files of a lake: this module writes and reads every byte of a table.

The process that holds the rows writes them: a season task, the driver, or a Spark worker. It returns path, size and row
count, which is all that a commit needs, so rows never pass through the driver to be written.
"""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, DataFrameReader, SparkSession

    from skipper.lake.contract import Table

BYTES_IN_MEMORY = 48 << 20  # a Spark worker writes its rows when it holds this many bytes


@dataclass(frozen=True)
class WrittenFile:
    """One Parquet file: `path` in the table's folder; `season` is null if the rows have no single season.

    `written_at` is in milliseconds since 1970, as in Delta's log; `digest` is that of the file's bytes.
    """

    path: str
    size: int
    rows: int
    season: int | None
    written_at: int
    digest: str


def digest_of(path: Path) -> str:
    """Return 64 bits of BLAKE2b of a file's bytes, in hex: enough to notice damage, not to resist a forger."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()


def write_season(table: pa.Table, folder: Path, season: int, plays: bool = False) -> WrittenFile:
    """Write one season's rows as a new file in a partitioned table's folder; `plays` selects encodings for plays."""
    return _write(table.drop_columns(["season"]), folder, f"season={season}", season, plays)


def write_whole(table: pa.Table, folder: Path) -> WrittenFile:
    """Write rows from any seasons as a new file in a table's folder."""
    return _write(table, folder, "", None, False)


def write_dataframe(df: DataFrame, folder: Path, schema: pa.Schema) -> list[WrittenFile]:
    """Write a DataFrame as new files in a table's folder; Spark's workers write one file per partition."""
    types = "path string, size long, rows long, season int, written_at long, digest string"
    found = df.mapInArrow(_worker(folder, schema), types).collect()
    return [WrittenFile(**row.asDict()) for row in found]


def _worker(folder: Path, schema: pa.Schema) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def write(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        held: list[pa.RecordBatch] = []
        for batch in batches:
            held.append(batch)
            if sum(one.nbytes for one in held) >= BYTES_IN_MEMORY:
                yield _written(held, folder, schema)
                held = []
        if any(batch.num_rows for batch in held):
            yield _written(held, folder, schema)

    return write


def _written(batches: list[pa.RecordBatch], folder: Path, schema: pa.Schema) -> pa.RecordBatch:
    file = write_whole(pa.Table.from_batches(batches).cast(schema), folder)
    types = {
        "path": pa.string(),
        "size": pa.int64(),
        "rows": pa.int64(),
        "season": pa.int32(),
        "written_at": pa.int64(),
        "digest": pa.string(),
    }
    return pa.RecordBatch.from_pylist([vars(file)], pa.schema(list(types.items())))


def _write(table: pa.Table, folder: Path, inside: str, season: int | None, plays: bool) -> WrittenFile:
    path = Path(inside, f"part-{uuid.uuid4().hex}.parquet")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if plays:
        _write_plays(table, target)
    else:
        pq.write_table(table, target, compression="zstd", compression_level=1)
    size, written_at = target.stat().st_size, int(time.time() * 1000)
    return WrittenFile(path.as_posix(), size, table.num_rows, season, written_at, digest_of(target))


def _write_plays(table: pa.Table, target: Path) -> None:
    """Write a file of plays in its own encodings: texts as codes, numbers as differences.

    Measured on `event` of 2019 (98 columns, 160,000 rows; milliseconds of a busy core, in turns, and megabytes), these
    settings take 167 and 4.6; with lz4 158 and 5.5; uncompressed 130 and 8.1. Plain compressed numbers took a quarter
    more than differences, dictionary-encoded numbers twice as much, and flags as runs half as much again. Columns
    without nulls have no null levels, which saves a tenth. Narrower codes or numbers, other memory pools and smaller
    pages save nothing.
    """
    # The Delta table, not a file, decides whether a column may hold nulls.
    fields = [
        field.with_nullable(bool(column.null_count)) for field, column in zip(table.schema, table.columns, strict=True)
    ]
    table = pa.Table.from_arrays(table.columns, schema=pa.schema(fields))
    coded = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    counted = [field.name for field in table.schema if pa.types.is_integer(field.type)]
    for field in table.schema:
        if pa.types.is_list(field.type):
            (counted if pa.types.is_integer(field.type.value_type) else coded).append(f"{field.name}.list.element")
    pq.write_table(
        table,
        target,
        compression="zstd",
        compression_level=1,
        use_dictionary=coded,
        column_encoding=dict.fromkeys(counted, "DELTA_BINARY_PACKED"),
        write_statistics=[name for name in ("game_id",) if name in table.column_names],
        write_batch_size=1 << 18,
        data_page_size=1 << 23,
        max_rows_per_page=1 << 20,
        store_schema=False,
    )


def read_rows(files: Sequence[tuple[Path, int | None]], table: Table) -> pa.Table:
    """Read a table's files, given with their seasons, as its contract's columns; without files, return no rows."""
    return pa.concat_tables([table.arrow_schema.empty_table(), *(_read(file, season, table) for file, season in files)])


def _read(file: Path, season: int | None, table: Table) -> pa.Table:
    rows = pq.read_table(file, partitioning=None)
    if table.partitioned:
        rows = rows.append_column("season", pa.array([season] * rows.num_rows, pa.int32()))
    return rows.select(table.column_names).cast(table.arrow_schema)


def without_seasons(rows: pa.Table, seasons: Iterable[int | None]) -> pa.Table:
    """Return the rows of seasons not given; a null among the given seasons drops the rows whose season is null."""
    replaced = pa.array(list(seasons), pa.int32())
    return rows.filter(pc.invert(pc.is_in(rows["season"], value_set=replaced)))


def read_dataframe(spark: SparkSession, folder: Path, files: Sequence[str], table: Table) -> DataFrame:
    """Read a table's files, by their paths in its folder, as a DataFrame with the contract's columns."""
    if not files:
        # The limit lets Spark's optimizer see that there are no rows, and skip joins and sums over them.
        return spark.createDataFrame([], table.ddl).limit(0)
    paths = [str(folder / file) for file in files]
    return parquet_reader(spark).schema(table.ddl).option("basePath", str(folder)).parquet(*paths)


def parquet_reader(spark: SparkSession) -> DataFrameReader:
    """Return a reader of files by their names: `?`, `*`, `[` and `{` in a path are no patterns."""
    return spark.read.option("__globPaths__", "false")  # DataSource.GLOB_PATHS_KEY, which Spark's own sources set
