"""Table `person`: one man over the Register, Lahman and the games."""

from __future__ import annotations

from datetime import date
from typing import Any

import pyarrow as pa
import pytest

from skipper.sources.lahman import RECORD_SETS
from skipper.sources.register import PEOPLE as REGISTER
from skipper.tables.people import in_games, merged_people, person, person_alias


def frame(spark: Any, schema: pa.Schema, *rows: dict[str, Any]) -> Any:
    full = [dict.fromkeys(schema.names) | row for row in rows]
    return spark.createDataFrame(pa.Table.from_pylist(full, schema=schema).to_pandas(date_as_object=True), ddl(schema))


def ddl(schema: pa.Schema) -> str:
    kinds = {pa.string(): "string", pa.int32(): "int", pa.date32(): "date"}
    return ", ".join(f"{column.name} {kinds[column.type]}" for column in schema)


@pytest.fixture(scope="module")
def people(spark: Any) -> Any:
    register = frame(
        spark,
        REGISTER,
        {"person_id": "0a", "retrosheet_id": "abbon101", "first_name": "Ned", "last_name": "Abbot"}
        | {"mlb_played_first": 1931, "mlb_played_last": 1934, "death_year": 1972, "death_month": 5},
    )
    lahman = frame(
        spark,
        RECORD_SETS["lahman_people"],
        {"lahman_id": "abbotne01", "retrosheet_id": "abbon101", "first_name": "Ned", "last_name": "Abbot"}
        | {"debut": date(1931, 5, 2), "final_game": date(1935, 9, 1)},
        {"lahman_id": "orristo01", "retrosheet_id": "orrit001", "first_name": "Tod", "last_name": "Orris"}
        | {"debut": date(1978, 7, 19), "final_game": date(1987, 10, 4), "death_year": 2001},
    )
    named = spark.createDataFrame(
        [("orrit001", "Tod Orris"), ("abbon101", "Ned Abbot")], "retrosheet_id string, name string"
    )
    return merged_people(register, lahman, named).cache()


def test_a_man_of_lahman_alone_has_his_games_and_his_seasons_under_one_id(people: Any) -> None:
    """A Register of which files are lacking leaves thousands with Lahman's id alone: Bruce Bochy is one."""
    rows = {row["person_id"]: row for row in person(people).collect()}
    orris = rows["lahman:orristo01"]
    assert (orris["mlb_played_first"], orris["mlb_played_last"]) == (1978, 1987)
    joined = {row["retrosheet_id"]: row["person_id"] for row in in_games(people).collect()}
    assert joined == {"orrit001": "lahman:orristo01", "abbon101": "0a"}
    aliases = {(row["source"], row["id"]): row["person_id"] for row in person_alias(people).collect()}
    assert aliases["retrosheet", "orrit001"] == aliases["lahman", "orristo01"] == "lahman:orristo01"


def test_the_registers_seasons_go_before_lahmans_dates(people: Any) -> None:
    abbot = next(row for row in person(people).collect() if row["person_id"] == "0a")
    assert (abbot["mlb_played_first"], abbot["mlb_played_last"]) == (1931, 1934)
    assert len(person(people).collect()) == 2


def test_who_has_died_has_what_either_source_knows_of_the_date(people: Any) -> None:
    rows = {row["person_id"]: row for row in person(people).collect()}
    parts = ("death_year", "death_month", "death_day")
    assert [rows["0a"][part] for part in parts] == [1972, 5, None]
    assert [rows["lahman:orristo01"][part] for part in parts] == [2001, None, None]
