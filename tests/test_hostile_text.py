"""Names and reports are text: they neither control a terminal nor run in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import sys
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner

from event_files import quiet_game, write_events
from skipper.build.run import BuildReport
from skipper.cli import build as build_command
from skipper.cli import main
from skipper.cli.press import tell_refused
from tiny_lake import write_lake

HOSTILE = "Ev\x1b[31mil\x07\u202eknaB\u2066 \x9b31m\rforged\nline\x85end"
CELLS = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "plain"]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [
        {"source": "x", "file": cell, "line": -3, "text": HOSTILE, "reason": HOSTILE, "kind": HOSTILE} for cell in CELLS
    ]
    return write_lake(tmp_path_factory.mktemp("hostile"), more={"quarantine": rows})


def _controls(text: str) -> set[str]:
    return {mark for mark in text if unicodedata.category(mark) in ("Cc", "Cf", "Zl", "Zp")} - {"\n"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["sql", "SELECT text, reason FROM quarantine LIMIT 1"],
        ["sql", f'SELECT 1 AS "{HOSTILE}"'],
        ["sql", f"SELECT '{HOSTILE[:16]}' FROM nowhere"],
        ["sql", f"SELECT error('{HOSTILE}')"],
        ["sql", "SELECT text, reason FROM quarantine LIMIT 1", "--format", "json"],
        ["records", HOSTILE],
    ],
)
def test_a_terminal_is_not_controlled(lake: Path, arguments: list[str]):
    printed = CliRunner().invoke(main, [*arguments, "--lake", str(lake)]).output
    assert "Ev" in printed
    assert not _controls(printed)


def test_json_has_the_text_that_a_terminal_does_not_get(lake: Path):
    query = ["sql", "SELECT text FROM quarantine LIMIT 1", "--format", "json", "--lake", str(lake)]
    assert json.loads(CliRunner().invoke(main, query).stdout)["rows"] == [{"text": HOSTILE}]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_csv_controls_no_terminal(
    lake: Path, is_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    query = ["sql", "SELECT text FROM quarantine LIMIT 1", "--format", "csv", "--lake", str(lake)]
    main(query, standalone_mode=False)
    printed = capsys.readouterr().out
    assert "Ev" in printed
    assert (not _controls(printed)) == is_terminal


def test_an_exports_messages_do_not_control_a_terminal(tmp_path: Path):
    write_events(tmp_path / "Ev\x1b[31mil\u202e", ["a line before any game"], quiet_game())
    done = CliRunner().invoke(main, ["export", "chadwick", "--events", str(tmp_path)])
    assert done.exit_code == 3
    assert "Ev[31mil" in done.stderr
    assert not _controls(done.stderr)


def test_a_cell_stays_on_its_line(lake: Path):
    printed = CliRunner().invoke(main, ["sql", "SELECT text FROM quarantine LIMIT 1", "--lake", str(lake)]).output
    assert not [line for line in printed.splitlines() if line.startswith(("forged", "line", "end"))]


def test_the_summary_of_a_build_does_not_control_a_terminal(lake: Path, monkeypatch: pytest.MonkeyPatch):
    row = {"source": "x", "file": HOSTILE, "line": 1, "text": HOSTILE, "reason": HOSTILE, "kind": HOSTILE}
    report = BuildReport("b", [2031], {"game": 1}, [row], 1.0)
    monkeypatch.setattr(build_command, "run_build", lambda inputs, lake, allow_shrink: report)
    done = CliRunner().invoke(main, ["build", "--gamelogs", str(lake), "--no-cache", "--lake", str(lake)])
    assert done.exit_code == 0
    assert "Ev[31mil" in done.stdout
    assert not _controls(done.stdout)


def test_safe_csv_has_no_formula(lake: Path):
    def read(*options: str) -> list[dict[str, str]]:
        query = 'SELECT file, line, text, 1 AS "=x" FROM quarantine ORDER BY ALL'
        done = CliRunner().invoke(main, ["sql", query, "--lake", str(lake), *options])
        return list(csv.DictReader(io.StringIO(done.stdout, newline="")))

    safe, plain = read("--safe-csv"), read("--format", "csv")
    assert sorted(row["file"] for row in plain) == sorted(CELLS)
    assert sorted(row["file"] for row in safe) == sorted(cell if cell == "plain" else f"'{cell}" for cell in CELLS)
    assert {row["line"] for row in safe} == {"-3"}  # numbers stay numbers
    assert list(safe[0]) == ["file", "line", "text", "'=x"]


def test_a_quarantined_documents_name_does_not_control_a_terminal(capsys: pytest.CaptureFixture[str]):
    tell_refused([{"file": "a\x1b[2J\u202eb.txt", "line": None, "reason": "not UTF-8: \x07"}])
    told = capsys.readouterr().err
    assert told.startswith("quarantined: a")
    assert _controls(told) == set()
