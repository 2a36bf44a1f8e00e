"""Parquet files of tables made from plays: no levels of nulls where there are none, as every reader understands."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable

from skipper.lake import storage
from skipper.lake.contract import Column, Table
from skipper.lake.delta import commit
from skipper.lake.manifest import LakeFile

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


def written(folder: Path, season: int = 2041, **columns: object) -> tuple[storage.WrittenFile, pq.ParquetFile]:
    """A season's rows, written as plays are, and the file."""
    rows = pa.table({**columns, "season": pa.array([season] * len(columns["event_number"]), pa.int32())})
    file = storage.write_season(rows, folder, season, plays=True)
    return file, pq.ParquetFile(folder / file.path)


def optional_columns(file: pq.ParquetFile) -> set[str]:
    return {column.name for column in file.schema if column.max_definition_level}


def test_a_season_has_a_file_of_its_own_with_null_levels_where_nulls_are(tmp_path):
    file, parquet = written(
        tmp_path,
        event_number=[1, 3],
        balls=[None, 2],
        event_text=pa.array(["S8", "S8"]).dictionary_encode(),
    )
    other, without_nulls = written(tmp_path, 2042, event_number=[2], balls=[1], event_text=pa.array(["K"]))
    assert [(one.season, one.rows, one.path.split("/")[0]) for one in (file, other)] == [
        (2041, 2, "season=2041"),
        (2042, 1, "season=2042"),
    ]
    assert file.size == (tmp_path / file.path).stat().st_size
    assert [optional_columns(one) for one in (parquet, without_nulls)] == [{"balls"}, set()]
    assert parquet.read().to_pydict() == {"event_number": [1, 3], "balls": [None, 2], "event_text": ["S8", "S8"]}
    assert parquet.schema_arrow.field("event_text").type == pa.string()


def test_a_null_that_the_contract_forbids_is_written_for_its_checks_to_find(tmp_path):
    _, file = written(tmp_path, event_number=[1, None], balls=[0, 1], event_text=["S8", "K"])
    assert optional_columns(file) == {"event_number"}
    assert file.read()["event_number"].to_pylist() == [1, None]


@pytest.fixture
def table_of_both(tmp_path) -> Path:
    """A Delta table of two seasons, one with nulls in columns that the other has none in."""
    assists = pa.array([[6, 4], []], pa.list_(pa.int32()))
    base, kept = None, []
    for season, balls, texts in ((2041, [None, 2], ["S8", None]), (2042, [0, 1], ["K", "S8"])):
        columns = {
            "season": pa.array([season] * 2, pa.int32()),
            "event_number": pa.array([1, 2], pa.int32()),
            "balls": pa.array(balls, pa.int32()),
            "event_text": pa.array(texts).dictionary_encode(),
            "assists": assists,
        }
        file = storage.write_season(pa.table(columns), tmp_path, season, plays=True)
        base = commit(tmp_path, CONTRACT.arrow_schema, [file], True, base, kept)
        kept.append(file.path)
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
    paths = [Path(file).relative_to(table_of_both).as_posix() for file in DeltaTable(str(table_of_both)).file_uris()]
    files = [LakeFile(path, None, 0, "") for path in paths]
    rows = storage.read_dataframe(spark, table_of_both, files, CONTRACT).select(*NAMES).collect()
    assert sorted(tuple(row) for row in rows) == OF_BOTH


def test_the_lakes_own_reader_gives_the_contracts_columns(table_of_both):
    paths = [Path(file).relative_to(table_of_both) for file in DeltaTable(str(table_of_both)).file_uris()]
    files = [
        LakeFile(
            path.as_posix(),
            int(path.parent.name.removeprefix("season=")),
            0,
            storage.digest_of((table_of_both / path).read_bytes()),
        )
        for path in paths
    ]
    assert rows_of(storage.read_rows(table_of_both, files, CONTRACT)) == OF_BOTH
