"""Damaged tables of Lahman and the Register: a row in quarantine or one sentence, never a wrong person."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from skipper.build.account import Account
from skipper.build.inputs import Inputs, shared_records
from skipper.sources.lahman import reading as lahman
from skipper.sources.parsed import Parsed, SourceError, UnusableFileError

HEADER = "yearID,lgID,note,teamID,playerID,inseason,G,W,L\n"
ROW = "2016,NL,x,NYN,aaaab001,1,162,87,75\n"


def _parse(folder: Path, content: str | bytes) -> Parsed:
    file = folder / "Managers.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    parsed = lahman.parse(file)
    assert sum(parsed.read.values()) == sum(parsed.kept.values()) + sum(item.lines or 0 for item in parsed.rejected)
    return parsed


def _people(parsed: Parsed) -> list[str]:
    return parsed.records["lahman_managers"][0]["lahman_id"].to_pylist()


@pytest.mark.parametrize("ends", ["\r", "\r\n", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_line_end_and_byte_order_mark_reads_alike(tmp_path: Path, ends: str, mark: str):
    parsed = _parse(tmp_path, mark + (HEADER + ROW * 3).replace("\n", ends))
    assert _people(parsed) == ["aaaab001"] * 3
    assert not parsed.rejected


@pytest.mark.parametrize("damage", ["Jos\xe9", "a\0b", "a\x1b[31mb"])
def test_a_name_that_is_no_text_is_quarantined(tmp_path: Path, damage: str):
    parsed = _parse(tmp_path, (HEADER + ROW + ROW.replace("aaaab001", damage) + ROW).encode("latin-1"))
    assert _people(parsed) == ["aaaab001"] * 2
    assert [item.line for item in parsed.rejected] == [3]
    assert "playerID" in parsed.rejected[0].reason


@pytest.mark.parametrize(
    ("content", "bad"),
    [
        (HEADER + ROW * 3 + ROW.replace("75\n", '"75\n') + ROW * 5, [5]),
        (HEADER + ROW + ROW.replace("NYN", '"NYN') + ROW * 5, [3]),
        (HEADER + ROW + (ROW.replace("aaaab001", '"aaaab001') + ROW) * 2, [3, 5]),
        (HEADER + ROW + (ROW.replace(",x,", ',"x,') + ROW) * 2, [3, 5]),
        (HEADER + ROW + ROW.replace("aaaab001", '"aaaa\nb001"') + ROW, [3, 4]),
        (HEADER + ROW + ROW.replace(",x,", ',"x\ny",') + ROW, [3, 4]),
        (HEADER + ROW + ROW.replace("aaaab001", "x" * 5_000_000) + ROW, [3]),
    ],
    ids=["at the end", "one", "two", "two in a column not read", "line break", "there too", "field of 5 MB"],
)
@pytest.mark.parametrize("ends", ["\r", "\n"])
def test_an_open_quotation_mark_costs_its_own_line(tmp_path: Path, content: str, bad: list[int], ends: str):
    parsed = _parse(tmp_path, content.replace("\n", ends))
    assert [item.line for item in parsed.rejected] == bad
    assert {item.text for item in parsed.rejected} <= set(content.split("\n"))
    assert sum(parsed.read.values()) == content.count("\n") - 1
    assert set(_people(parsed)) == {"aaaab001"}


@pytest.mark.parametrize("header", [HEADER.replace("note", "x" * 200_000), HEADER.replace("note", '"note')])
def test_a_header_that_is_no_record_is_refused(tmp_path: Path, header: str):
    with pytest.raises(SourceError, match=r"Managers\.csv: line 1: not a comma-separated record"):
        _parse(tmp_path, header + ROW)


def test_values_that_python_or_the_type_cannot_hold_cost_themselves(tmp_path: Path):
    """Once, a number of more than 64 bits ended the build, and a date after 9999 every answer about the person."""
    columns = {header: pa.nulls(3, pa.string()) for header, _kind in lahman.PEOPLE.values()}
    columns |= {"playerID": pa.array(["a", "b", "c"]), "birthYear": pa.array([1901, 2**63, 1903], pa.uint64())}
    late = (date(9999, 12, 31) - date(1970, 1, 1)).days + 1
    columns["debut"] = pa.array([0, late, 1], pa.int32()).cast(pa.date32())
    columns["note"] = pa.array([0, late * 86_400, 1], pa.int64()).cast(pa.timestamp("s"))  # not read
    pq.write_table(pa.table(columns), tmp_path / "People.parquet")
    parsed = lahman.parse(tmp_path / "People.parquet")
    rows = parsed.records["lahman_people"][0].to_pylist()
    assert [(row["lahman_id"], row["birth_year"], row["debut"]) for row in rows] == [
        ("a", 1901, date(1970, 1, 1)),
        ("b", None, None),
        ("c", 1903, date(1970, 1, 2)),
    ]
    (rejected,) = parsed.rejected
    assert (rejected.line, rejected.is_used) == (2, True)
    assert "column birthYear: 9223372036854775808 is not a whole number" in rejected.reason
    assert "column debut: 10000-01-01 is not a date" in rejected.reason
    assert "10000-01-01" in (rejected.text or "")


def test_a_table_in_two_files_costs_that_table(tmp_path: Path):
    """Once, one of them was read and the other's rows were lost; later, the build was refused."""
    header = {
        record_set: ",".join(header for header, _kind in columns.values())
        for record_set, columns in lahman.FILES.values()
    }
    for name, (record_set, _columns) in lahman.FILES.items():
        (tmp_path / f"{name}.csv").write_text(header[record_set] + "\n")
    for name in ("Batting.csv", "BATTING.csv"):  # not read
        (tmp_path / name).write_text("playerID\n")
    (tmp_path / "MANAGERS.CSV").write_text(HEADER)
    account = Account()
    shared_records(Inputs(lahman=tmp_path), account)
    assert {row["file"] for row in account.counts} == {f"{name}.csv" for name in lahman.FILES} - {"Managers.csv"}
    (withheld,) = account.withheld
    says = "MANAGERS.CSV and Managers.csv are the same table: keep one: nothing of the file is used"
    assert (withheld.source_file, withheld.says) == ("MANAGERS.CSV", says)


def test_a_parquet_column_whose_name_is_no_text_makes_the_file_unusable(tmp_path: Path):
    """A released file with one byte of its footer changed: pyarrow raises UnicodeDecodeError."""
    path = tmp_path / "Managers.parquet"
    pq.write_table(pa.table({"yearID": [2041], "teamID": ["INK"], "playerID": ["nibbx01"]}), path)
    path.write_bytes(path.read_bytes().replace(b"teamID", b"\xe8eamID"))
    with pytest.raises(UnusableFileError, match="not a readable Parquet file"):
        lahman.parse(path)
