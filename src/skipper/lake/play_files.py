"""Parquet files of tables made from plays, written as their columns are: texts as codes, numbers as differences.

Measured on `event` of 2019 (98 columns, 160,000 rows; milliseconds of a busy core, in turns, and megabytes): these
settings 167 and 4.6; with lz4 158 and 5.5; uncompressed 130 and 8.1. Numbers plain and compressed took a quarter more
than as differences, numbers in dictionaries twice as much, flags as runs half as much again. Columns without nulls have
no levels of them, which saves a tenth. Narrower codes or numbers, other memory pools and smaller pages save nothing.
"""

from __future__ import annotations

import time
import uuid
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from skipper.lake.files import WrittenFile


def write_seasons(table: pa.Table, folder: Path) -> list[WrittenFile]:
    """Write rows as new files of a table that is partitioned by season, one per season in them."""
    seasons = pc.unique(table["season"]).to_pylist()
    whole = len(seasons) == 1
    return [
        _write(table if whole else table.filter(pc.equal(table["season"], season)), folder, season)
        for season in seasons
    ]


def _without_null_levels(table: pa.Table) -> pa.Table:
    """The table with its columns that have no nulls marked as such, so that the file has no levels of nulls for them.

    What a column may hold is the Delta table's to say, not a file's.
    """
    fields = [
        field.with_nullable(bool(column.null_count)) for field, column in zip(table.schema, table.columns, strict=True)
    ]
    return pa.Table.from_arrays(table.columns, schema=pa.schema(fields))


def _write(table: pa.Table, folder: Path, season: int) -> WrittenFile:
    path = Path(f"season={season}", f"part-{uuid.uuid4().hex}.parquet")
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    write_plays(_without_null_levels(table.drop_columns(["season"])), folder / path)
    return WrittenFile(path.as_posix(), (folder / path).stat().st_size, table.num_rows, season, int(time.time() * 1000))


def write_plays(table: pa.Table, path: Path) -> None:
    """Write one file. Readers see plain strings, whatever the codes."""
    coded = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    counted = [field.name for field in table.schema if pa.types.is_integer(field.type)]
    for field in table.schema:
        if pa.types.is_list(field.type):
            (counted if pa.types.is_integer(field.type.value_type) else coded).append(f"{field.name}.list.element")
    pq.write_table(
        table,
        path,
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
