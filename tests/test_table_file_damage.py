"""Damaged tables of Lahman and the Register: a row in quarantine or one sentence, never a wrong person."""

from __future__ import annotations

from pathlib import Path

import pytest

from skipper.sources import lahman
from skipper.sources.parsed import Parsed, SourceError

HEADER = "yearID,lgID,note,teamID,playerID,inseason,G,W,L\n"
ROW = "2016,NL,x,NYN,aaaab001,1,162,87,75\n"


def _parse(folder: Path, content: str | bytes) -> Parsed:
    file = folder / "Managers.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    parsed = lahman.parse(file)
    assert sum(parsed.read.values()) == sum(parsed.kept.values()) + len(parsed.rejected)
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


def test_quoted_line_breaks_in_other_columns_are_read(tmp_path: Path):
    assert _people(_parse(tmp_path, HEADER + ROW + ROW.replace(",x,", ',"x\ny",') + ROW)) == ["aaaab001"] * 3


def test_a_line_break_in_a_wanted_column_is_quarantined(tmp_path: Path):
    parsed = _parse(tmp_path, HEADER + ROW + ROW.replace("aaaab001", '"aaaa\nb001"') + ROW)
    assert _people(parsed) == ["aaaab001"] * 2
    assert "line break" in parsed.rejected[0].reason


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (HEADER + ROW * 3 + ROW.replace("75\n", '"75\n') + ROW * 5, "line 5"),
        (HEADER + ROW + ROW.replace("NYN", '"NYN') + ROW * 5_000, "line 3"),
        (HEADER + ROW + (ROW.replace("aaaab001", '"aaaab001') + ROW) * 2, "line 3"),
        (HEADER + ROW + ROW.replace("aaaab001", "x" * 10_000_000) + ROW, "line 3"),
    ],
    ids=["open quote at the end", "open quote in the middle", "two open quotes", "field of 10 MB"],
)
def test_a_record_without_end_is_an_error_that_names_its_line(tmp_path: Path, content: str, line: str):
    with pytest.raises(SourceError, match=f"Managers.csv: the record that begins in {line} cannot be read"):
        _parse(tmp_path, content)
