"""The Register's other names of a person: read, joined to the person, and found after the usual name."""

from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import season_tables
import skipper
from skipper.answers.people import MANAGERS, find_person
from skipper.api import Lake
from skipper.build.account import Account
from skipper.build.inputs import Inputs, shared_records
from skipper.sources.register import reading as register
from tiny_lake import write_lake

HEADER = (
    "key_person,name_last,name_first,altname_type,altname_lang,altname_last,altname_first,altname_given,"
    "altname_matrilineal,altname_nick,altname_date_start,altname_date_end"
)
PEOPLE_HEADER = ",".join(name for name in register.COLUMNS.values() if name != "name_matrilineal")


# The sources of ids that the Register does not merely list.
USUAL = {"register", "retrosheet", "lahman"}


def _folder(tmp_path: Path, names: str, people: str = PEOPLE_HEADER) -> list[Path]:
    (tmp_path / "people-0.csv").write_text(people + "\n", encoding="utf-8")
    (tmp_path / "names.csv").write_text(names, encoding="utf-8")
    (tmp_path / "links.csv").write_text("key_person,source,value\n", encoding="utf-8")
    return register.find_files(tmp_path)


def test_a_row_without_a_person_or_a_surname_is_quarantined_with_its_line(tmp_path: Path) -> None:
    rows = [
        "0a,Orr,Ned,birth,en,Orlov,Nestor,,,,1931,",
        ",Orr,Ned,alias,en,Oak,Ned,,,,,",
        "0a,Orr,Ned,alias,en,,Ned,,,,,",
    ]
    rows += ["0a,Orr,Ned,alias", "0b,Lu,Al,,en,Lux,,,Paz,,,", '0c,Ray,Jo,legal,en,"Rayburn']
    people, names, _links = _folder(tmp_path, "\n".join([HEADER, *rows, ""]))
    parsed = register.parse(names)
    assert [
        (row["person_id"], row["kind"], row["last_name"]) for row in parsed.records["register_names"][0].to_pylist()
    ] == [
        ("0a", "birth", "Orlov"),
        ("0b", None, "Lux"),
    ]
    assert [(item.file, item.line) for item in parsed.rejected] == [("names.csv", line) for line in (3, 4, 5, 7)]
    reasons = [item.reason for item in parsed.rejected]
    assert reasons[:2] == [
        f"column {name}: empty, but it identifies the record" for name in ("key_person", "altname_last")
    ]
    assert reasons[2] == "4 fields, but the header has 12"
    assert parsed.read["names.csv", None] == parsed.kept["names.csv", None] + len(parsed.rejected) == 6
    assert register.parse(people).records["register_people"][0].schema == register.PEOPLE


def test_a_list_of_names_without_its_columns_costs_the_names_and_not_the_people(tmp_path: Path) -> None:
    values = {"key_person": "0a", "name_last": "Orr"}
    row = ",".join(values.get(name, "") for name in PEOPLE_HEADER.split(","))
    _folder(tmp_path, "id,alias\n1,Ned\n", f"{PEOPLE_HEADER}\n{row}")
    account = Account()
    shared = shared_records(Inputs(register=tmp_path), account)
    assert shared["register_people"]["person_id"].to_pylist() == ["0a"]
    assert (shared["register_names"].schema, shared["register_names"].num_rows) == (register.NAMES, 0)
    (rejected,) = account.quarantine
    says = "no column called key_person or altname_last: nothing of the file is used"
    assert (rejected["file"], rejected["line"], rejected["reason"]) == ("names.csv", None, f"line 1: {says}")
    (withheld,) = account.withheld
    assert (withheld.source_file, withheld.source_line, withheld.says) == ("names.csv", 1, says)


def test_two_lists_of_names_cost_these_names(tmp_path: Path) -> None:
    _folder(tmp_path, HEADER + "\n")
    (tmp_path / "names.csv.gz").write_bytes(gzip.compress(HEADER.encode()))
    account = Account()
    assert shared_records(Inputs(register=tmp_path), account)["register_names"].num_rows == 0
    (withheld,) = account.withheld
    says = "names.csv and names.csv.gz are the same table: keep one: nothing of the file is used"
    assert (withheld.source_file, withheld.source_line, withheld.says) == ("names.csv", None, says)


