"""Parquet files of tables made from plays: no levels of nulls where there are none, as every reader understands."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable

from skipper.lake.contract import Column, Table
from skipper.lake.delta import commit
from skipper.lake.play_files import write_seasons

CONTRACT = Table(
    name="event",
    grain="one row per event",
    key=("event_number",),
    sources="invented",
    columns=(
        Column("season", "int", "season", required=True),
        Column("event_number", "int", "number", required=True),
        Column("balls", "int", "balls; null where unknown"),
        Column("event_text", "string", "text"),
        Column("assists", "array<int>", "positions", required=True),
    ),
)


def written(tmp_path, **columns):
    files = write_seasons(pa.table(columns), tmp_path)
    return files, [pq.ParquetFile(tmp_path / file.path) for file in files]


def optional_columns(file: pq.ParquetFile) -> set[str]:
    return {column.name for column in file.schema if column.max_definition_level}


def test_a_file_per_season_has_its_rows_and_null_levels_where_nulls_are(tmp_path):
    files, parquet = written(
        tmp_path,
        season=[2041, 2042, 2041],
        event_number=[1, 2, 3],
        balls=[None, 1, 2],
        event_text=pa.array(["S8", "K", "S8"]).dictionary_encode(),
    )
    assert [(file.season, file.rows) for file in files] == [(2041, 2), (2042, 1)]
    assert [optional_columns(file) for file in parquet] == [{"balls"}, set()]
    assert parquet[0].read().to_pydict() == {"event_number": [1, 3], "balls": [None, 2], "event_text": ["S8", "S8"]}
    assert parquet[0].schema_arrow.field("event_text").type == pa.string()


def test_a_null_that_the_contract_forbids_is_written_for_its_checks_to_find(tmp_path):
    _, (file,) = written(tmp_path, season=[2041, 2041], event_number=[1, None], balls=[0, 1], event_text=["S8", "K"])
    assert optional_columns(file) == {"event_number"}
    assert file.read()["event_number"].to_pylist() == [1, None]


@pytest.fixture
def table_of_both(tmp_path) -> Path:
    """A Delta table of two seasons, one with nulls in columns that the other has none in."""
    assists = pa.array([[6, 4], []], pa.list_(pa.int32()))
    for season, balls, texts in ((2041, [None, 2], ["S8", None]), (2042, [0, 1], ["K", "S8"])):
        columns = {
            "season": pa.array([season] * 2, pa.int32()),
            "event_number": pa.array([1, 2], pa.int32()),
            "balls": pa.array(balls, pa.int32()),
            "event_text": pa.array(texts).dictionary_encode(),
            "assists": assists,
        }
        files = write_seasons(pa.table(columns), tmp_path)
        commit(tmp_path, CONTRACT.arrow_schema, files, True, {season})
    return tmp_path


OF_BOTH = [
    (2041, 1, None, "S8", [6, 4]),
    (2041, 2, 2, None, []),
    (2042, 1, 0, "K", [6, 4]),
    (2042, 2, 1, "S8", []),
]
NAMES = [column.name for column in CONTRACT.columns]


def rows_of(table: pa.Table) -> list[tuple]:
    return sorted(tuple(row[name] for name in NAMES) for row in table.to_pylist())


def test_deltalake_and_pyarrow_read_files_with_and_without_null_levels(table_of_both):
    table = DeltaTable(str(table_of_both))
    assert rows_of(pa.table(table.to_pyarrow_table())) == OF_BOTH
    assert rows_of(pa.table(DeltaTable(str(table_of_both)).to_pyarrow_dataset().to_table())) == OF_BOTH


def test_duckdb_reads_files_with_and_without_null_levels(table_of_both):
    files = DeltaTable(str(table_of_both)).file_uris()
    assert sorted(duckdb.read_parquet(files, hive_partitioning=True).select(*NAMES).fetchall()) == OF_BOTH


def test_spark_reads_files_with_and_without_null_levels(spark, table_of_both):
    files = DeltaTable(str(table_of_both)).file_uris()
    read = spark.read.schema(CONTRACT.ddl).option("basePath", str(table_of_both)).parquet(*files)
    rows = read.select(*NAMES).collect()
    assert sorted(tuple(row) for row in rows) == OF_BOTH
