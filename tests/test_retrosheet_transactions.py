"""Retrosheet's transaction database: an invented tran.txt, in the layout that its readme.txt gives."""

from __future__ import annotations

import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from season_tables import one
from skipper.build.inputs import Account
from skipper.definitions.transactions import DESCRIPTIONS, EFFECTS
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.retrosheet.transactions.reading import find_files, parse

# The readme's own kinds of row, of invented people: a sale, an approximate day, a drafted player who signed later, a
# month, a day before the season, a player who never played in the majors, money, and a club of another league.
LINES = (
    '"20410719",,,,,11,"blott001","P ","INK","AL","QUI","AL",,,,"$100000"',
    '"20410720",1,"@",,,12,"blott001","Hi ","QUI","AL","","",,,,',
    '"20410603",,,"20410629",,13,"quilp001","Da","","","INK","AL","S",1,22,',
    '"20410600",,,,,14,"quilp001","R ","INK","AL","","",,,,',
    '"20410000",,,"20400000",,15,"quilp001","U ","","","QUI","AL",,,,',
    '"20410728",2,,,,16,"Al Nibb","T ","INK","AL","QUI","AL",,,,',
    '"20410728",2,,,,16,,"T ","QUI","AL","INK","AL",,,,"$"',
    '"20410801",,,,,17,"o\'nib001","P ","Harrow Bay","(Lantern Coast)","INK","AL",,,,',
)


def read(folder: Path, *rows: str, name: str = "tran.txt") -> Parsed:
    folder.mkdir(exist_ok=True)
    path = folder / name
    content = "\r\n".join((*rows, "")).encode("latin-1")
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("readme.txt", "a layout")
            archive.writestr("tran.txt", content)
    else:
        path.write_bytes(content)
    return parse(path)


def rows_of(parsed: Parsed) -> list[dict[str, Any]]:
    """The rows without what is null."""
    rows = [row for table in parsed.records["retrosheet_transaction"] for row in table.to_pylist()]
    return [{name: value for name, value in row.items() if value is not None} for row in rows]


def test_each_kind_of_row(tmp_path: Path) -> None:
    sale, listed, drafted, month, early, named, money, other_league = rows_of(read(tmp_path, *LINES))
    day = {"date": date(2041, 7, 19), "earliest_date": date(2041, 7, 19), "latest_date": date(2041, 7, 19)}
    assert sale == {
        **{"line": 1, "season": 2041, "transaction_id": "11", "player_id": "blott001", "type_code": "P"},
        **{**day, "date_precision": "day", "from_club": "INK", "from_league": "AL"},
        **{"to_club": "QUI", "to_league": "AL", "info": "$100000"},
    }
    guess = {"date": date(2041, 7, 20), "date_precision": "approximate", "time_of_day": 1, "type_code": "Hi"}
    assert guess.items() <= listed.items()
    assert "earliest_date" not in listed
    draft = {"secondary_date": date(2041, 6, 29), "secondary_date_precision": "day", "draft_type": "S"}
    assert (draft | {"draft_round": 1, "draft_pick": 22}).items() <= drafted.items()
    june = {"date_precision": "month", "earliest_date": date(2041, 6, 1), "latest_date": date(2041, 6, 30)}
    assert june.items() <= month.items()
    assert "date" not in month
    assert {"date_precision": "preseason", "secondary_date_precision": "preseason"}.items() <= early.items()
    assert {"date", "earliest_date", "secondary_date"}.isdisjoint(early)
    assert (named["player_name"], "player_id" in named, named["time_of_day"]) == ("Al Nibb", False, 2)
    assert {"player_id", "player_name"}.isdisjoint(money)
    assert (other_league["from_name"], other_league["from_league"]) == ("Harrow Bay", "Lantern Coast")
    assert other_league["player_id"] == "o'nib001"
    assert "from_club" not in other_league