def test_links_are_ids_of_the_person_for_whom_the_key_stands(tmp_path: Path) -> None:
    """A collection's letters vary in the list; 0b repeats the Retrosheet id of 0a; nobody has the key 0x."""
    links = [
        "0a,tsncards,12",
        "0a,tsncards,13",
        "0b,tsncardS,14",
        "0x,tsncards,15",
        "0a,findagrave,12",
        "0c,findagrave,",
    ]
    links += ["0a,findagrave,99", "0c,findagrave,99", "0c,mlbam,99"]
    (tmp_path / "people-0.csv").write_text(PEOPLE_HEADER + "\n", encoding="utf-8")
    (tmp_path / "links.csv").write_text("\n".join(["key_person,source,value", *links, ""]), encoding="utf-8")
    _people, file = register.find_files(tmp_path)
    parsed = register.parse(file)
    assert [(item.file, item.line) for item in parsed.rejected] == [("links.csv", 7)]
    assert (parsed.read["links.csv", None], parsed.kept["links.csv", None]) == (9, 8)
    born = {"retrosheet_id": "orrne101", "birth_year": 1901, "birth_month": 2, "birth_day": 3}
    rows = season_tables.made(
        "person_alias",
        register_people=[
            {"person_id": "0a", "last_name": "Orr", "wikidata_id": "Q1", "mlb_played_first": 1931, **born},
            {"person_id": "0b", "last_name": "Orr", **born},
            {"person_id": "0c", "last_name": "Sol"},
        ],
        register_links=parsed.records["register_links"][0].to_pylist(),
    )["person_alias"]
    found = sorted((row["person_id"], row["source"], row["id"]) for row in rows if row["source"] not in USUAL)
    assert found == [
        ("0a", "findagrave", "12"),
        *(("0a", "tsncards", number) for number in ("12", "13", "14")),
        ("0a", "wikidata", "Q1"),
    ]


def test_a_release_without_the_matrilineal_name_has_nulls(tmp_path: Path) -> None:
    values = {"key_person": "0a", "name_last": "Orr"}
    row = ",".join(values.get(name, "") for name in PEOPLE_HEADER.split(","))
    people, _names, _links = _folder(tmp_path, HEADER + "\n", f"{PEOPLE_HEADER}\n{row}")
    (read,) = register.parse(people).records["register_people"][0].to_pylist()
    assert (read["person_id"], read["last_name"], read["matrilineal_name"]) == ("0a", "Orr", None)


def test_a_name_is_of_the_person_for_whom_its_key_stands() -> None:
    """0b is the same person as 0a, whose Retrosheet id it repeats; nobody has the key 0x."""
    born = {"retrosheet_id": "orrne101", "birth_year": 1901, "birth_month": 2, "birth_day": 3}
    rows = season_tables.made(
        "other_name",
        register_people=[
            {"person_id": "0a", "first_name": "Ned", "last_name": "Orr", "mlb_played_first": 1931, **born},
            {"person_id": "0b", "first_name": "Ned", "last_name": "Orr", **born},
            {"person_id": "0c", "first_name": "J. P.", "last_name": "Sol", "matrilineal_name": "Mar"},
        ],
        register_names=[
            {"person_id": "0b", "kind": "birth", "first_name": "Nestor", "last_name": "Orlov"},
            {"person_id": "0a", "kind": "alias", "last_name": "Oak"},
            {"person_id": "0a", "kind": "alias", "last_name": "Oak"},
            {"person_id": "0x", "kind": "alias", "first_name": "Nil", "last_name": "Null"},
        ],
    )["other_name"]
    found = sorted((row["person_id"], row["kind"], row["name"]) for row in rows)
    assert found == [("0a", "alias", "Oak"), ("0a", "birth", "Nestor Orlov"), ("0c", "matrilineal", "J.P. Sol Mar")]


