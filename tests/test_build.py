"""The build: what it writes, what it replaces, and what a reader sees when it fails."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import FunctionType
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

from built_lake import Built, build_lake, contents, files_of, inputs_of, rows_of
from gamelog_lines import line
from skipper.build import lake_tables, run
from skipper.build.account import LOST, Account, lost_records, one_row_a_record, still_quarantined
from skipper.build.graph import Node, graph
from skipper.build.inputs import Inputs, SeasonFiles
from skipper.build.run import NothingBuiltError, ShrinkError, build
from skipper.build.season import Shared, TaskResult, build_seasons
from skipper.cli import main
from skipper.lake.checks import ChecksFailedError
from skipper.lake.manifest import FILE_NAME, OlderLakeError, read_manifest
from skipper.lake.reader import LakeReader, NoLakeError
from skipper.lake.store import LakeInUseError, LakeOutdatedError, LakeWriter
from skipper.sources.parsed import SourceError
from skipper.sources.retrosheet.gamelogs.reading import SIMULATED_MARK

PUBLISHED = [table for table in graph().published if table.name != "build_log"]
PARTITIONED = [table.name for table in PUBLISHED if table.partitioned]
ONE_FILE = [table.name for table in PUBLISHED if not table.partitioned]
SMALL = [table.name for table in PUBLISHED if table.by_season and table.small]
REBUILT = (*PARTITIONED, *ONE_FILE)


def logs_of(league: Path, **changes: Path | frozenset[int] | None) -> Inputs:
    """The league's sources without plays, whose lineup values take half of a build."""
    return inputs_of(league, **{"minors": None, "managers": None, "events": None, **changes})


PERSON_NAMED = "person_name: every person is in person"