def test_an_archive_is_the_same(tmp_path: Path) -> None:
    of_text, of_zip = read(tmp_path / "a", *LINES), read(tmp_path / "b", *LINES, name="tranDB.zip")
    assert rows_of(of_text) == rows_of(of_zip)
    assert set(of_zip.read) == {("tranDB.zip/tran.txt", 2041)}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('"20410719",,,,,11,"blott001","P ","INK","AL","QUI","AL",,,', "15 fields"),
        ('"20411319",,,,,11,"blott001","P ","INK","AL","QUI","AL",,,,', "'20411319' is not a date"),
        ('"20410019",,,,,11,"blott001","P ","INK","AL","QUI","AL",,,,', "'20410019' is not a date"),
        ('"",,,,,11,"blott001","P ","INK","AL","QUI","AL",,,,', "no date"),
        ('"20410719",,"?",,,11,"blott001","P ","INK","AL","QUI","AL",,,,', "'?' is not a mark"),
        ('"20410719",x,,,,11,"blott001","P ","INK","AL","QUI","AL",,,,', "time 'x'"),
        ('"20410719",,,,,,"blott001","P ","INK","AL","QUI","AL",,,,', "transaction id ''"),
        ('"20410719",,,,,11,"blott001","","INK","AL","QUI","AL",,,,', "type code ''"),
        ('"20410719",,,,,11,"blott001,"P ","INK","AL","QUI","AL",,,,', "not a comma-separated record"),
    ],
)
def test_an_unusable_line_is_quarantined(tmp_path: Path, line: str, reason: str) -> None:
    parsed = read(tmp_path, LINES[0], line, LINES[1])
    (rejected,) = parsed.rejected
    assert (rejected.file, rejected.line, rejected.text) == ("tran.txt", 2, line)
    assert rejected.reason.startswith(reason)
    assert [row["line"] for row in rows_of(parsed)] == [1, 3]


def test_an_odd_round_costs_only_the_round(tmp_path: Path) -> None:
    parsed = read(tmp_path, LINES[2].replace("1,22,", "1st,22,"))
    (row,) = rows_of(parsed)
    assert (row["draft_pick"], "draft_round" in row) == (22, False)
    assert [(item.is_used, item.lines) for item in parsed.rejected] == [(True, 0)]


_TEXT = st.text(alphabet='0123456789@,"aZ ', max_size=12)


@settings(deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(LINES), st.lists(_TEXT, min_size=14, max_size=17).map(",".join)), max_size=20)
)
def test_every_line_is_kept_or_quarantined(tmp_path_factory: pytest.TempPathFactory, given_lines: list[str]) -> None:
    parsed = read(tmp_path_factory.mktemp("tran"), *given_lines)
    account = Account()
    account.add(parsed)
    for row in account.counts:
        assert row["rows_in"] == row["rows_out"] + row["rows_quarantined"]
    assert sum(row["rows_in"] for row in account.counts) == sum(map(bool, given_lines))
    assert sum(row["rows_out"] for row in account.counts) == len(rows_of(parsed))


def test_find_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no transaction database"):
        find_files(tmp_path)
    read(tmp_path, *LINES)
    assert [file.name for file in find_files(tmp_path)] == ["tran.txt"]
    read(tmp_path, *LINES, name="tranDB.zip")
    with pytest.raises(SourceError, match="2 transaction databases"):
        find_files(tmp_path)


def table(folder: Path, *lines: str) -> list[dict[str, Any]]:
    """The rows of `transaction` in a season with games."""
    (rows,) = read(folder, *lines).records["retrosheet_transaction"]
    known = [{"source_id": "blott001", "id_source": "retrosheet", "person_id": "p-blot", "name": "Tom Blot"}]
    return one("transaction", retrosheet_transaction=rows, known_person=known, source_game=[{"season": 2041}])


def test_rows_of_the_table(tmp_path: Path) -> None:
    elsewhere = LINES[0].replace("20410719", "20390719")
    made = table(tmp_path, *LINES, elsewhere)
    assert sorted(row["line"] for row in made) == list(range(1, 9))
    by_line = {row["line"]: row for row in made}
    assert (by_line[1]["player_person_id"], by_line[1]["description"]) == ("p-blot", "sold")
    assert {line: row["effect"] for line, row in by_line.items()} == {
        **{1: "acquired", 2: "listed", 3: None, 4: "left", 5: "acquired", 6: None, 7: None, 8: "acquired"}
    }


@pytest.mark.parametrize(
    ("kind", "from_club", "to_club", "effect"),
    [
        ("T", "INK", "QUI", "acquired"),
        ("T", "INK", "Harrow Bay", "left"),
        ("A", "INK", "", None),
        ("Hf", "INK", "", "optioned"),
        ("Hfr", "", "INK", "joined"),
        ("Hir", "INK", "", "joined"),
        ("Zr", "INK", "", None),
        ("Hd", "INK", "", "listed"),
        ("Fg", "INK", "", "left"),
        ("Tv", "INK", "QUI", None),
        ("Qq", "INK", "QUI", None),
    ],
)
def test_effect(tmp_path: Path, kind: str, from_club: str, to_club: str, effect: str | None) -> None:
    line = f'"20410719",,,,,11,"blott001","{kind}","{from_club}","","{to_club}","",,,,'
    (row,) = table(tmp_path, line)
    assert row["effect"] == effect
    assert (row["description"] is None) == (kind == "Qq")


def test_every_type_with_an_effect_has_words() -> None:
    assert set(EFFECTS) <= set(DESCRIPTIONS)
