"""Parquet files of tables made from plays: what the contract requires has no levels of nulls."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq

from skipper.lake.contract import Column, Table
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
        Column("event_text", "string", "text", required=True),
    ),
)


def written(tmp_path, **columns):
    files = write_seasons(pa.table(columns), CONTRACT, tmp_path)
    return files, [pq.ParquetFile(tmp_path / file.path) for file in files]


def optional_columns(file: pq.ParquetFile) -> set[str]:
    return {column.name for column in file.schema if column.max_definition_level}


def test_a_file_per_season_has_its_rows_and_null_levels_where_nulls_may_be(tmp_path):
    files, parquet = written(
        tmp_path,
        season=[2041, 2042, 2041],
        event_number=[1, 2, 3],
        balls=[None, 1, 2],
        event_text=pa.array(["S8", "K", "S8"]).dictionary_encode(),
    )
    assert [(file.season, file.rows) for file in files] == [(2041, 2), (2042, 1)]
    assert [optional_columns(file) for file in parquet] == [{"balls"}, {"balls"}]
    assert parquet[0].read().to_pydict() == {"event_number": [1, 3], "balls": [None, 2], "event_text": ["S8", "S8"]}
    assert parquet[0].schema_arrow.field("event_text").type == pa.string()


def test_a_null_that_the_contract_forbids_is_written_for_its_checks_to_find(tmp_path):
    _, (file,) = written(tmp_path, season=[2041, 2041], event_number=[1, None], balls=[0, 1], event_text=["S8", "K"])
    assert optional_columns(file) == {"event_number", "balls"}
    assert file.read()["event_number"].to_pylist() == [1, None]
