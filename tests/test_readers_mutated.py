"""Mutated sources: each is read, quarantined or refused in a sentence; no reader fails otherwise or loses a record.

SKIPPER_MUTATIONS says how many inputs of each kind, SKIPPER_SEED which. Event files, and whole builds, have tests of
their own.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
import yaml
from ruamel.yaml import YAML

import box_files
from csv_files import write_every_kind
from deadline import deadline
from minor_files import quiet_game, write_minors
from press_claims import claims_of
from score_files import write_scores
from skipper.answers.directives.plan_file import PlanError, read_plan
from skipper.press import hand_kept
from skipper.press.documents import read_documents
from skipper.press.ledger.facts_file import FactsFileError, read_facts
from skipper.press.vocabulary import Person
from skipper.sources.affiliations import reading as affiliations
from skipper.sources.lahman import reading as lahman
from skipper.sources.leagues import reading as leagues
from skipper.sources.managers import reading as managers
from skipper.sources.minorleaguesplits import reading as minorleaguesplits
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.plays.events.dialect import MINORLEAGUESPLITS
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.listing import list_event_files
from skipper.sources.plays.events.plays import read_plays
from skipper.sources.register import reading as register
from skipper.sources.retrosheet.csvs import files as csvs
from skipper.sources.retrosheet.csvs.games import read_games
from skipper.sources.retrosheet.csvs.lines import read_player_lines
from skipper.sources.retrosheet.csvs.plays import SeasonCsvPlays
from skipper.sources.retrosheet.event_files.season import SeasonPlays
from skipper.sources.retrosheet.gamelogs import reading as gamelogs
from skipper.sources.retrosheet.reference import reading as reference
from skipper.sources.retrosheet.transactions import reading as transactions
from skipper.sources.scores import reading as scores
from skipper.sources.statsapi.reading import read_season
from skipper.sources.statsapi.store import Store
from statsapi_league import SEASON, invented
from test_event_quarantine import lines_accounted_for, mutated
from test_retrosheet_lists import HEADER as EJECTION_HEADER
from test_retrosheet_lists import LINES as EJECTIONS
from test_retrosheet_transactions import LINES as TRANSACTIONS
from test_statsapi import stored
from trials import SEED

MUTATIONS = int(os.environ.get("SKIPPER_MUTATIONS", "20"))
EXAMPLES = Path(__file__).parents[1] / "examples"
SCORE_LINES = [f"04/0{day}/41,Southern,Birmingham vs. Chattanooga,BIR,CHT,3,{day}" for day in range(1, 9)]
YEARS = {"years": [2041, 2042]}
CLUB: dict[str, Any] = {
    "currentName": "Bir",
    "nameHistory": [{**YEARS, "name": "Bir", "league": "SL"}],
    "parentHistory": [{**YEARS, "parentOrgId": 1, "parentOrgName": "Alpha"}],
}
HISTORY = {"clubs": {"564": CLUB, "565": CLUB}}
HEADER = 1  # line
WORDS = replace(
    hand_kept.vocabulary(), people=(Person("p-aaa", "Ann Aaa", "Aaa", None, None, (1900, 2050)),)
)  # a lake's names
STORY = "Ann Aaa managed Alpha in 2041.\nShe was 67-76 in her first season, and was fired.\n" * 5


Read = Callable[[Path], bool]  # whether every record of the file is used or quarantined; raises for a refused file


def _lines(path: Path, ends: bytes = rb"[\r\n]", blank: bytes | None = b"") -> int:
    """Return the number of lines with a character that is not `blank` (null: white space), without the readers."""
    content = path.read_bytes()
    text = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
    return sum(bool(line.strip(blank)) for line in re.split(ends, text))


def _lines_with_blank(path: Path) -> int:
    """Return the number of lines, blank ones included, as readers of event files count them: each is in the account."""
    content = path.read_bytes()
    return content.count(b"\n") + bool(content.rpartition(b"\n")[2])


def _counted(parsed: Parsed) -> bool:
    unused = sum(item.lines or 0 for item in parsed.rejected)
    return sum(parsed.read.values()) == sum(parsed.kept.values()) + unused and all(
        item.file and item.reason for item in parsed.rejected
    )


def _accounted(parsed: Parsed, rows: Iterable[pa.Table]) -> bool:
    return _counted(parsed) and sum(table.num_rows for table in rows) == sum(parsed.kept.values())


def _gamelog(path: Path) -> bool:
    parsed = gamelogs.parse(path)
    is_refused = any(item.line is None for item in parsed.rejected)
    return _accounted(parsed, parsed.records.get("gamelog", ())) and (
        is_refused or path.suffix == ".zip" or parsed.read.total() == _lines(path, b"\n", None)
    )


def _table(parse: Callable[[Path], Parsed]) -> Read:
    def read(path: Path) -> bool:
        parsed = parse(path)
        (rows,) = parsed.records.values()
        return _accounted(parsed, rows) and parsed.read.total() == _lines(path) - HEADER

    return read


def _documents(path: Path) -> bool:
    reports, refused = read_documents([path])
    documents = _lines(path, b"\n", None) if path.suffix == ".jsonl" else 1
    said = [(report.text, claim) for report in reports for claim in claims_of(report, WORDS)]
    return len(reports) + len(refused) == documents and all(
        text[claim.start : claim.end] == claim.span for text, claim in said
    )


def _managers(path: Path) -> bool:
    _shipped, given = managers.read_managers(path, leagues.read_leagues(None))
    return _accounted(given, given.records["manager_file"]) and given.read.total() == _lines(path) - HEADER


def _affiliations(path: Path) -> bool:
    parsed = affiliations.parse(path)
    return _counted(parsed) and parsed.read.total() == len(json.loads(path.read_bytes())["clubs"])


def _leagues(path: Path) -> bool:
    parsed = leagues.read_own(path)
    return _accounted(parsed, parsed.records["league_file"]) and parsed.read.total() == _lines(path) - HEADER


def _scores(path: Path) -> bool:
    parsed = scores.parse(path, 2041, [("SL", "Southern")])
    return _accounted(parsed, parsed.records["score"]) and parsed.read.total() == _lines(path, blank=None)


def _minors(path: Path) -> bool:
    (players,) = minorleaguesplits.parse(minorleaguesplits.find_files(path)[0]).records["minor_player"]
    file = EventFile(path.name, path.read_bytes())
    plays = read_plays([file], minorleaguesplits.rosters_of(players), dialect=MINORLEAGUESPLITS)
    return lines_accounted_for(plays) == len(plays.lines.kinds)


def _minor_players(path: Path) -> bool:
    parsed = minorleaguesplits.parse(minorleaguesplits.find_files(path)[0])
    rows = parsed.records["minor_player"]
    minorleaguesplits.rosters_of(rows[0])
    return _accounted(parsed, rows) and parsed.read.total() == _lines(path) - HEADER


def _response(path: Path, store: Store, packed: Path) -> bool:
    """Read a store in which one response, its header and its body, is as the file has it."""
    packed.write_bytes(gzip.compress(path.read_bytes(), 1))
    parsed = read_season(store, SEASON)
    lines = Counter(item.file for item in parsed.rejected if item.line is not None)
    return all(item.file and item.reason for item in parsed.rejected) and all(
        read == parsed.kept[file, season] + lines[file] for (file, season), read in parsed.read.items()
    )


def _transactions(path: Path) -> bool:
    parsed = transactions.parse(path)
    return _accounted(parsed, parsed.records.get("retrosheet_transaction", ())) and (
        path.suffix == ".zip" or parsed.read.total() == _lines(path)
    )


def _list(path: Path) -> bool:
    parsed = reference.parse(path)
    return _accounted(parsed, [rows for tables in parsed.records.values() for rows in tables])


def _parquet(path: Path) -> bool:
    parsed = lahman.parse(path)
    (rows,) = parsed.records.values()
    return _accounted(parsed, rows) and parsed.read.total() == pq.ParquetFile(path).metadata.num_rows


def _csvs(path: Path) -> bool:
    """Read all files of the season, with their plays. Games and sides are rows of `game` and `club_game`."""
    texts, unreadable = csvs.list_csvs(path.parent, {2041})
    games = read_games(texts, 2041)
    read_player_lines(texts, games)
    for _table in SeasonCsvPlays(texts, games, frozenset(), {}).tables():
        pass
    parsed = games.parsed
    lines = Counter[str]()
    for item in parsed.rejected:
        lines[item.file] += item.lines or 0
    return unreadable == [] and all(
        read == parsed.kept[label, season] + lines[label] for (label, season), read in parsed.read.items()
    )


def _boxes(path: Path) -> bool:
    listed = list_event_files(path.parent)
    plays = SeasonPlays(box_files.SEASON, listed.events, listed.rosters, {})
    for _table in plays.tables():
        pass
    total = Counter[str]()
    for row in plays.counts:  # of each season that its games have
        if row["file"] == path.name:
            total.update({name: row[name] for name in ("rows_in", "rows_out", "rows_quarantined")})
    return total["rows_in"] == total["rows_out"] + total["rows_quarantined"] == _lines_with_blank(path)


def _plan(path: Path) -> bool:
    directives = read_plan(path).plan.directives  # refuses what the parser below would not read
    return len(directives) == len(yaml.load(path.read_bytes(), yaml.CSafeLoader)["directives"])


def _facts(path: Path) -> bool:
    claims = read_facts(path).claims()
    return len(claims) == sum(len(fact["sources"]) for fact in YAML(typ="safe", pure=True).load(path)["facts"])


def _sources(folder: Path, league: Path) -> dict[str, tuple[Path, Read]]:
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
    tables: dict[str, tuple[Path, Read]] = {
        file.name: (put(file.name, file.read_bytes()), _table(lahman.parse))
        for file in lahman.find_files(league / "lahman")
    }
    minors = write_minors(folder / "minors", quiet_game(), quiet_game(day="20410402"))
    store = stored(folder, invented())
    for endpoint in RESPONSES:
        response = max((store.folder / endpoint).iterdir(), key=lambda file: file.stat().st_size)
        body = put(endpoint, gzip.decompress(response.read_bytes()))
        tables[endpoint] = body, partial(_response, store=store, packed=response)
    newest = _newest_sources(folder, league)
    return (
        tables
        | newest
        | {
            "game log": (put("gl2041.txt", b"\n".join(games.split(b"\n")[:30])), _gamelog),
            "game log, zip": (put("gl2041.zip", packed.read_bytes()), _gamelog),
            "Register": (put(people.name, people.read_bytes()), _table(register.parse)),
            "scores": (write_scores(folder, *SCORE_LINES), _scores),
            "managers": (
                put("managers.csv", Path(managers.__file__).with_name("managers.csv").read_bytes()[:5_000]),
                _managers,
            ),
            "minors": (minors / "2041_XXL_PlayByPlay.csv", _minors),
            "minor players": (minors / "minorLeagueSplitsPlayers.csv", _minor_players),
            "leagues": (put("leagues.csv", (league / "leagues.csv").read_bytes()), _leagues),
            "affiliations": (put("milb-history.json", json.dumps(HISTORY, indent=0).encode()), _affiliations),
            "plan": (put("plan.yaml", plan.read_bytes()), _plan),
            "facts": (put("facts.yaml", (EXAMPLES / "backman.yaml").read_bytes()), _facts),
            "text": (put("piece.txt", STORY.encode()), _documents),
            "HTML": (put("piece.html", f"<html><p>{STORY}</p></html>".encode()), _documents),
            "JSON lines": (put("pieces.jsonl", pieces.encode() * 3), _documents),
        }
    )


def _newest_sources(folder: Path, league: Path) -> dict[str, tuple[Path, Read]]:
    """Return a valid file of each kind of the sources of later releases, with what reads it."""
    found: dict[str, tuple[Path, Read]] = {}
    write_every_kind(folder / "csvs", 2041)
    for kind in csvs.KINDS:
        found[kind] = folder / "csvs" / f"2041{kind}.csv", _csvs
    boxes = box_files.write(folder / "boxes", "2041HHH.EBA", box_files.box_game(), box_files.box_game("20410402"))
    found["box scores"] = boxes / "2041HHH.EBA", _boxes
    (folder / "tran.txt").write_text("\r\n".join((*TRANSACTIONS, "")), "latin-1")
    with zipfile.ZipFile(folder / "tranDB.zip", "w") as archive:
        archive.write(folder / "tran.txt", "tran.txt")
    found["tran.txt"] = folder / "tran.txt", _transactions
    found["tranDB.zip"] = folder / "tranDB.zip", _transactions
    for name, lines in {"ejections": (EJECTION_HEADER, *EJECTIONS), **LISTS}.items():
        (folder / f"{name}.csv").write_text("\r\n".join((*lines, "")))
        found[f"{name}.csv"] = folder / f"{name}.csv", _list
    (folder / "parquet").mkdir()
    for name in ("People", "Teams", "Managers"):
        file = folder / "parquet" / f"{name}.parquet"
        pq.write_table(pyarrow.csv.read_csv(league / "lahman" / f"{name}.csv"), file)
        found[file.name] = file, _parquet
    return found


TABLES = ("People.csv", "Teams.csv", "Managers.csv", "Register", "leagues", "managers", "affiliations", "scores")
RESPONSES = ("schedule", "teams", "standings", "coaches", "roster", "transactions", "feed", "boxscore")
MINORS = ("minors", "minor players")
LISTS = {
    "teams": ("TEAM,LEAGUE,CITY,NICKNAME,FIRST,LAST", "INK,,Ink,Larks,1930,2060", "BLO,,Blot,Owls,1930,2060"),
    "coaches": ("id,year,team,role,start,end", "nibbx001,2041,INK,P,04/01/2041,09/30/2041"),
}
NEWEST = (
    *csvs.KINDS,
    *("box scores", "tran.txt", "tranDB.zip", "ejections.csv", "teams.csv", "coaches.csv"),
    *("People.parquet", "Teams.parquet", "Managers.parquet"),
)
KINDS = (
    *TABLES,
    *NEWEST,
    *MINORS,
    *RESPONSES,
    "game log",
    "game log, zip",
    "plan",
    "facts",
    "text",
    "HTML",
    "JSON lines",
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mutated_file_is_read_quarantined_or_refused(kind: str, league: Path, tmp_path: Path):
    path, read = _sources(tmp_path, league)[kind]
    assert read(path)
    content, dice = path.read_bytes(), random.Random(f"{SEED} {kind}")
    lost = []
    for mutation in range(MUTATIONS):
        path.write_bytes(mutated(content, dice))
        try:
            with deadline():
                accounted = read(path)
        except (SourceError, PlanError, FactsFileError) as refused:
            accounted = bool(str(refused))
        if not accounted:
            lost.append(mutation)
    assert lost == []


def test_what_does_not_end_fails() -> None:
    """Also where a reader takes every error of the disk for a bad file, as TimeoutError would be."""
    with pytest.raises(pytest.fail.Exception, match="not done after"), deadline(0.05), suppress(Exception):
        time.sleep(60)


@pytest.mark.parametrize("years", [[2041, 10**12], [0, 2041], [2042, 2041]])
def test_a_club_of_impossible_years_is_quarantined_whole(years: list[int], tmp_path: Path):
    """Once, the years to 10**12 were listed one by one until the memory was full."""
    odd = {**CLUB, "parentHistory": [*CLUB["parentHistory"], {"years": years, "parentOrgId": 2, "parentOrgName": "B"}]}
    path = tmp_path / "milb-history.json"
    path.write_text(json.dumps({"clubs": {"564": CLUB, "565": odd}}))
    parsed = affiliations.parse(path)
    assert {row["source_club"] for table in parsed.records["affiliate"] for row in table.to_pylist()} == {"564"}
    assert [item.line for item in parsed.rejected] == [2]
