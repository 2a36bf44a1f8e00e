"""Table `person`: one man over the Register, Lahman and the games."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import season_tables
from skipper.sources.spellings.reading import read_spellings
from skipper.tables.people.named_person import named_person
from skipper.tables.people.person import person
from skipper.tables.people.person_alias import person_alias

if TYPE_CHECKING:
    pass

GIVEN: dict[str, list[dict[str, Any]]] = {
    "register_people": [
        {"person_id": "0a", "retrosheet_id": "abbon101", "first_name": "Ned", "last_name": "Abbot"}
        | {"mlb_played_first": 1931, "mlb_played_last": 1934, "death_year": 1972, "death_month": 5},
    ],
    "lahman_people": [
        {"lahman_id": "abbotne01", "retrosheet_id": "abbon101", "first_name": "Ned", "last_name": "Abbot"}
        | {"debut": date(1931, 5, 2), "final_game": date(1935, 9, 1)},
        {"lahman_id": "orristo01", "retrosheet_id": "orrit001", "first_name": "Tod", "last_name": "Orris"}
        | {"debut": date(1978, 7, 19), "final_game": date(1987, 10, 4), "death_year": 2001},
    ],
    "gamelog_person": [
        {"season": 1980, "id_source": "retrosheet", "source_id": "orrit001", "name": "Tod Orris", "mentions": 3},
        {"season": 1932, "id_source": "retrosheet", "source_id": "abbon101", "name": "Ned Abbot", "mentions": 1},
        {"season": 1932, "id_source": "retrosheet", "source_id": "strax101", "name": "Strange", "mentions": 9},
        {"season": 1933, "id_source": "retrosheet", "source_id": "strax101", "name": "X. Strange", "mentions": 1},
    ],
}


@pytest.fixture(scope="module")
def people() -> dict[str, list[dict[str, Any]]]:
    """The tables of people."""
    found = season_tables.over_seasons("person", "person_alias", **GIVEN)
    return {name: rows.to_pylist() for name, rows in found.items()} | season_tables.made("person_name", **GIVEN)


@pytest.fixture
def persons(people: dict[str, list[dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Rows of person by person_id."""
    return {row["person_id"]: row for row in people["person"]}


def test_a_man_of_lahman_alone_has_his_games_and_his_seasons_under_one_id(people: Any, persons: Any) -> None:
    """A Register of which files are lacking leaves thousands with Lahman's id alone: Bruce Bochy is one."""
    orris = persons["lahman:orristo01"]
    assert (orris["mlb_played_first"], orris["mlb_played_last"]) == (1978, 1987)
    joined = {row["id"]: row["person_id"] for row in people["person_name"]}
    assert joined == {"orrit001": "lahman:orristo01", "abbon101": "0a", "strax101": "retrosheet:strax101"}
    aliases = {(row["source"], row["id"]): row["person_id"] for row in people["person_alias"]}
    assert aliases["retrosheet", "orrit001"] == aliases["lahman", "orristo01"] == "lahman:orristo01"
    assert aliases["retrosheet", "abbon101"] == aliases["register", "0a"] == aliases["lahman", "abbotne01"] == "0a"
    assert aliases["retrosheet", "strax101"] == "retrosheet:strax101"


def test_whom_the_games_alone_name_has_the_longest_name_that_they_give(persons: Any) -> None:
    stranger = persons["retrosheet:strax101"]
    assert (stranger["name"], stranger["source"], stranger["retrosheet_id"]) == ("X. Strange", "retrosheet", "strax101")


def test_the_registers_seasons_go_before_lahmans_dates(persons: Any) -> None:
    assert (persons["0a"]["mlb_played_first"], persons["0a"]["mlb_played_last"]) == (1931, 1934)
    assert len(persons) == 3


def test_who_has_died_has_what_either_source_knows_of_the_date(people: Any, persons: Any) -> None:
    assert len(people["person"]) == len(persons)
    parts = ("death_year", "death_month", "death_day")
    assert [persons["0a"][part] for part in parts] == [1972, 5, None]
    assert [persons["lahman:orristo01"][part] for part in parts] == [2001, None, None]


