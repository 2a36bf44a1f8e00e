"""Fixtures that many tests share: one Spark session a process; one simulated league and its lake for all processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from made_once import made_once
from trials import ALL

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from built_lake import Built
    from fetch_server import FetchServer
    from fetching import Fetching
    from made_plays import Rows
    from skipper.lake.location import Location
    from skipper.lake.reader import LakeReader
    from skipper.press.vocabulary import Vocabulary

# Of the tests' Spark and of the commands they start: a test ends before optimized machine code pays for its making.
# Without that compiler Java keeps 48 MB for machine code, which a few builds fill: it would drop code to make it again.
# From a heap that begins small, garbage is collected so often that it took a fifth of a small build's processor time.
JAVA_OPTIONS = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=240m -XX:MetaspaceSize=128m -Xms1g -Xmn500m"
)
# The tests' rows are few and their queries many: to interpret a query takes less than to compile it. Commands that
# tests start as processes compile, as users' do, and so do builds of many seasons.
INTERPRET = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}

FEW_PARTITIONS = {"spark.sql.shuffle.partitions": "2"}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Below the slowest tests, say which files took longest, with their fixtures."""
    if not config.option.durations:
        return
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid.split("::")[0]] += report.duration
    terminalreporter.section(f"seconds by file, {sum(seconds.values()):.0f} in all")
    for file, took in seconds.most_common(config.option.durations):
        terminalreporter.write_line(f"{took:7.1f} {file}")


@pytest.fixture(scope="session", autouse=True)
def _java_options() -> None:
    os.environ.setdefault("SPARK_SUBMIT_OPTS", JAVA_OPTIONS)


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    """DuckDB in the tests' own processes runs a query in one thread, as in the tasks of a build, for two processes of
    tests fill two cores. All trials, and commands that tests start as processes, have as many threads as users'."""
    if ALL:
        return
    import duckdb

    connect = duckdb.connect

    def in_one_thread(
        database: str = ":memory:", read_only: bool = False, config: dict[str, Any] | None = None
    ) -> duckdb.DuckDBPyConnection:
        return connect(database, read_only, {"threads": 1, **(config or {})})

    duckdb.connect = in_one_thread


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """Skipper's own session, set for small data."""
    from skipper.session import start_session

    session = start_session()
    for name, value in {**FEW_PARTITIONS, **INTERPRET}.items():
        session.conf.set(name, value)
    yield session
    session.stop()


@pytest.fixture(autouse=True)
def _few_partitions_again() -> Iterator[None]:
    """A command that a test ran in this process has set the session's partitions as users have them."""
    yield
    pyspark = sys.modules.get("pyspark.sql")
    session = pyspark.SparkSession.getActiveSession() if pyspark else None
    if session is not None:
        for name, value in FEW_PARTITIONS.items():
            session.conf.set(name, value)


@contextmanager
def compiling(spark: SparkSession) -> Iterator[SparkSession]:
    """The session while it compiles its queries: for builds of many seasons."""
    for name in INTERPRET:
        spark.conf.unset(name)
    yield spark
    for name, value in INTERPRET.items():
        spark.conf.set(name, value)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all processes of this run of the tests have in common."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session")
def league(shared: Path) -> Path:
    """The simulated league's sources."""
    from skipper.simulate import write_league

    return made_once(shared / "league", write_league)


@pytest.fixture(scope="session")
def simulated(league: Path, shared: Path, request: pytest.FixtureRequest) -> Built:
    """A lake built from the simulated league. Tests copy it before they change it."""
    from built_lake import build_lake, inputs_of

    def build(folder: Path) -> Built:
        return build_lake(request.getfixturevalue("spark"), inputs_of(league), folder / "lake")

    return made_once(shared / "simulated", build)


@pytest.fixture(scope="session")
def simulated_site(simulated: Built, shared: Path) -> Path:
    """The whole site of the simulated league's lake. Tests only read it."""
    from skipper.render.html.site import write_site

    def write(folder: Path) -> Path:
        write_site(simulated.reader(), folder / "site", workers=2)
        return folder / "site"

    return made_once(shared / "simulated_site", write)


