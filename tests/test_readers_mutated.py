"""Mutated sources: each is read, quarantined or refused in a sentence; no reader fails otherwise or loses a record.

SKIPPER_MUTATIONS says how many inputs of each kind; event files have tests of their own.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from score_files import write_scores
from skipper.answers.directives.plan_file import PlanError, read_plan
from skipper.press.documents import read_documents
from skipper.press.ledger.facts_file import FactsFileError, read_facts
from skipper.sources import affiliations, lahman, leagues, managers, register, scores
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.retrosheet import gamelogs
from test_event_quarantine import mutated

MUTATIONS = int(os.environ.get("SKIPPER_MUTATIONS", "20"))
EXAMPLES = Path(__file__).parents[1] / "examples"
SCORE_LINES = [f"2041-04-0{day},SL,BIR 3,CHT 2,x" for day in range(1, 9)]
YEARS = {"years": [2041, 2042]}
CLUB: dict[str, Any] = {
    "currentName": "Bir",
    "nameHistory": [{**YEARS, "name": "Bir", "league": "SL"}],
    "parentHistory": [{**YEARS, "parentOrgId": 1, "parentOrgName": "Alpha"}],
}
HISTORY = {"clubs": {"564": CLUB, "565": CLUB}}
STORY = "Ann Aaa managed Alpha in 2041.\nShe was 67-76 in her first season, and was fired.\n" * 5


def _no_record_lost(parsed: Parsed) -> None:
    of_lines = [item for item in parsed.rejected if item.line is not None]
    assert sum(parsed.read.values()) == sum(parsed.kept.values()) + len(of_lines)
    assert all(item.file and item.reason for item in parsed.rejected)


def _gamelog(path: Path) -> None:
    parsed = gamelogs.parse(path)
    _no_record_lost(parsed)
    assert sum(table.num_rows for table in parsed.records.get("gamelog", ())) == sum(parsed.kept.values())


def _table(parse: Callable[[Path], Parsed]) -> Callable[[Path], None]:
    def read(path: Path) -> None:
        parsed = parse(path)
        _no_record_lost(parsed)
        (rows,) = parsed.records.values()
        assert sum(table.num_rows for table in rows) == sum(parsed.kept.values())

    return read


def _documents(path: Path) -> None:
    reports, refused = read_documents([path])
    assert reports or refused


def _sources(folder: Path, league: Path) -> dict[str, tuple[Path, Callable[[Path], object]]]:
    """Return a valid file of each kind in `folder`, with what reads it."""

    def put(name: str, content: bytes) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    (packed,) = (league / "gamelogs").glob("gl2041.zip")
    with zipfile.ZipFile(packed) as archive:
        games = archive.read(archive.namelist()[0])
    people = max(register.find_files(league / "register"), key=lambda file: file.stat().st_size)
    plan = next(iter(sorted((EXAMPLES / "plans").rglob("*.yaml"))))
    pieces = json.dumps({"text": STORY, "title": "A piece", "date": "2041-05-01"}) + "\n"
    tables = {
        file.name: (put(file.name, file.read_bytes()), _table(lahman.parse))
        for file in lahman.find_files(league / "lahman")
    }
    return tables | {
        "game log": (put("gl2041.txt", b"\n".join(games.split(b"\n")[:30])), _gamelog),
        "game log, zip": (put("gl2041.zip", packed.read_bytes()), _gamelog),
        "Register": (put(people.name, people.read_bytes()), _table(register.parse)),
        "scores": (write_scores(folder, *SCORE_LINES), lambda path: scores.parse(path, 2041, [("SL", "Southern")])),
        "managers": (
            put("managers.csv", Path(managers.__file__).with_name("managers.csv").read_bytes()[:5_000]),
            managers.read_managers,
        ),
        "leagues": (put("leagues.csv", (league / "leagues.csv").read_bytes()), leagues.read_leagues),
        "affiliations": (put("milb-history.json", json.dumps(HISTORY, indent=0).encode()), affiliations.parse),
        "plan": (put("plan.yaml", plan.read_bytes()), read_plan),
        "facts": (put("facts.yaml", (EXAMPLES / "backman.yaml").read_bytes()), read_facts),
        "text": (put("piece.txt", STORY.encode()), _documents),
        "HTML": (put("piece.html", f"<html><p>{STORY}</p></html>".encode()), _documents),
        "JSON lines": (put("pieces.jsonl", pieces.encode() * 3), _documents),
    }


TABLES = ("People.csv", "Teams.csv", "Managers.csv", "Register", "leagues", "managers", "affiliations", "scores")
KINDS = (*TABLES, "game log", "game log, zip", "plan", "facts", "text", "HTML", "JSON lines")


@pytest.mark.parametrize("kind", KINDS)
def test_a_mutated_file_is_read_quarantined_or_refused(kind: str, league: Path, tmp_path: Path):
    path, read = _sources(tmp_path, league)[kind]
    read(path)  # the unspoilt file is sound
    content, dice = path.read_bytes(), random.Random(f"2041 {kind}")
    for _ in range(MUTATIONS):
        path.write_bytes(mutated(content, dice))
        # Any other error fails the test and shows where.
        with contextlib.suppress(SourceError, PlanError, FactsFileError):
            read(path)


@pytest.mark.parametrize("years", [[2041, 10**12], [0, 2041], [2042, 2041]])
def test_a_club_of_impossible_years_is_quarantined_whole(years: list[int], tmp_path: Path):
    """Once, the years to 10**12 were listed one by one until the memory was full."""
    odd = {**CLUB, "parentHistory": [*CLUB["parentHistory"], {"years": years, "parentOrgId": 2, "parentOrgName": "B"}]}
    path = tmp_path / "milb-history.json"
    path.write_text(json.dumps({"clubs": {"564": CLUB, "565": odd}}))
    parsed = affiliations.parse(path)
    assert {row["source_club"] for table in parsed.records["affiliate"] for row in table.to_pylist()} == {"564"}
    assert [item.line for item in parsed.rejected] == [2]