@pytest.fixture(scope="module")
def upper(spark: SparkSession, league: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A lake of the league's game logs."""
    return build_lake(spark, logs_of(league), tmp_path_factory.mktemp("upper") / "lake")


@pytest.fixture
def copied(upper: Built, tmp_path: Path) -> Built:
    """That lake, to be changed."""
    return Built(Path(shutil.copytree(upper.lake, tmp_path / "lake")), upper.inputs, upper.report)


def copy_sources(league: Path, folder: Path) -> Path:
    shutil.copytree(league, folder)
    return folder


def rewrite(path: Path, change: Callable[[list[dict[str, str]]], list[dict[str, str]]]) -> None:
    """Rewrite a CSV file's rows with `change`."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(change(rows))


def test_every_table_is_written_and_every_game_is_in(simulated: Built) -> None:
    manifest = read_manifest(simulated.lake)
    assert set(manifest.tables) == {table.name for table in graph().published}
    assert manifest.seasons == [2041, 2042, 2043]
    assert manifest.simulated is True
    games = simulated.reader().rows("SELECT count(*) AS games FROM game")[0]["games"]
    records = 0
    for archive in (simulated.inputs.places["gamelogs"]).glob("*.zip"):
        with zipfile.ZipFile(archive) as file:
            records += sum(len(file.read(name).splitlines()) for name in file.namelist())
    for plays in simulated.inputs.places["minors"].glob("*_PlayByPlay.csv"):
        records += plays.read_text().count("\nid,") + 1
    assert games == records == simulated.report.rows["game"]


def test_the_planted_managers_show(simulated: Built) -> None:
    reader = simulated.reader()
    acting = reader.rows(
        "SELECT DISTINCT credited_manager_id, crediting FROM club_game WHERE manager_name = 'Phipps Sandoway'"
    )
    delacombe = reader.rows("SELECT DISTINCT manager_id FROM club_game WHERE manager_name = 'Orrin Delacombe'")
    assert [row["crediting"] for row in acting] == ["acting"]
    assert acting[0]["credited_manager_id"] == delacombe[0]["manager_id"]
    platoon = reader.rows(
        "SELECT sum(lineup_starts_vs_l) AS vs_l, sum(club_games_vs_l) AS games FROM player_usage "
        "WHERE manager_name = 'Ambrose Kettleworth' AND player_name = 'Dashiell Corrivale'"
    )[0]
    assert platoon["vs_l"] / platoon["games"] < 0.15
    (error,) = reader.rows("SELECT * FROM record_difference WHERE rule = 'credited'")
    assert (error["manager_name"], error["category"]) == ("Ignatius Pellworth", "reference_error")


def test_the_same_input_twice_changes_no_row(spark: SparkSession, simulated: Built, tmp_path: Path) -> None:
    lake = Path(shutil.copytree(simulated.lake, tmp_path / "lake"))
    before = last_job(spark)
    build(spark, simulated.inputs, lake)
    assert contents(lake, REBUILT) == contents(simulated.lake, REBUILT)
    selects = [node.name for node in graph().lake if node.sql is not None]
    start_of_workers = season_tasks = 1
    assert last_job(spark) - before == start_of_workers + season_tasks + len(graph().looking_back) + len(selects) <= 12


def last_job(spark: SparkSession) -> int:
    """The number of the session's last Spark job, from 0; -1 before the first."""
    return max(spark.sparkContext.statusTracker().getJobIdsForGroup(), default=-1)


def test_one_season_rewrites_itself_and_the_tables_of_one_file(
    spark: SparkSession, simulated: Built, league: Path, tmp_path: Path
) -> None:
    lake = Path(shutil.copytree(simulated.lake, tmp_path / "lake"))
    files = {name: files_of(lake, name) for name in REBUILT}
    rows = contents(lake, REBUILT)
    build(spark, inputs_of(league, seasons=frozenset({2042})), lake)
    for name in PARTITIONED:
        kept = {file for file in files[name] if "season=2042" not in file}
        assert kept <= files_of(lake, name)
        assert not (files[name] - kept) & files_of(lake, name)
    for name in ONE_FILE:
        assert len(files_of(lake, name)) == len(files[name]) <= 1
        assert not files[name] & files_of(lake, name)
    assert contents(lake, REBUILT) == rows


@pytest.fixture(scope="module")
def without_2042(spark: SparkSession, league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of the simulated league's first and last seasons, of which the last came first."""
    lake = tmp_path_factory.mktemp("seasons") / "lake"
    for season in (2043, 2041):
        build(spark, logs_of(league, seasons=frozenset({season})), lake)
    return lake


def test_seasons_may_come_one_at_a_time(
    spark: SparkSession, without_2042: Path, upper: Built, league: Path, tmp_path: Path
) -> None:
    lake = Path(shutil.copytree(without_2042, tmp_path / "lake"))
    build(spark, logs_of(league, seasons=frozenset({2042})), lake)
    assert contents(lake, REBUILT) == contents(upper.lake, REBUILT)


def test_dropping_a_season_changes_the_stated_coverage(without_2042: Path, upper: Built) -> None:
    missing = "manager_name = 'Ambrose Kettleworth' AND level = 'all' AND rule = 'credited'"
    whole, dropped = (rows_of(lake, "manager_career", missing) for lake in (upper.lake, without_2042))
    column = next(table for table in graph().published if table.name == "manager_career").column_names.index(
        "seasons_missing"
    )
    assert (whole[0][column], dropped[0][column]) == ([], [2042])


def test_the_record_books_figures_have_no_part_in_ours(
    spark: SparkSession, upper: Built, league: Path, tmp_path: Path
) -> None:
    sources = copy_sources(league, tmp_path / "sources")

    def permute(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        moved = [{key: row[key] for key in ("G", "W", "L")} for row in rows]
        return [{**row, **other} for row, other in zip(rows, moved[1:] + moved[:1], strict=True)]

    rewrite(sources / "lahman" / "Managers.csv", permute)
    build(spark, logs_of(sources), tmp_path / "lake")
    ours = ("manager_season", "manager_career", "club_game")
    assert contents(tmp_path / "lake", ours) == contents(upper.lake, ours)
    assert rows_of(tmp_path / "lake", "record_difference") != rows_of(upper.lake, "record_difference")


@pytest.fixture(scope="module")
def without_lahman(spark: SparkSession, league: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build_lake(spark, logs_of(league, lahman=None, register=None), tmp_path_factory.mktemp("logs") / "lake")


def test_without_lahman_the_crediting_is_inferred_and_says_so(without_lahman: Built) -> None:
    reader = without_lahman.reader()
    assert {row["crediting"] for row in reader.rows("SELECT DISTINCT crediting FROM club_game")} == {"inferred"}
    acting = reader.rows(
        "SELECT DISTINCT c.manager_name FROM club_game AS g JOIN club_game AS c "
        "ON c.manager_id = g.credited_manager_id WHERE g.manager_name = 'Phipps Sandoway'"
    )
    assert acting == [{"manager_name": "Orrin Delacombe"}]
    hands = reader.rows("SELECT count(opposing_starter_throws) AS known FROM club_game")
    assert hands == [{"known": 0}]
    inferred = reader.rows(
        "SELECT DISTINCT rule, inferred_games = games AS all_inferred FROM manager_season ORDER BY 1"
    )
    assert inferred == [{"rule": "credited", "all_inferred": True}, {"rule": "managed", "all_inferred": False}]


def test_without_lahman_a_site_can_be_written(without_lahman: Built, tmp_path: Path) -> None:
    command = ["site", "--lake", str(without_lahman.lake), "-o", str(tmp_path / "site"), "--only", "managers,seasons"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    managers = (tmp_path / "site" / "managers" / "index.html").read_text("utf-8")
    assert "Orrin Delacombe" in managers
    assert (tmp_path / "site" / "seasons" / "2042" / "index.html").is_file()


class Killed(BaseException):
    """What a test raises where a build is to die, as a signal would."""


def test_killed_builds_are_never_seen_and_the_next_completes(
    spark: SparkSession, copied: Built, tmp_path: Path
) -> None:
    """2042 is built from half its games and dies, each time at a later step than the build before, whose remains it
    finds; then another season is built to the end.
    """
    before = contents(copied.lake, REBUILT)
    half = tmp_path / "half"
    half.mkdir()
    with zipfile.ZipFile(copied.inputs.places["gamelogs"] / "gl2042.zip") as archive:
        lines = archive.read("GL2042.TXT").splitlines(keepends=True)
    (half / "gl2042.txt").write_bytes(b"".join(lines[::2]))
    (half / "SIMULATED.txt").touch()
    sources = copied.inputs.places["gamelogs"].parent
    for dies_at in ("postseason_series", "building the season", "coverage", "career_event", "checks"):

        def die(step: str, dies_at: str = dies_at) -> None:
            if step == dies_at:
                raise Killed

        with pytest.raises(Killed):
            build(spark, logs_of(sources, gamelogs=half), copied.lake, die, allow_shrink=True)
        assert contents(copied.lake, REBUILT) == before, dies_at
    build(spark, logs_of(sources, seasons=frozenset({2041})), copied.lake)
    assert contents(copied.lake, REBUILT) == before


def test_a_build_that_is_killed_by_the_system_is_never_seen(copied: Built) -> None:
    """A process of its own, killed at once when it has begun to write: nothing of it can clean up."""
    before = contents(copied.lake, REBUILT)
    command = [str(Path(sys.executable).with_name("skipper")), "build", "--lake", str(copied.lake)]
    for name, value in copied.inputs.sources().items():
        command += [f"--{name}", value]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        for step in process.stderr:
            if step.strip() == "coverage":  # the seasons' tables are written and committed
                break
        os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert (copied.lake / "_staging").exists()
    assert contents(copied.lake, REBUILT) == before


def test_a_lake_of_another_version_is_not_built_upon(
    spark: SparkSession, copied: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = [
        replace(table, columns=table.columns[:-1]) if table.name == "club" else table for table in graph().published
    ]
    with (
        pytest.raises(LakeOutdatedError, match="table club was written by another version"),
        LakeWriter(copied.lake, older),
    ):
        pass
    build(spark, logs_of(copied.inputs.places["gamelogs"].parent, seasons=frozenset({2041})), copied.lake)


def test_a_first_build_that_dies_leaves_no_lake(spark: SparkSession, league: Path, tmp_path: Path) -> None:
    def die(step: str) -> None:
        if step == "manager_career":
            raise Killed

    lake = tmp_path / "lake"
    with pytest.raises(Killed):
        build(spark, logs_of(league, seasons=frozenset({2042})), lake, die)
    assert read_manifest(lake) is None
    build(spark, logs_of(league, seasons=frozenset({2043})), lake)
    assert read_manifest(lake).seasons == [2043]
    assert {row[0] for row in rows_of(lake, "club")} == {2043}


def test_a_lake_of_an_older_layout_is_refused_in_a_sentence(spark: SparkSession, copied: Built) -> None:
    manifest = copied.lake / FILE_NAME
    stated = json.loads(manifest.read_text())
    del stated["format"]
    manifest.write_text(json.dumps(stated))
    with pytest.raises(OlderLakeError, match=r"cannot read; build it again into a new folder: skipper build --lake"):
        build(spark, copied.inputs, copied.lake)


def lossy_seasons(seasons: Sequence[SeasonFiles], shared: Shared) -> TaskResult:
    """Build seasons; the lineups of 2043 lack a slot. It runs in Spark's workers."""
    from skipper.build import season

    select = season.select
    without = " WHERE slot <> 4 OR season <> 2043"
    season.select = lambda node: f"FROM ({select(node)})" + (without if node.name == "lineup" else "")
    try:
        return build_seasons(seasons, shared)
    finally:
        season.select = select


def failing_seasons(seasons: Sequence[SeasonFiles], shared: Shared) -> TaskResult:
    """Build seasons; a table of 2043 cannot be made. It runs in Spark's workers."""
    from skipper.build import season

    select = season.select

    def failing(node: Any) -> str:
        if node.name == "lineup_usage":
            raise ValueError("a lineup that cannot be counted")
        return select(node)

    season._looked_up(shared)  # the worker's empty tables, which are made in the same way
    if 2043 in {files.season for files in seasons}:
        season.select = failing
    try:
        return build_seasons(seasons, shared)
    finally:
        season.select = select


def losing_seasons(seasons: Sequence[SeasonFiles], shared: Shared) -> TaskResult:
    """Build seasons; a record of 2043 is lost. It runs in Spark's workers."""
    from skipper.build.account import Account

    add = Account.add

    def losing(self: Any, parsed: Any) -> None:
        add(self, parsed)
        for row in self.counts:
            row["rows_out"] -= row["season"] == 2043

    Account.add = losing  # type: ignore[method-assign]
    try:
        return build_seasons(seasons, shared)
    finally:
        Account.add = add  # type: ignore[method-assign]


def in_workers(function: Callable[..., TaskResult]) -> FunctionType:
    """Return the function by value, because the workers do not import tests."""
    return FunctionType(function.__code__, {"build_seasons": build_seasons, "Any": Any})


def test_a_failed_check_of_the_only_season_leaves_readers_where_they_were(
    spark: SparkSession, copied: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "build_seasons", in_workers(lossy_seasons))
    before = read_manifest(copied.lake)
    with pytest.raises(ChecksFailedError, match="lineup: every lineup has nine distinct slots and players"):
        build(spark, replace(copied.inputs, seasons=frozenset({2043})), copied.lake)
    assert read_manifest(copied.lake) == before


def test_a_season_that_fails_a_check_is_withheld_and_the_others_are_published(
    spark: SparkSession, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a first build the season is absent; a later build without the fault publishes it and clears the table."""
    lake, inputs = tmp_path / "lake", logs_of(league)
    with monkeypatch.context() as patched:
        patched.setattr(run, "build_seasons", in_workers(lossy_seasons))
        report = build(spark, inputs, lake)
    assert 2043 not in report.seasons
    assert report.seasons == read_manifest(lake).seasons == [2041, 2042]
    (withheld,) = report.withheld
    assert (withheld.season, withheld.table_name) == (2043, None)
    assert withheld.check_name == "lineup: every lineup has nine distinct slots and players"
    assert (withheld.violations or 0) > 100
    assert (withheld.source_file or "").startswith("gl2043")
    assert withheld.source_line is not None
    (row,) = LakeReader(lake).rows("SELECT * FROM withheld")
    assert row == {"build": report.build, **asdict(withheld)}
    told = CliRunner().invoke(main, ["doctor", "--lake", str(lake)])
    assert "withheld" in told.stdout
    assert "2043: lineup: every lineup has nine distinct slots and players" in " ".join(told.stdout.split())
    assert {row[0] for row in LakeReader(lake).query("SELECT DISTINCT season FROM club_game").fetchall()} == {
        2041,
        2042,
    }
    assert build(spark, replace(inputs, seasons=frozenset({2043})), lake).withheld == []
    assert rows_of(lake, "withheld") == []
    assert read_manifest(lake).seasons == [2041, 2042, 2043]


def test_a_season_whose_data_raise_an_error_is_withheld_with_the_place(
    spark: SparkSession, copied: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lake keeps what it had of the season."""
    before = contents(copied.lake, ["game", "club_game", "manager_season"])
    monkeypatch.setattr(run, "build_seasons", in_workers(failing_seasons))
    report = build(spark, copied.inputs, copied.lake)
    (withheld,) = report.withheld
    assert (withheld.season, withheld.check_name) == (2043, "lineup_usage: ValueError")
    assert withheld.says == "a lineup that cannot be counted"
    assert "skipper.build.season, line" in str(withheld)
    assert str(withheld).endswith("; gl2043.zip/GL2043.TXT)")
    assert contents(copied.lake, before) == before


def faulty_tables(task: Any) -> Any:
    """Make a table over all seasons; stint raises an error, and manager_career has a row twice."""
    from skipper.build import lake_tables

    written = lake_tables.select

    def select(node: Any) -> str:
        if node.name == "stint":
            return "SELECT error('a stint without a club')"
        sql = written(node)
        return f"(FROM ({sql})) UNION ALL (FROM ({sql}) LIMIT 1)" if node.name == "manager_career" else sql

    lake_tables.select = select
    try:
        return lake_tables._select_or_withhold(task)
    finally:
        lake_tables.select = written


def test_a_table_over_all_seasons_that_fails_is_withheld_with_those_made_from_it(
    spark: SparkSession, copied: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lake_tables, "_select_or_withhold", FunctionType(faulty_tables.__code__, {}))
    report = build(spark, replace(copied.inputs, seasons=frozenset({2043})), copied.lake)
    assert {one.table_name: one.check_name.split(":")[0] for one in report.withheld} == {
        "stint": "stint",
        "manager_career": "manager_career",
    }
    reader = LakeReader(copied.lake)
    assert reader.rows("SELECT count(*) AS games FROM game WHERE season = 2043")[0]["games"] > 0
    for table, says in (("stint", "a stint without a club"), ("manager_career", "two rows have the same key")):
        with pytest.raises(NoLakeError, match=f"table {table} .* was withheld: .*{says}"):
            reader.rows(f"SELECT * FROM {table}")
    told = CliRunner().invoke(main, ["doctor", "--lake", str(copied.lake)])
    assert "a stint without a club" in " ".join(told.stdout.split())


def test_a_reference_table_that_fails_costs_its_facts_and_not_the_games(
    spark: SparkSession, league: Path, copied: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lake that was built with the table stays as it is."""
    rows_of = run._rows_of

    def failing(node: Node, db: duckdb.DuckDBPyConnection) -> pa.Table:
        rows = rows_of(node, db)
        if node.name in ("lahman_person", "league") and rows.num_rows:
            raise ValueError("a row that cannot be used")
        return rows

    monkeypatch.setattr(run, "_rows_of", failing)
    before = contents(copied.lake, ["game", "league"])
    with pytest.raises(SourceError, match=r"table .* cannot be made: a row that cannot be used"):
        build(spark, replace(copied.inputs, seasons=frozenset({2043})), copied.lake)
    assert contents(copied.lake, before) == before
    lake = tmp_path / "new"
    report = build(spark, Inputs(gamelogs=league / "gamelogs", lahman=league / "lahman"), lake)
    assert {(one.season, one.table_name, one.check_name) for one in report.withheld} == {
        (None, None, "lahman_person: ValueError"),
        (None, "league", "league: ValueError"),
    }
    reader, sound = LakeReader(lake), LakeReader(copied.lake)
    games = "SELECT game_id, visitor_score, home_score FROM game ORDER BY ALL"
    assert reader.rows(games) == sound.rows(games)
    with pytest.raises(NoLakeError, match=r"table league .* was withheld: .*a row that cannot be used"):
        reader.rows("SELECT * FROM league")


def test_a_season_of_which_records_are_lost_is_withheld(
    spark: SparkSession, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "build_seasons", in_workers(losing_seasons))
    report = build(spark, Inputs(gamelogs=league / "gamelogs", lahman=league / "lahman"), tmp_path / "lake")
    assert report.seasons == [2041, 2042]
    (withheld,) = report.withheld
    assert (withheld.season, withheld.check_name) == (2043, LOST)
    assert "file=gl2043.zip" in (withheld.example or "")


def test_records_of_which_some_are_lost_are_a_failure() -> None:
    counts = {"source": "lahman", "file": "a.csv", "season": None, "rows_in": 3, "rows_out": 2, "rows_quarantined": 1}
    bad = {"source": "lahman", "file": "a.csv", "season": None, "line": 2, "text": "x", "reason": "no id", "lines": 1}
    assert lost_records(Account([bad, bad], [counts]), {}) == []
    for lost in (Account([bad], [{**counts, "rows_in": 4}]), Account([], [counts])):
        (failure,) = lost_records(lost, {})
        assert (failure.check, failure.violations) == (LOST, 1)
    before = {"rows_in": 2, "rows_out": 2, "rows_quarantined": 0, "season": 2041}  # of the same file
    assert lost_records(Account([bad], [counts, {**counts, **before}]), {}) == []
    log = {**counts, "source": "retrosheet_gamelog", "rows_in": 2, "rows_quarantined": 0}
    assert lost_records(Account([], [log]), {"a.csv": 2}) == []
    assert len(lost_records(Account([], [log]), {"a.csv": 1})) == 1


def lose_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave everybody with a Retrosheet id out of `person`."""
    called = lake_tables._called

    def lossy(node: Node, writer: LakeWriter, shared: dict[str, pa.Table]) -> pa.Table:
        rows = called(node, writer, shared)
        return rows.filter(pc.is_null(rows["retrosheet_id"])) if node.name == "person" else rows

    monkeypatch.setattr(lake_tables, "_called", lossy)


def test_a_check_of_all_seasons_empties_the_seasons_of_a_table_of_seasons(
    spark: SparkSession, copied: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_people(monkeypatch)
    report = build(spark, replace(copied.inputs, seasons=frozenset({2043})), copied.lake)
    withheld = {(one.season, one.table_name) for one in report.withheld if one.check_name == PERSON_NAMED}
    assert withheld == {(season, "person_name") for season in (2041, 2042, 2043)}
    reader = LakeReader(copied.lake)
    assert reader.rows("SELECT count(*)::INTEGER AS names FROM person_name") == [{"names": 0}]
    assert reader.rows("SELECT count(DISTINCT season)::INTEGER AS seasons FROM game") == [{"seasons": 3}]


def test_a_check_that_fails_without_the_seasons_that_it_names_empties_the_table(
    spark: SparkSession, copied: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the build would withhold the same season for ever."""
    lose_people(monkeypatch)
    monkeypatch.setattr(run, "_seasons_of", lambda _check, _reader: {2041})
    report = build(spark, replace(copied.inputs, seasons=frozenset({2043})), copied.lake)
    withheld = [(one.season, one.table_name) for one in report.withheld if one.check_name == PERSON_NAMED]
    assert withheld[:2] == [(2041, "person_name"), (None, "person_name")]
    with pytest.raises(NoLakeError, match=r"table person_name .* was withheld"):
        LakeReader(copied.lake).rows("FROM person_name")


@pytest.mark.parametrize("table", ["lineup_batter", "lineup_value"])
def test_the_check_on_people_of_an_estimate_names_the_seasons(tiny_reader: LakeReader, table: str) -> None:
    checks = [check for check in graph().nodes[table].table.all_checks() if check.name.endswith(" known")]
    columns = [[column[0] for column in tiny_reader.query(check.violations).description] for check in checks]
    assert columns == [["season", "person_id"]]


def test_a_season_that_would_shrink_is_refused_unless_asked_for(
    spark: SparkSession, copied: Built, tmp_path: Path
) -> None:
    """Nine games of ten may stay; a season of fewer needs --allow-shrink."""
    with zipfile.ZipFile(copied.inputs.places["gamelogs"] / "gl2043.zip") as archive:
        lines = archive.read(archive.namelist()[0]).splitlines(keepends=True)

    def with_games(number: int) -> Inputs:
        logs = tmp_path / f"{number}"
        logs.mkdir()
        (logs / "SIMULATED.txt").touch()
        (logs / "gl2043.txt").write_bytes(b"".join(lines[:number]))
        return replace(copied.inputs, gamelogs=logs, seasons=frozenset({2043}))

    before, most = read_manifest(copied.lake), round(len(lines) * 0.95)
    with pytest.raises(ShrinkError, match=rf"2043 from {len(lines):,} to 1; the lake stays as it was.*--allow-shrink"):
        build(spark, with_games(1), copied.lake)
    assert read_manifest(copied.lake) == before
    both = with_games(3)
    shutil.copy(copied.inputs.places["gamelogs"] / "gl2042.zip", both.places["gamelogs"])
    report = build(spark, replace(both, seasons=frozenset({2042, 2043})), copied.lake)
    assert report.seasons == [2042]
    assert [(one.season, one.check_name) for one in report.withheld] == [(2043, "shrunk")]
    assert len(rows_of(copied.lake, "game", "season = 2043")) == len(lines)
    build(spark, with_games(most), copied.lake)
    assert len(rows_of(copied.lake, "game", "season = 2043")) == most
    build(spark, with_games(2), copied.lake, allow_shrink=True)
    assert len(rows_of(copied.lake, "game", "season = 2043")) == 2


def test_two_builds_at_a_time_are_refused(spark: SparkSession, copied: Built) -> None:
    with LakeWriter(copied.lake, graph().published), pytest.raises(LakeInUseError, match="another build"):
        build(spark, copied.inputs, copied.lake)


def damaged(folder: Path) -> Inputs:
    """Sound games among every kind of damage."""
    folder.mkdir()
    sound = [line(), line(date="20300502"), line(date="20300503", home_score=1)]
    (folder / "gl2030.txt").write_text("\n".join([*sound, line(home_score="x"), line()[:200]]))
    (folder / "GL2031.TXT").write_text(line(date="20310501") + "\n" + line(date="20310501") + "\n")
    (folder / "gl2032.zip").write_bytes(b"PK no zip")
    (folder / "gl2033.txt").write_text("")
    (folder / "copy").mkdir()
    (folder / "copy" / "gl2030.txt").write_text(line() + "\n")
    with zipfile.ZipFile(folder / "gl2034.zip", "w") as archive:
        archive.writestr("../gl2034.txt", line(date="20340501"))
    return Inputs(gamelogs=folder)


def test_a_stray_line_leaves_its_season_s_other_records_in_quarantine() -> None:
    """A line of 2009 in the game logs of 2010 to 2019, after a build of 2009 that rejected lines of its own."""

    def rejected(file: str, line: int, season: int | None) -> dict[str, Any]:
        return {"source": "retrosheet_gamelog", "file": file, "line": line, "season": season}

    of_2009, undated = rejected("gl2009.txt", 7, 2009), rejected("gl2009.txt", 9, None)
    stray, of_2010 = rejected("gl2010_19.txt", 3, 2009), rejected("gl2010_19.txt", 4, 2010)
    again = Account([stray], [stray | {"rows_in": 1}])
    assert still_quarantined([of_2009, undated, of_2010], again, {2010}) == [of_2009]
    assert still_quarantined([of_2009, stray], again, {2010}) == [of_2009]
    assert still_quarantined([stray | {"season": 2008}], again, {2010}) == []


def test_a_record_with_several_defects_is_one_row_of_quarantine() -> None:
    row = {"source": "lahman", "file": "People.csv", "line": 7, "season": None, "text": "x", "reason": "a", "lines": 0}
    other, whole = {**row, "line": 8}, {**row, "line": None, "lines": None}
    rows = one_row_a_record([row, {**row, "reason": "b", "lines": 1}, other, row, whole, {**whole, "reason": "c"}])
    assert [(one["line"], one["reason"], one["lines"]) for one in rows] == [
        (None, "a; c", None),
        (7, "a; b", 1),
        (8, "a", 0),
    ]
    clubs = [{**row, "reason": f"no roster of {club}"} for club in ("ABC", "XYZ")]
    (both,) = one_row_a_record(clubs)
    assert (both["reason"], both["kind"]) == ("no roster of ABC; no roster of XYZ", "no roster of …")


def test_damage_is_quarantined_and_the_rest_builds(spark: SparkSession, tmp_path: Path) -> None:
    built = build_lake(spark, damaged(tmp_path / "logs"), tmp_path / "lake")
    reader = built.reader()
    reasons = {
        (row["file"], row["line"]): row["reason"] for row in reader.rows("SELECT file, line, reason FROM quarantine")
    }
    assert reasons[("gl2030.txt", 4)] == "field 11 (home_score): 'x' is not a number"
    assert reasons[("gl2030.txt", 5)] == "not a comma-separated record: unexpected end of data"
    assert reasons[("GL2031.TXT", 2)] == "duplicate of the game in GL2031.TXT, line 1"
    assert "not a readable zip archive" in reasons[("gl2032.zip", None)]
    assert reasons[("gl2033.txt", None)] == "the file is empty"
    assert reasons[("gl2034.zip/../gl2034.txt", None)] == "the member's name points outside its folder"
    assert reasons[("gl2030.txt", 1)] == "duplicate of the game in copy/gl2030.txt, line 1"
    assert len(reasons) == 7
    assert reader.rows("SELECT count(*) AS games FROM game") == [{"games": 4}]
    counts = reader.rows(
        "SELECT file, rows_in, rows_out, rows_quarantined FROM build_log WHERE file IS NOT NULL ORDER BY file"
    )
    assert [tuple(row.values()) for row in counts] == [
        ("GL2031.TXT", 2, 1, 1),
        ("copy/gl2030.txt", 1, 1, 0),
        ("gl2030.txt", 5, 2, 3),
    ]
    text = reader.rows("SELECT text FROM quarantine WHERE file = 'GL2031.TXT'")[0]["text"]
    assert text == line(date="20310501")


def placeless(lake: Path) -> dict[str, object]:
    """The rows of the lake's tables, but for where their source has them."""
    reader = LakeReader(lake)
    places = {"source_file", "source_line"}
    columns = {table.name: [name for name in table.column_names if name not in places] for table in PUBLISHED}
    return {
        name: reader.query(f"SELECT {', '.join(kept)} FROM {name} ORDER BY ALL").to_arrow_table()
        for name, kept in columns.items()
    }


@pytest.mark.parametrize("kind", ["an archive with a member a season", "one text"])
def test_files_of_several_seasons_make_the_same_lake(
    spark: SparkSession, upper: Built, league: Path, tmp_path: Path, kind: str
) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "SIMULATED.txt").touch()
    texts = {}
    for archive in sorted((league / "gamelogs").glob("*.zip")):
        with zipfile.ZipFile(archive) as file:
            texts |= {name: file.read(name) for name in file.namelist()}
    if kind == "one text":
        (logs / "gl2040_49.txt").write_bytes(b"".join(texts.values()))
    else:
        with zipfile.ZipFile(logs / "gl2040_49.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in texts.items():
                archive.writestr(name, content)
    built = build_lake(spark, logs_of(league, gamelogs=logs), tmp_path / "lake")
    assert placeless(built.lake) == placeless(upper.lake)
    counts = built.reader().rows(
        "SELECT season, sum(rows_in) AS rows_in, sum(rows_out) AS rows_out, sum(rows_quarantined) AS bad "
        "FROM build_log WHERE source = 'retrosheet_gamelog' GROUP BY season ORDER BY season"
    )
    assert [(row["season"], row["rows_in"], row["rows_out"], row["bad"]) for row in counts] == [
        (season, len(text.splitlines()), len(text.splitlines()), 0)
        for season, text in zip((2041, 2042, 2043), texts.values(), strict=True)
    ]


def test_a_club_that_the_record_book_does_not_know(spark: SparkSession, league: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(league / "gamelogs" / "gl2041.zip") as archive:
        games = archive.read("GL2041.TXT").decode().splitlines()
    club = games[0].split(",")[6]
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "SIMULATED.txt").touch()
    (logs / "gl2041.txt").write_text("\n".join([games[0].replace(club, '"ZZZ"'), *games[1:50]]))
    built = build_lake(spark, logs_of(league, gamelogs=logs), tmp_path / "lake")
    assert built.reader().rows("SELECT * FROM quarantine") == []
    (row,) = built.reader().rows("SELECT club, evidence, source_line FROM exception WHERE kind = 'club_not_in_book'")
    league_of_club = games[0].split(",")[7].strip('"')
    evidence = f"Lahman's Teams has the {league_of_club} of that season without this club"
    assert row == {"club": "ZZZ", "evidence": evidence, "source_line": 1}
    assert (
        built.reader().rows("SELECT wins + losses AS games FROM manager_season WHERE club = 'ZZZ'")
        == [{"games": 1}] * 2
    )


def test_nothing_to_build_is_an_error_that_says_why(spark: SparkSession, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "gl2030.txt").write_text(line(home_score="x"))
    with pytest.raises(NothingBuiltError, match=r"gl2030.txt: line 1: field 11 \(home_score\)"):
        build(spark, Inputs(gamelogs=logs), tmp_path / "lake")
    assert read_manifest(tmp_path / "lake") is None
    with pytest.raises(NothingBuiltError, match="no game of 1999 could be read"):
        build(spark, Inputs(gamelogs=logs, seasons=frozenset({1999})), tmp_path / "lake")


def test_a_season_of_which_nothing_could_be_read_is_withheld(spark: SparkSession, league: Path, tmp_path: Path) -> None:
    """Once, its file was in quarantine alone, and the command ended as if all that was asked for had been built."""
    sources = copy_sources(league, tmp_path / "sources")
    cut = sources / "gamelogs" / "gl2042.zip"
    cut.write_bytes(cut.read_bytes()[:3000])
    csvs = sources / "csvs" / "2049csvs.zip"
    csvs.parent.mkdir()
    csvs.write_bytes(cut.read_bytes())
    shutil.copy(sources / "gamelogs" / SIMULATED_MARK, csvs.parent)
    inputs = logs_of(sources, csvs=csvs.parent, seasons=frozenset({1999, 2041, 2042, 2049}))
    report = build(spark, inputs, tmp_path / "lake")
    assert (report.seasons, report.absent) == ([2041], [1999, 2042, 2049])
    assert [(one.season, one.says, one.source_file) for one in report.withheld] == [
        (2042, "no game could be read", "gl2042.zip"),
        (2049, "no game could be read", "2049csvs.zip"),
    ]


def test_a_build_that_would_lose_what_other_seasons_rest_on_is_refused(
    spark: SparkSession, copied: Built, league: Path, tmp_path: Path
) -> None:
    with pytest.raises(SourceError, match="were built with --lahman, --register: give that source again"):
        build(spark, logs_of(league, lahman=None, register=None), copied.lake)
    real = tmp_path / "logs"
    real.mkdir()
    (real / "gl2030.txt").write_text(line())
    with pytest.raises(SourceError, match="simulated and real games cannot share a lake"):
        build(spark, logs_of(league, gamelogs=real), copied.lake)


def test_a_bad_row_of_lahman_is_quarantined(spark: SparkSession, league: Path, tmp_path: Path) -> None:
    sources = copy_sources(league, tmp_path / "sources")
    teams = sources / "lahman" / "SeriesPost.csv"
    teams.write_text(teams.read_text() + "two thousand,F,YYY,ZZZ\n")
    built = build_lake(spark, logs_of(sources, seasons=frozenset({2041})), tmp_path / "lake")
    (row,) = built.reader().rows("SELECT source, file, reason FROM quarantine")
    assert (row["source"], row["file"]) == ("lahman", "SeriesPost.csv")
    assert row["reason"].startswith("4 fields, but the header has")