@pytest.fixture(scope="session")
def simulated_games() -> tuple[object, list[dict]]:
    """Plays read from simulated games, and the games' own truth of each."""
    from simulated_plays import event_file
    from simulated_reading import read

    content, truth = event_file(range(28))
    return read(content), truth


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., dict[str, Rows]]:
    """A function that makes the tables of games written by hand: rows by table."""
    from made_plays import tables_of

    return partial(tables_of, tmp_path / "events")


@pytest.fixture(scope="session")
def docs_site(shared: Path) -> Path:
    """The documentation's pages."""
    import yaml

    root = Path(__file__).resolve().parent.parent

    def build(folder: Path) -> Path:
        config = yaml.safe_load((root / "mkdocs.yml").read_text("utf-8"))
        (folder / "mkdocs.yml").write_text(yaml.safe_dump({**config, "site_dir": "site"}, sort_keys=False))
        shutil.copytree(root / "docs", folder / "docs")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert built.returncode == 0, built.stdout + built.stderr
        return folder / "site"

    return made_once(shared / "docs", build)


@pytest.fixture(scope="session")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Location]:
    """A bucket of an object store on this machine."""
    from object_store import object_store
    from skipper.lake.location import location

    with object_store(tmp_path_factory.mktemp("store")) as address:
        yield location(address)


@pytest.fixture(scope="session")
def tiny_written(shared: Path) -> Path:
    """The tiny lake, of which tests get copies."""
    from tiny_lake import write_lake

    return made_once(shared / "tiny", lambda folder: write_lake(folder / "lake"))


