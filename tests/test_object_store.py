"""A lake in an S3 object store: the same rows, answers, checks and builds as in a folder; one of two builds is
published."""

from __future__ import annotations

import ast
import json
import logging
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import click
import httpx
import pyarrow as pa
import pytest
from click.testing import CliRunner
from obstore.exceptions import GenericError, PermissionDeniedError
from pyspark.sql import SparkSession

from asking import environment
from built_lake import build_lake, contents, inputs_of
from event_files import lively_game, write_events
from every_source import PATHS, write_every_source
from object_store import requests_for
from serving import serving
from skipper.answers.directives.tables import TABLES
from skipper.build.graph import graph
from skipper.build.inputs import Account, Inputs, plan, shared_records
from skipper.build.season import build_seasons
from skipper.cli import main
from skipper.cli.failures import cause
from skipper.cli.options import Address
from skipper.lake import client, s3
from skipper.lake import location as location_module
from skipper.lake.delta import open_table
from skipper.lake.location import (
    ABSENT,
    ChangedError,
    Location,
    LocationError,
    StoreError,
    create,
    location,
    names_in,
    read,
    source,
    version_of,
    without_credentials,
    write,
)
from skipper.lake.location import replace as replace_file
from skipper.lake.manifest import FILE_NAME, Manifest, copies, read_manifest
from skipper.lake.reader import LakeReader, NoLakeError
from skipper.lake.repair import damage, repair
from skipper.lake.store import LakeInUseError, LakeWriter
from skipper.press import documents
from skipper.press.documents import read_documents
from skipper.service.live_lake import LiveLake
from skipper.service.log import JsonFormatter
from skipper.service.sql_process import answer_sql
from skipper.sources.archive import read_texts
from skipper.sources.parsed import SourceError
from skipper.sources.source import given_sources
from test_mcp import PLAN
from test_season_task import shared_of
from test_serve import wait_for
from tiny_lake import write_lake

DIFFER = {"build_log"}  # says when and how long
FEW = {"club", "game", "person"}
CLUB = graph().nodes["club"].table


@pytest.fixture
def place(bucket: Location, request: pytest.FixtureRequest) -> Location:
    """A place of a test's own, with a name that an address must encode."""
    return bucket / f"a lake é#%?/{request.node.name}"


@pytest.fixture
def lake(place: Location) -> Location:
    """A lake of few tables, of a test's own."""
    return write_lake(place, tables=[table for table in graph().published if table.name in FEW])


@pytest.fixture(scope="session")
def whole(bucket: Location) -> Location:
    """The tiny lake, with every table. Tests change nothing but its manifest."""
    return write_lake(bucket / "whole")


def asked(lake: Location, *command: str) -> str:
    result = CliRunner().invoke(main, [*command, "--lake", str(lake)])
    assert result.exit_code == 0, result.output
    return result.stdout


def published(lake: Location) -> Manifest:
    found = read_manifest(lake)
    assert found is not None
    return found


def rows(lake: Location) -> dict[str, list[str]]:
    reader = LakeReader(lake)
    return {name: sorted(map(repr, reader.rows(f"FROM {name}"))) for name in reader.contracts}


SKIPPER = Path(location_module.__file__).parents[1]
# What lies on this machine by its nature, and the modules that may therefore handle its paths. Nothing of a lake or of
# its sources is among it. A name that ends in `/` stands for a folder.
OF_THIS_MACHINE = {
    "the storage module": ("lake/location.py", "lake/s3.py"),
    "pages and files that a command writes": ("cli/", "render/", "simulate/", "answers/cards.py"),
    "downloads, and what is kept in the cache": (
        "sources/fetch/",
        "sources/statsapi/store.py",
        "sources/plays/events/kept_vocabulary.py",
        "answers/lake_health.py",
        "press/model/settings.py",
    ),
    "plans, rosters and facts, which their author names": (
        "answers/directives/",
        "answers/roster_lineup.py",
        "api.py",
        "press/ledger/facts_file.py",
    ),
    "Java, compiled code and folders for scratch files": (
        "session.py",
        "compiled.py",
        "build/class_archive.py",
        "answers/doctor.py",
        "answers/machine_health.py",
        "service/sql_process.py",
    ),
}
# A source's readers annotate `Path` for the methods that every location shares with a path.
READERS = ("sources/", "chadwick/", "build/inputs.py")