# Each manager's name, and other names: kind, first name, given names, last name, matrilineal name.
MEN: dict[str, tuple[str, list[tuple[str, str, str | None, str, str | None]]]] = {
    "p-orr": ("Ned Orr", [("birth", "Nestor", "Nestor Ivan", "Orlov", None)]),
    "p-sol": ("Manny Sol", [("matrilineal", "Manny", "Manuel Elías", "Sol", "Peña")]),
    "p-oak": ("Henry Oak", [("alias", "Ned", None, "Orr", None)]),
    "p-elm": ("Cy Elm", [("alias", "Harry", None, "Oak", None), ("legal", "Al", "Al", "Twice", None)]),
    "p-ash": ("Abe Ash", [("alias", "Al", None, "Twice", None)]),
}
FOUND = {
    "p-orr": ["Nestor Orlov", "orlov, nestor", "Nestor Ivan Orlov"],
    "p-sol": ["Manny Sol Pena", "Manuel Elias Sol Peña"],
}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    names = ("first_name", "given_name", "last_name", "matrilineal_name")
    more: dict[str, list[dict[str, Any]]] = {"person": [], "other_name": [], "manager_season": [], "manager_career": []}
    for one, (name, others) in MEN.items():
        first, last = name.split()
        more["person"].append({"person_id": one, "name": name, "first_name": first, "last_name": last})
        for kind, *parts in others:
            stated = dict(zip(names, parts, strict=True))
            whole = " ".join(
                part for part in (stated["first_name"], stated["last_name"], stated["matrilineal_name"]) if part
            )
            more["other_name"].append({"person_id": one, "kind": kind, "name": whole, **stated})
        own = {"manager_id": one, "manager_person_id": one, "manager_name": name}
        season = {"season": 2031, "club": "BET", "first_game": date(2031, 4, 1), "last_game": date(2031, 4, 9)}
        career = {"level": "all", "seasons": [2031], "clubs": ["BET"], "missing_by": "lahman"}
        for rule in ("managed", "credited"):
            more["manager_season"].append({**own, **season, "level": "MLB", "rule": rule})
            more["manager_career"].append({**own, **career, "rule": rule})
    return skipper.open(write_lake(tmp_path_factory.mktemp("other") / "lake", more=more))


@pytest.mark.parametrize(("person", "asked"), [(person, asked) for person in FOUND for asked in FOUND[person]])
def test_another_name_finds_the_manager_and_the_answer_says_so(lake: Lake, person: str, asked: str) -> None:
    answer = lake.records(asked).answer
    assert answer.subject["person_id"] == person
    assert answer.lead[0] == f"{asked!r} was taken as {MEN[person][0]}."


@pytest.mark.parametrize(("asked", "person"), [("Ned Orr", "p-orr"), ("Harry Oak", "p-oak")])
def test_a_usual_name_and_a_short_form_go_before_another_name(lake: Lake, asked: str, person: str) -> None:
    assert find_person(lake.reader, asked, MANAGERS).person_id == person


@pytest.mark.parametrize("asked", ["Orlov", "Manny Pena", "Nestor Orlo"])
def test_part_of_another_name_finds_nobody(lake: Lake, asked: str) -> None:
    with pytest.raises(skipper.UnknownNameError):
        lake.records(asked)


def test_another_name_of_two_people_lists_them(lake: Lake) -> None:
    with pytest.raises(skipper.AmbiguousNameError) as error:
        lake.records("Al Twice")
    assert {one.person_id for one in error.value.candidates} == {"p-elm", "p-ash"}


def test_the_register_of_2026(real_data: Path) -> None:
    folder = real_data / "releases" / "register2026"
    if not folder.exists():
        pytest.skip("SKIPPER_DATA has no releases/register2026")
    files = [register.parse(file) for file in register.find_files(folder)]
    assert not any(parsed.rejected for parsed in files)
    given = {
        name: pa.concat_tables([table for parsed in files for table in parsed.records.get(name, ())])
        for name in register.RECORD_SETS
    }
    rows = season_tables.made("other_name", **given)["other_name"]
    people = set(given["register_people"]["person_id"].to_pylist())
    names = [row for row in given["register_names"].to_pylist() if row["person_id"] in people]
    assert names
    assert {(row["person_id"], row["kind"], row["last_name"]) for row in names} == {
        (row["person_id"], row["kind"], row["last_name"]) for row in rows if row["kind"] != "matrilineal"
    }
    matrilineal = sum(row["kind"] == "matrilineal" for row in rows)
    assert matrilineal == len(people) - given["register_people"]["matrilineal_name"].null_count > 0