def test_names_are_written_as_the_field_writes_them() -> None:
    """The list of spellings replaces every source's name, in games too, and initials stand together."""
    rows = season_tables.made(
        "merged_person",
        "season_name",
        register_people=[
            {"person_id": "1", "retrosheet_id": "larut101", "first_name": "Tony", "last_name": "LaRussa"},
            {"person_id": "2", "retrosheet_id": "hinca001", "first_name": "A. J.", "last_name": "Hinch"},
            {"person_id": "3", "first_name": "J. Fred", "last_name": "Doe"},
        ],
        gamelog_person=[
            {
                "season": 1983,
                "id_source": "retrosheet",
                "source_id": "larut101",
                "name": "Tony LaRussa",
                "mentions": 162,
            },
            {"season": 1983, "id_source": "retrosheet", "source_id": "doejf101", "name": "Jay Doe", "mentions": 2},
        ],
        spelling=read_spellings(),
    )
    assert {row["person_id"]: row["name"] for row in rows["merged_person"]} == {
        "1": "Tony La Russa",
        "2": "A.J. Hinch",
        "3": "J. Fred Doe",
    }
    assert {row["source_id"]: row["name"] for row in rows["season_name"]} == {
        "larut101": "Tony La Russa",
        "doejf101": "Jay Doe",
    }


def test_every_spelling_has_an_id_and_a_page() -> None:
    rows = read_spellings().to_pylist()
    assert len({row["retrosheet_id"] for row in rows}) == len(rows) > 0
    assert all(row["name"] and row["source"].startswith("https://") for row in rows)


def minor_league_players() -> dict[str, list[dict[str, Any]]]:
    """Return people and a list of minor-league players. Some of them are in Lahman only, which has no MLBAM ids."""
    born = {"birth_year": 1990, "birth_month": 3, "birth_day": 27}

    def listed(mlbam_id: str, name: str, day: str = "27", year: str = "1990") -> dict[str, str]:
        first, last = name.split(" ", 1)
        return {
            "mlbam_id": mlbam_id,
            "first_name": first,
            "last_name": last,
            "birth_year": year,
            "birth_month": "03",
            "birth_day": day,
        }

    def lahman(lahman_id: str, name: str, given: str) -> dict[str, Any]:
        first, last = name.split(" ", 1)
        return {"lahman_id": lahman_id, "first_name": first, "last_name": last, "given_name": given, **born}

    return {
        "register_people": [
            {"person_id": "r1", "first_name": "Al", "last_name": "Taken", "mlbam_id": "9", **born},
            {"person_id": "r2", "first_name": "Ned", "last_name": "Plain", **born},
        ],
        "lahman_people": [
            lahman("accent", "José Ñandú", "José Luis"),
            lahman("given", "Jake Given", "Jacob Todd"),
            lahman("twin", "Xander Twin", "Xander Jan"),
            lahman("two", "Bob Double", "Robert Bob"),
            lahman("day", "Cy Day", "Cyrus"),
        ],
        "minor_player": [
            listed("1", "Jose Nandu"),
            listed("2", "Jacob Given"),
            listed("3", "Jair Twin"),  # the twin's brother
            listed("4", "Robert Double"),  # two who fit one person
            listed("5", "Bob Double"),
            listed("6", "Cy Day", day="28"),
            listed("7", "Ned Plain"),
            listed("8", "Al Taken"),  # the Register has another MLBAM id for that person
            listed("9", "Jose Nandu"),  # whose id the Register has
            listed("10", "Cy Day", day="", year="19x0"),
        ],
    }


def test_a_minor_league_player_joins_by_date_of_birth_and_name_never_by_name_alone() -> None:
    with season_tables.season("merged_person", **minor_league_players()) as db:
        merged = db.table("merged_person").to_arrow_table()
    ids = dict(zip(merged["person_id"].to_pylist(), merged["mlbam_id"].to_pylist(), strict=True))
    assert ids == {
        "r1": "9",
        "r2": "7",
        "lahman:accent": "1",
        "lahman:given": "2",
        "lahman:twin": None,
        "lahman:two": None,
        "lahman:day": None,
    }
    named = pa.table({"source": ["mlbam"], "id": ["1"], "name": ["Jose Nandu"]})
    others = pa.table({name: pa.array([], pa.string()) for name in ("person_id", "source", "id", "tied_by")})
    nobody = pa.table({"manager_person_id": pa.array([], pa.string()), "manager_name": pa.array([], pa.string())})
    found = named_person(merged, others, named, nobody)
    people = person(merged, found)
    assert sorted(people["person_id"].to_pylist()) == sorted(ids)
    aliases = person_alias(merged, others, others, found).to_pylist()
    tied = {row["id"]: row["tied_by"] for row in aliases if row["source"] == "mlbam"}
    assert tied == {"9": "register", "7": "birth_date_and_name", "1": "birth_date_and_name", "2": "birth_date_and_name"}
