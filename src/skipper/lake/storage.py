"""A lake's Parquet files: this module writes and reads every byte of a table.

The process that holds the rows writes them: a season task, the driver, or a Spark worker. It returns the path, size and
row count, which is all that a commit needs, so rows do not have to pass through the driver.
"""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from skipper.lake.location import Location, arrow_address, folder_of, read, write

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, DataFrameReader, SparkSession

    from skipper.lake.contract import Table
    from skipper.lake.manifest import LakeFile

_LISTED = "path string, season int, digest string"  # files that workers are to read
BYTES_IN_MEMORY = 48 << 20  # a Spark worker writes its rows when it holds this many bytes


@dataclass(frozen=True)
class WrittenFile:
    """One Parquet file: `path` in the table's folder; `season` is null if the rows have no single season.

    `written_at` is in milliseconds since 1970, as in Delta's log; `digest` is the digest of the file's bytes.
    """

    path: str
    size: int
    rows: int
    season: int | None
    written_at: int
    digest: str


def digest_of(content: bytes) -> str:
    """Return a 64-bit BLAKE2b digest of a file's bytes, in hexadecimal: enough to detect damage, but not tampering."""
    return hashlib.blake2b(content, digest_size=8).hexdigest()


class DamagedFileError(OSError):
    """A file's bytes differ from those written."""


def intact(file: Location, digest: str) -> bytes:
    """Return the bytes of a file that a build derives rows from. Raises DamagedFileError unless they have the digest:
    rows derived from damaged bytes would get a new digest, which would hide the damage."""
    content = read(file)
    if digest_of(content) != digest:
        raise DamagedFileError(
            f"{file}: the bytes differ from those written: restore an intact build with `skipper doctor --repair`, or "
            "build into a new folder"
        )
    return content


def write_season(table: pa.Table, folder: Location, season: int, plays: bool = False) -> WrittenFile:
    """Write one season's rows as a new file in a partitioned table's folder; `plays` selects the encodings for
    plays."""
    return _write(table.drop_columns(["season"]), folder, f"season={season}/", season, plays)


def write_whole(table: pa.Table, folder: Location) -> WrittenFile:
    """Write rows of any seasons as a new file in a table's folder."""
    return _write(table, folder, "", None, False)


def write_dataframe(df: DataFrame, folder: Location, schema: pa.Schema) -> list[WrittenFile]:
    """Write a DataFrame as new files in a table's folder; Spark's workers write one file per partition."""
    types = "path string, size long, rows long, season int, written_at long, digest string"
    found = df.mapInArrow(_worker(folder, schema), types).collect()
    return [WrittenFile(**row.asDict()) for row in found]


def _worker(folder: Location, schema: pa.Schema) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
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


def _written(batches: list[pa.RecordBatch], folder: Location, schema: pa.Schema) -> pa.RecordBatch:
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


def _write(table: pa.Table, folder: Location, inside: str, season: int | None, plays: bool) -> WrittenFile:
    path = f"{inside}part-{uuid.uuid4().hex}.parquet"
    sink = pa.BufferOutputStream()
    if plays:
        _write_plays(table, sink)
    else:
        # A file has one season in one row group, whose least and greatest values would rule out hardly any query.
        pq.write_table(table, sink, compression="zstd", compression_level=1, write_statistics=False)
    content = sink.getvalue().to_pybytes()
    write(folder / path, content)
    return WrittenFile(path, len(content), table.num_rows, season, int(time.time() * 1000), digest_of(content))


def _write_plays(table: pa.Table, sink: pa.BufferOutputStream) -> None:
    """Write plays in their own encodings: texts as codes, numbers as differences.

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
        sink,
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


def read_rows(folder: Location, files: Iterable[LakeFile | WrittenFile], table: Table) -> pa.Table:
    """Read a table's files as its contract's columns; if there are no files, return no rows. Raises
    DamagedFileError."""
    schema = table.arrow_schema
    found = [
        _read(folder / file.path, file.season if table.partitioned else None, file.digest, schema) for file in files
    ]
    return pa.concat_tables([schema.empty_table(), *found])


def _read(file: Location, season: int | None, digest: str, schema: pa.Schema) -> pa.Table:
    """Read a file; `season` is that of its folder, null if the rows have their own or none."""
    rows = pq.read_table(pa.BufferReader(intact(file, digest)), partitioning=None)
    if season is not None:
        rows = rows.append_column("season", pa.array([season] * rows.num_rows, pa.int32()))
    return rows.select(schema.names).cast(schema)


def without_seasons(rows: pa.Table, seasons: Iterable[int | None]) -> pa.Table:
    """Return the rows for seasons that are not given; a null among the given seasons drops the rows whose season is
    null."""
    replaced = pa.array(list(seasons), pa.int32())
    return rows.filter(pc.invert(pc.is_in(rows["season"], value_set=replaced)))


def dataset(folder: Location, files: Sequence[tuple[str, int | None]], table: Table) -> ds.Dataset:
    """Return a table's files, given by path and season, as rows from which a query selects.

    A query that names seasons opens only the files for those seasons.
    """
    system, root = arrow_address(folder)
    format_ = ds.ParquetFileFormat()
    fragments = []
    for path, season in files:
        of_season = ds.field("season") == pa.scalar(season, pa.int32()) if table.partitioned else None
        fragments.append(format_.make_fragment(f"{root}/{path}", system, partition_expression=of_season))
    return ds.FileSystemDataset(fragments, table.arrow_schema, format_, system)


def read_dataframe(spark: SparkSession, folder: Location, files: Sequence[LakeFile], table: Table) -> DataFrame:
    """Read a table's files as a DataFrame with the contract's columns.

    Spark itself opens the files of a folder. Its classes for object stores are in no package registry, so its workers
    read object stores through Arrow.
    """
    if not files:
        # The limit lets Spark's optimizer see that there are no rows, and skip joins and sums over them.
        return spark.createDataFrame([], table.ddl).limit(0)
    if folder_of(folder):
        paths = [str(folder / file.path) for file in files]
        return parquet_reader(spark).schema(table.ddl).option("basePath", str(folder)).parquet(*paths)
    listed = [(file.path, file.season if table.partitioned else None, file.digest) for file in files]
    return spark.createDataFrame(listed, _LISTED).mapInArrow(_reader(folder, table.arrow_schema), table.ddl)


def _reader(folder: Location, schema: pa.Schema) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for file in batch.to_pylist():
                yield from _read(folder / file["path"], file["season"], file["digest"], schema).to_batches()

    return rows


def parquet_reader(spark: SparkSession) -> DataFrameReader:
    """Return a reader that opens files by their exact names: `?`, `*`, `[` and `{` in a path are not treated as
    patterns."""
    return spark.read.option("__globPaths__", "false")  # DataSource.GLOB_PATHS_KEY, which Spark's own sources set