@pytest.fixture(scope="module")
def tiny(tiny_written: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny lake, of its own for a file of tests."""
    return shutil.copytree(tiny_written, tmp_path_factory.mktemp("tiny") / "lake")


@pytest.fixture
def own_tiny(tiny_written: Path, tmp_path: Path) -> Path:
    """The tiny lake, of its own for a test."""
    return shutil.copytree(tiny_written, tmp_path / "lake")


@pytest.fixture(scope="module")
def tiny_reader(tiny: Path) -> LakeReader:
    """The file's tiny lake, open."""
    from skipper.lake.reader import open_reader

    return open_reader(tiny)


@pytest.fixture(scope="module")
def marsh(tiny_reader: LakeReader) -> str:
    """The page of José Marsh's file in the tiny lake."""
    from skipper.render.html.manager_file import gather
    from skipper.render.html.page import file_page

    return file_page(gather(tiny_reader, "Jose Marsh"))


@pytest.fixture
def server() -> Iterator[FetchServer]:
    """A web server of its own for a test of fetching."""
    from fetch_server import FetchServer

    with FetchServer().running() as running:
        yield running


@pytest.fixture
def fetching(server: FetchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fetching:
    """A downloader against the server, which has a season's game logs."""
    from fetching import OLD, PATH, Fetching

    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    server.files[PATH] = OLD
    return Fetching(server, tmp_path)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data; tests that need it are skipped where SKIPPER_DATA does not name it."""
    folder = os.environ.get("SKIPPER_DATA")
    if not folder:
        pytest.skip("SKIPPER_DATA does not name the folder of real data")
    return Path(folder)


@pytest.fixture(scope="session")
def every_season(real_data: Path, shared: Path, request: pytest.FixtureRequest) -> Built:
    """A lake of every season of the real game logs, without plays. Tests only read it."""
    from built_lake import build_lake, real_inputs

    def build(folder: Path) -> Built:
        with compiling(request.getfixturevalue("spark")) as spark:
            return build_lake(spark, real_inputs(real_data), folder / "lake")

    return made_once(shared / "every_season", build)


@pytest.fixture(scope="session")
def lahman_2025(shared: Path) -> Path:
    """The release that `skipper fetch lahman` downloads; skipped without the package index, as in test_fetch_lahman."""
    from click.testing import CliRunner

    from skipper.cli import main

    def fetch(folder: Path) -> str:
        done = CliRunner(env={"SKIPPER_CACHE": str(folder), "SKIPPER_LAHMAN_URL": None}).invoke(
            main, ["fetch", "lahman"]
        )
        return done.stderr if done.exit_code else ""

    failed = made_once(shared / "lahman_fetched", fetch)
    if "cannot be reached" in failed and os.environ.get("SKIPPER_FETCH") != "required":
        pytest.skip(f"{failed.strip()} (with SKIPPER_FETCH=required, this fails)")
    assert not failed
    return shared / "lahman_fetched" / "lahman"


@pytest.fixture(scope="session")
def negro_leagues(real_data: Path, lahman_2025: Path, shared: Path, request: pytest.FixtureRequest) -> Path:
    """A lake of five seasons of the Negro Leagues, built by the command. Tests only read it."""
    from click.testing import CliRunner

    from skipper.cli import main

    releases = real_data / "releases"
    games = releases / "retrosheet" / "negro_leagues"
    given = {"events": games, "csvs": games, "register": releases / "register2026", "lahman": lahman_2025}

    def build(folder: Path) -> Path:
        options = [f"--{name}={path}" for name, path in given.items()]
        options += ["--seasons=1921,1936-1937,1939,1948", f"--lake={folder / 'lake'}"]
        with compiling(request.getfixturevalue("spark")):
            built = CliRunner().invoke(main, ["build", "--no-cache", *options])
        assert built.exit_code == 0, built.output
        return folder / "lake"

    return made_once(shared / "negro_leagues", build)


@pytest.fixture(scope="session")
def real_words(every_season: Built) -> Vocabulary:
    """The names of the lake of every season."""
    from skipper.press.vocabulary_of_lake import load_vocabulary

    return load_vocabulary(every_season.reader())


@pytest.fixture(scope="session")
def with_minors(every_season: Built, real_data: Path, shared: Path, request: pytest.FixtureRequest) -> Built:
    """The lake of every season with real minor-league games, plays of 2010 of the Mets' leagues and scores of 2002 and
    2004, and with written transactions of 2016.

    Of the other leagues too, half of the work would be lineup values that no test asks for.
    """
    from built_lake import METS_LEAGUES, build_lake, real_inputs
    from written_transactions import SEASON, write_transactions

    minors = real_data / "minors"
    plays = [minors / "playbyplay" / f"2010_{league}_PlayByPlay.csv.gz" for league in METS_LEAGUES]

    def build(folder: Path) -> Built:
        shutil.copytree(every_season.lake, folder / "lake")
        (folder / "minors").mkdir()
        for file in (*(minors / "playbyplay").glob("*.csv"), *plays):
            (folder / "minors" / file.name).symlink_to(file)
        given = {"minors": folder / "minors", "scores": minors / "scores", "affiliations": minors / "affiliations"}
        given["transactions"] = write_transactions(folder / "tran.txt")
        inputs = real_inputs(real_data, seasons=frozenset({2002, 2004, 2010, SEASON}), **given)
        with compiling(request.getfixturevalue("spark")) as spark:
            return build_lake(spark, inputs, folder / "lake")

    return made_once(shared / "with_minors", build)


@pytest.fixture(scope="session")
def some_seasons(real_data: Path, shared: Path, request: pytest.FixtureRequest) -> Built:
    """A lake of REAL_SEASONS, with the plays that there are of them. Tests only read it."""
    from built_lake import REAL_SEASONS, build_lake, real_inputs

    def build(folder: Path) -> Built:
        inputs = real_inputs(real_data, events=real_data / "retrosheet" / "events", seasons=REAL_SEASONS)
        with compiling(request.getfixturevalue("spark")) as spark:
            return build_lake(spark, inputs, folder / "lake")

    return made_once(shared / "some_seasons", build)