def handled(file: Path, may_annotate: bool) -> set[str]:
    """What a module does with paths of this machine itself."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            wanted = {"glob", "shutil", "tempfile"} | (set() if may_annotate else {"pathlib"})
            found |= wanted & {module.partition(".")[0] for module in modules}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            said = ast.unparse(node)
            if node.func.id == "open" or (node.func.id == "Path" and said != "Path(__file__)"):
                found.add(said)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_rename = node.func.attr == "replace" and (ast.unparse(node.func.value) == "os" or len(node.args) == 1)
            is_of_rows = any(word.arg for word in node.keywords)  # dataclasses.replace
            if node.func.attr in ("glob", "rglob", "rename") or (is_rename and not is_of_rows):
                found.add(ast.unparse(node))
    return found


def test_one_module_opens_lists_and_renames_a_lakes_and_its_sources_files() -> None:
    """`pyproject.toml` keeps other modules from object stores' packages; this keeps them from paths of this machine."""
    excepted = tuple(name for names in OF_THIS_MACHINE.values() for name in names)
    assert [name for name in excepted if not (SKIPPER / name).exists()] == []
    wrong = {}
    for file in SKIPPER.rglob("*.py"):
        name = file.relative_to(SKIPPER).as_posix()
        assert "localCheckpoint" not in file.read_text("utf-8"), name
        if name.startswith(excepted):
            continue
        if found := handled(file, name.startswith(READERS)):
            wrong[name] = found
    assert wrong == {}
    assert {"pathlib", "path.rglob('*')"} <= handled(SKIPPER / "answers/directives/plan_file.py", False)


def commands(group: click.Group) -> Iterator[click.Command]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        yield from commands(command) if isinstance(command, click.Group) else [command]


def test_every_command_takes_lakes_and_sources_as_addresses() -> None:
    """Whatever else is a path is written by the command, or is a plan, a roster, or facts."""
    of_this_machine = {"out", "output", "reader_out", "plan", "plans", "roster", "facts"}
    given = [(command.name, option) for command in commands(main) for option in command.params]
    local = {
        (name, option.name)
        for name, option in given
        if isinstance(option.type, click.Path) and not isinstance(option.type, Address)
    }
    assert {(name, option) for name, option in local if option not in of_this_machine} == set()
    addresses = {option.name for _, option in given if isinstance(option.type, Address)}
    assert addresses >= {"lake", "events", "tables", "paths", "draft", *given_sources()}


@pytest.mark.parametrize("address", ["gs://bucket/lake", "s3:///lake", "s3://", "http://127.0.0.1/lake"])
def test_an_address_of_another_kind_is_refused(address: str):
    with pytest.raises(LocationError, match="give a folder or s3://bucket/prefix"):
        location(address)
    refused = CliRunner().invoke(main, ["records", "marsh", "--lake", address])
    assert refused.exit_code == 2
    assert "give a folder or s3://bucket/prefix" in " ".join(refused.output.split())


@pytest.mark.parametrize(
    "address",
    [
        "s3://key:hushhush@bucket/lake",
        "s3://bucket/lake?s3_secret_access_key=hushhush",
        "https://key:hushhush@store.example/lake",
    ],
)
def test_an_address_with_credentials_is_refused_without_repeating_them(address: str) -> None:
    with pytest.raises(LocationError, match="credentials in the environment") as caught:
        location(address)
    assert "hush" not in str(caught.value)
    for command in (["records", "x"], ["serve"], ["build", "--gamelogs", "nowhere"]):
        result = CliRunner().invoke(main, [*command, "--lake", address])
        assert result.exit_code == 2
        assert "hush" not in result.output


@pytest.mark.parametrize("address", ["s3://a bucket/lake", "s3://é/lake", "s3://bucket/../lake", "s3://bucket/a/./b"])
def test_a_bucket_or_prefix_that_no_store_has_is_refused(address: str) -> None:
    """The stores' client panicked at the first, and took the last two for damaged manifests."""
    with pytest.raises(LocationError, match="a bucket's name has letters"):
        location(address)


@pytest.mark.parametrize(
    "endpoint", ["", "127.0.0.1:9000", "store", "http://", "http://x:hush@[::", "ftp://h", "http://h:x"]
)
def test_an_endpoint_that_is_no_address_is_told_in_a_sentence(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stores' client panicked."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    refused = CliRunner().invoke(main, ["records", "marsh", "--lake", "s3://bucket/lake"])
    assert refused.exit_code == 2
    assert "AWS_ENDPOINT_URL is " in refused.output
    assert "hush" not in refused.output


def test_of_two_writers_the_store_lets_one_replace_a_file(place: Location):
    file = place / "file"
    assert version_of(file) == ABSENT
    replace_file(file, b"first", ABSENT)
    seen = version_of(file)
    with pytest.raises(ChangedError):
        replace_file(file, b"also first", ABSENT)
    replace_file(file, b"second", seen)
    with pytest.raises(ChangedError):
        replace_file(file, b"also second", seen)
    replace_file(file, b"second", seen)  # a repeated request whose first answer was lost
    assert read(file) == b"second"


def test_a_lake_has_the_same_rows_and_answers_as_in_a_folder(place: Location, whole: Location, tiny: Path):
    with pytest.raises(NoLakeError, match="no complete build"):
        LakeReader(place)
    assert rows(whole) == rows(tiny)
    for command in (
        ("records", "marsh"),
        ("usage", "marsh", "--season", "2031"),
        ("sql", "SELECT season, count(*) FROM club_game WHERE season = 2031 GROUP BY season", "--format", "csv"),
        ("sql", "SHOW TABLES", "--format", "csv"),
    ):
        assert asked(whole, *command) == asked(tiny, *command)
    assert asked(whole, "sql", "SELECT count(*) AS sides FROM CLUB_GAME", "--format", "csv").split()[0] == "sides"


def test_a_strangers_query_opens_nothing_but_the_lake(whole: Location, tmp_path: Path):
    asked_for = {
        "lake": str(whole),
        "manifest": asdict(published(whole)),
        "query": "SELECT count(*) AS games FROM game",
        "rows": 9,
        "spilled": str(tmp_path),
    }
    games = LakeReader(whole).rows("SELECT count(*) AS games FROM game")
    assert json.loads(answer_sql(asked_for))["rows"] == games  # what `skipper serve` runs
    for query in ("FROM read_text('/etc/passwd')", "COPY (SELECT 1) TO 'x.csv'", f"FROM '{whole}/{FILE_NAME}'"):
        refused = CliRunner().invoke(main, ["sql", query, "--lake", str(whole)])
        assert refused.exit_code in (1, 2), query
        assert "root:" not in refused.output


def test_a_file_of_any_size_is_written_by_one_request(place: Location):
    """The tests' server, like others, ignores a condition where an upload of several parts ends."""
    for name, put in (("new", create), ("first", write), ("manifest", replace_file)):
        put(place / name, b"0" * (6 << 20))
        requests = requests_for(f"{place.name}/{name}")
        assert [one for one in requests if one[0] in ("PUT", "POST")] == [("PUT", "")], requests
    seen = version_of(place / "manifest")
    replace_file(place / "manifest", b"1" * (6 << 20), seen)
    assert {one for one in requests_for(f"{place.name}/manifest") if one[0] in ("PUT", "POST")} == {("PUT", "")}


def test_of_two_builds_one_is_published(lake: Location):
    before = published(lake)
    with LakeWriter(lake, ()) as first, LakeWriter(lake, ()) as second:
        second.publish(replace(before, build="second"))
        with pytest.raises(LakeInUseError, match="another build"):
            first.publish(replace(before, build="first"))
    assert published(lake).build == "second"
    with LakeWriter(lake, ()) as third:
        third.publish(replace(before, build="third"))
    assert published(lake).build == "third"
    assert "first.001.json" not in {copy.name for copy in copies(lake)}


def test_a_build_that_was_broken_off_is_never_seen_and_rolled_back(lake: Location):
    before = rows(lake)
    with LakeWriter(lake, [CLUB]) as writer:
        writer.write_rows("club", [], None)
    assert rows(lake) == before
    finding = json.loads(CliRunner().invoke(main, ["doctor", "--lake", str(lake), "--format", "json"]).stdout)
    builds = next(row for row in finding["rows"] if row["check"] == "lake: builds")
    assert "newer versions of club" in builds["found"]
    with LakeWriter(lake, [CLUB]) as writer:
        writer.publish(published(lake))
    assert rows(lake) == before


def test_damage_is_found_and_an_intact_build_restored(lake: Location):
    before = published(lake)
    assert damage(lake, before) == []
    replace_file(lake / FILE_NAME, b"{")
    assert repair(lake) == before == published(lake)
    assert len(copies(lake)) == 1
    (file, *_) = before.files["game"]
    write(lake / "game" / file.path, read(lake / "game" / file.path)[:-1] + b"x")
    assert damage(lake, before) == [f"{lake / 'game' / file.path}: the bytes differ from those written"]


def test_a_server_follows_the_lake(whole: Location, tmp_path: Path):
    lake = whole
    live = LiveLake(lake, seconds=0)
    assert live.build().manifest.build == "tiny"
    with serving(lake, tmp_path) as server:
        answer = server.client.get("/api/records", params={"name": "Jose Marsh"})
        assert answer.status_code == httpx.codes.OK
        assert answer.json()["build"] == "tiny"
        with LakeWriter(lake, ()) as writer:
            writer.publish(replace(published(lake), build="next"))
        assert live.build().manifest.build == "next"
        wait_for(server, lambda health: health["build"] == "next")
        assert server.client.get("/api/records", params={"name": "Jose Marsh"}).json()["build"] == "next"


def test_a_store_that_refuses_a_request_is_an_error_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionDeniedError("403: no\ndetails")

    monkeypatch.setattr("obstore.head", refuse)
    monkeypatch.setattr("obstore.get", refuse)
    for ask in (version_of, read):
        with pytest.raises(OSError, match=r"^s3://elsewhere/file: 403: no$"):
            ask(location("s3://elsewhere/file"))


@pytest.mark.parametrize("name", ["AWS_REGION", "AWS_DEFAULT_REGION"])
def test_arrow_takes_the_region_from_either_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv(name, "eu-north-1")
    assert location_module._arrow_s3.__wrapped__(0).region == "eu-north-1"  # without the tests' own client


def _read(inputs: Inputs, lake: Path) -> tuple[dict[str, pa.Table], dict[tuple[int, str], int], list[Account]]:
    """The records that every season shares; what each season's task, run here, says that it read and wrote."""
    inputs.require()
    account = Account()
    shared = shared_records(inputs, account)
    planned = plan(inputs, account, shared)
    given = shared_of(planned, lake, lake.name)
    tasks = [build_seasons([files], given) for _, files in sorted(planned.seasons.items())]
    rows = {
        (season, name): table.rows[season]
        for task in tasks
        for name, table in task.tables.items()
        for season in task.built
    }
    return shared, rows, [account, *(task.account for task in tasks)]


def test_every_source_may_be_in_the_store(place: Location, league: Path, tmp_path: Path):
    here = write_every_source(tmp_path / "sources", league)
    for file in here.rglob("*"):
        if file.is_file():
            write(place / file.relative_to(here).as_posix(), file.read_bytes())
    assert set(PATHS) == set(given_sources())
    in_store = Inputs(**{name: source(str(place / path)) for name, path in PATHS.items()})
    in_folder = Inputs(**{name: here / path for name, path in PATHS.items()})
    shared, rows, accounts = _read(in_store, tmp_path / "one")
    assert (shared, rows, accounts) == _read(in_folder, tmp_path / "two")
    of_absent_files = {
        "lahman_awards",
        "lahman_award_votes",
        "lahman_home_games",
        "minor_team",
        "register_names",
        "register_links",
    }
    assert {name for name, table in shared.items() if not table.num_rows} == of_absent_files
    read_of = {row["source"] for account in accounts for row in account.counts if row["rows_in"]}
    assert read_of == {
        "retrosheet_gamelog",
        "minors_scores",
        "lahman",
        "register",
        "managers",
        "leagues",
        "minorleaguesplits",
        "affiliations",
        "retrosheet_event",
        "retrosheet_csv",
        "retrosheet_transactions",
        "retrosheet_reference",
        "statsapi",
    }


PIECES = {
    "wire.txt": "Jose Marsh was fired in June 2031.",
    "more/page.html": "<title>Marsh</title><p>Jose Marsh was fired in June 2031.</p>",
    "more/wires.jsonl": "".join(json.dumps({"text": f"Jose Marsh was fired in 203{n}."}) + "\n" for n in range(3)),
    "more/empty.txt": "",
    "more/.hidden.txt": "Jose Marsh resigned.",
}


@pytest.fixture
def pieces(place: Location, tmp_path: Path) -> tuple[Location, Path]:
    """Reports in a prefix of the store, and the same in a folder."""
    for folder in (here := tmp_path / "pieces", place / "pieces"):
        for name, text in PIECES.items():
            write(folder / name, text.encode())
    return place / "pieces", here


def test_reports_may_be_in_the_store(
    pieces: tuple[Location, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there, here = pieces
    for limit in ("CHUNK_BYTES", "BLOCK_BYTES"):
        monkeypatch.setattr(documents, limit, 60)  # so that the file of lines has more than one part
    reports, refused = read_documents([there])
    assert (reports, refused) == read_documents([here])
    assert len(list(documents.chunks([there]))) > len(PIECES) - 1
    assert len(reports) == 5
    assert [row["file"] for row in refused] == ["more/empty.txt"]
    assert read_documents([there / "wire.txt"])[0] == reports[-1:]
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_documents([there / "nowhere"])


def test_commands_read_reports_from_the_store(pieces: tuple[Location, Path], whole: Location) -> None:
    there, here = pieces
    read_there = asked(whole, "press", str(there), "--format", "json")
    assert read_there == asked(whole, "press", str(here), "--format", "json")
    assert len(json.loads(read_there)["reports"]) == 5
    draft = "wire.txt"
    assert asked(whole, "check", str(there / draft)) == asked(whole, "check", str(here / draft))


def test_workers_read_reports_from_the_store(pieces: tuple[Location, Path], whole: Location) -> None:
    """A process of its own, because a session's workers have the environment that it began with."""
    there, here = pieces
    lake = write_lake(there.parent / "lake")
    command = [sys.executable, "-m", "skipper", "press", str(there), "--spark", "--keep", "--lake", str(lake)]
    done = subprocess.run(command, env=environment({}), text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert "quarantined: more/empty.txt: empty" in done.stderr
    reports, _ = read_documents([here])
    kept = {row["report"]: row["title"] for row in LakeReader(lake).rows("SELECT report, title FROM report")}
    assert len(reports) == 5
    assert kept.items() >= {one.name: one.title for one in reports}.items()


def test_plays_are_exported_from_the_store(place: Location, tmp_path: Path) -> None:
    write_events(tmp_path / "events", lively_game())
    for file in (tmp_path / "events").iterdir():
        write(place / "events" / file.name, file.read_bytes())
    there, here = (
        CliRunner().invoke(main, ["export", "chadwick", "--events", str(folder)])
        for folder in (place / "events", tmp_path / "events")
    )
    assert (there.exit_code, there.stdout) == (0, here.stdout)
    assert there.stdout.count("\n") > 10


def test_the_tables_of_a_folder_of_plans_may_be_in_the_store(whole: Location, place: Location, tmp_path: Path) -> None:
    """A process of its own, as above."""
    (tmp_path / "plan.yaml").write_text(PLAN)
    command = ["directives", "check", str(tmp_path), "--tables", str(place / "checked"), "--lake", str(whole)]
    done = subprocess.run(
        [sys.executable, "-m", "skipper", *command], env=environment({}), text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    made = {table.name: open_table(place / "checked" / table.name).to_pyarrow_table() for table in TABLES}
    assert made["directive_status"].num_rows == PLAN.count("- {id:") > 0
    assert made["directive_game"].num_rows > 0


def test_a_build_from_and_into_the_store_has_every_row(
    place: Location, league: Path, spark: SparkSession, tmp_path: Path
):
    """One season: its game logs, Lahman and the Register are read from the store, and the lake is written there.

    A process of its own, because a session's workers have the environment that it began with.
    """
    for name in ("gamelogs", "lahman", "register"):
        for file in (league / name).iterdir():
            write(place / name / file.name, file.read_bytes())
    write(place / "leagues.csv", (league / "leagues.csv").read_bytes())
    named = [f"--{name}={place / name}" for name in ("gamelogs", "lahman", "register", "leagues.csv")]
    command = [sys.executable, "-m", "skipper", "build", *named, "--no-cache", "--seasons=2042", f"--lake={place}"]
    done = subprocess.run(
        [part.replace("--leagues.csv=", "--leagues=") for part in command], text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    built = build_lake(
        spark, inputs_of(league, minors=None, managers=None, events=None, seasons=frozenset({2042})), tmp_path / "lake"
    )
    tables = set(built.reader().contracts) - DIFFER
    assert contents(place, tables) == contents(built.lake, tables)
    assert published(place).seasons == [2042]
    # Data files, logs and manifests: no copy, and no upload in parts, for which some stores ignore conditions.
    written = {one for one in requests_for(f"{place.name}/") if one[0] in ("PUT", "POST")}
    assert all(method == "PUT" and "?" not in key for method, key in written)
    for part in (
        r"manifest\.json",
        r"_manifests/.*\.json",
        r"game/_delta_log/.*\.json",
        r"game/season=2042/.*\.parquet",
    ):
        assert any(re.fullmatch(part, key) for _method, key in written), part


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A store that describes its files and gives none of them."""

    class Refusing(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            for name, value in (("Content-Length", "5000"), ("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")):
                self.send_header(name, value)
            self.end_headers()

        def do_GET(self) -> None:
            self.send_error(403)

    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        for name, value in (("ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}"), ("REGION", "us-east-1")):
            monkeypatch.setenv(f"AWS_{name}", value)
        for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY"):
            monkeypatch.setenv(f"AWS_{name}", "tester")
        yield
        server.shutdown()
        thread.join()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # obstore's file that never opened
def test_a_refusal_of_the_store_is_no_bad_file(refusing: None) -> None:
    for name in ("gl2030.txt", "gl2030.zip", "gl2030.txt.gz"):
        with pytest.raises(SourceError, match=rf"^s3://refused/{name}: .*403"):
            list(read_texts(source(f"s3://refused/{name}"), re.compile("gl.*")))


def test_a_refusal_of_the_store_is_no_bad_report(refusing: None) -> None:
    for name in ("piece.txt", "wires.jsonl"):
        with pytest.raises(StoreError, match=rf"^s3://refused/{name}: .*403"):
            list(documents.read_chunk(documents.Chunk(f"s3://refused/{name}", name, 0, 5_000, 1)))


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A store that takes requests and answers none, as one that was stopped; its clients have a second."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.getsockname()[1]}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.setenv(name, "tester")
        monkeypatch.setattr(client, "SECONDS_TO_ANSWER", 1)
        monkeypatch.setattr(client, "SECONDS_TO_REPEAT", 1)
        s3._files.cache_clear()  # of the other tests' store
        yield
        s3._files.cache_clear()


@pytest.mark.parametrize("ask", [version_of, read, names_in, open_table], ids=lambda ask: ask.__name__)
def test_a_store_that_stopped_answering_is_given_up(silent: None, ask: Callable[[Location], object]) -> None:
    began = time.monotonic()
    with pytest.raises((OSError, GenericError), match="error sending request"):
        ask(location(f"s3://silent/{ask.__name__}"))
    assert time.monotonic() - began < 10


def test_messages_about_a_store_have_no_credentials() -> None:
    said = "Generic S3 error: GET http://key:hushhush@127.0.0.1:9/b/manifest.json?X-Amz-Signature=hush&b=1 (refused)"
    expected = "Generic S3 error: GET http://…@127.0.0.1:9/b/manifest.json?… (refused)"
    assert without_credentials(said) == expected
    assert cause(PermissionDeniedError(said)) == f"PermissionDeniedError: {expected}"
    try:
        raise StoreError(said)
    except StoreError as error:
        record = logging.makeLogRecord({"msg": "failure", "exc_info": (StoreError, error, error.__traceback__)})
    assert "hush" not in JsonFormatter().format(record)
    assert without_credentials("s3://games/lake: out of reach. Why?") == "s3://games/lake: out of reach. Why?"
