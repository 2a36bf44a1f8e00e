"""`skipper update`: which seasons it builds again, and what a lake remembers of its sources."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pyspark.sql import SparkSession

from built_lake import build_lake, contents, files_of, inputs_of, real_inputs
from skipper.build import run
from skipper.build.graph import graph
from skipper.build.inputs import Account, Inputs, plan, require_same_kind
from skipper.build.run import UnchangedError, build
from skipper.build.source_files import files_by_season, find_files
from skipper.build.update import find_update
from skipper.cli import main
from skipper.cli import update as command
from skipper.lake import store
from skipper.lake.manifest import SourceFile, put_in_place, read_manifest
from skipper.lake.store import LakeInUseError
from skipper.sources.parsed import SourceError

TABLES = [table.name for table in graph().published if table.name != "build_log"]
SOURCES = ("gamelogs", "lahman", "register", "leagues")


def inputs_at(sources: Path, **changes: Path | frozenset[int] | None) -> Inputs:
    return inputs_of(sources, **{"minors": None, "managers": None, "events": None, **changes})


def without_last_game(archive: Path) -> None:
    """Take the last game out of a season's game log."""
    with zipfile.ZipFile(archive) as whole:
        (name,) = whole.namelist()
        games = whole.read(name).splitlines(keepends=True)
    with zipfile.ZipFile(archive, "w") as less:
        less.writestr(name, b"".join(games[:-1]))


def without_last_day_of_plays(archive: Path) -> None:
    """Take the games of the last day out of a season's event files."""
    with zipfile.ZipFile(archive) as whole:
        members = {name: whole.read(name) for name in whole.namelist()}
    day = max(max(re.findall(rb"^id,\w{3}(\d{8})", text, re.MULTILINE), default=b"") for text in members.values())
    with zipfile.ZipFile(archive, "w") as less:
        for name, text in members.items():
            games = re.split(rb"^(?=id,)", text, flags=re.MULTILINE)
            less.writestr(name, b"".join(game for game in games if not re.match(rb"id,\w{3}" + day, game)))


@pytest.fixture(scope="module")
def yesterday(league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The league's sources of a day earlier: season 2042 lacks a game, and 2043 has not begun."""
    sources = Path(shutil.copytree(league, tmp_path_factory.mktemp("yesterday") / "sources"))
    without_last_game(sources / "gamelogs" / "gl2042.zip")
    (sources / "gamelogs" / "gl2043.zip").unlink()
    return sources


@pytest.fixture(scope="module")
def lake_of_yesterday(spark: SparkSession, yesterday: Path) -> Path:
    return build_lake(spark, inputs_at(yesterday), yesterday.parent / "lake").lake


@pytest.fixture(scope="module")
def today(spark: SparkSession, league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake that one build made from the sources of today."""
    return build_lake(spark, inputs_at(league), tmp_path_factory.mktemp("today") / "lake").lake


class Copy:
    """A lake and its sources, to be changed."""

    def __init__(self, folder: Path, yesterday: Path, lake: Path, league: Path) -> None:
        self.sources = Path(shutil.copytree(yesterday, folder / "sources"))
        self.lake = Path(shutil.copytree(lake, folder / "lake"))
        self.league = league

    def update(self, *options: str) -> Result:
        return CliRunner().invoke(main, ["update", "--lake", str(self.lake), *options])

    def moved(self) -> list[str]:
        names = {"leagues": "leagues.csv"}
        return [part for kind in SOURCES for part in (f"--{kind}", str(self.sources / names.get(kind, kind)))]

    def log(self, season: int) -> Path:
        return self.sources / "gamelogs" / f"gl{season}.zip"

    def grow(self, *seasons: int) -> None:
        """Put today's game logs of some seasons in place."""
        for season in seasons:
            shutil.copy(self.league / "gamelogs" / f"gl{season}.zip", self.log(season))

    def wanted(self) -> list[list[int] | None]:
        found = find_update(read_manifest(self.lake), {})
        return [None if inputs.seasons is None else sorted(inputs.seasons) for inputs in found.builds]


@pytest.fixture
def copy(tmp_path: Path, yesterday: Path, lake_of_yesterday: Path, league: Path) -> Copy:
    own = Copy(tmp_path, yesterday, lake_of_yesterday, league)
    moved = own.update(*own.moved())
    assert moved.exit_code == 0, moved.output
    return own


@pytest.fixture
def no_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object, **_named: object) -> None:
        raise AssertionError("a build was started")

    monkeypatch.setattr(command, "run_build", fail)


@pytest.mark.usefixtures("no_spark")
def test_nothing_changed(copy: Copy) -> None:
    before = read_manifest(copy.lake)
    os.utime(copy.log(2041), (1, 1))
    result = copy.update()
    assert result.exit_code == 0
    assert "Nothing to build" in result.stdout
    assert read_manifest(copy.lake) == before


@pytest.mark.usefixtures("no_spark")
def test_a_folder_that_moved(copy: Copy, tmp_path: Path) -> None:
    (copy.sources / "gamelogs").rename(tmp_path / "elsewhere")
    result = copy.update()
    assert result.exit_code == 1
    assert "no such file or folder; if a source has moved, give its option" in result.stderr
    assert copy.update("--gamelogs", str(tmp_path / "elsewhere")).exit_code == 0
    assert copy.update().exit_code == 0
    manifest = read_manifest(copy.lake)
    assert {file.place for file in manifest.source_files if file.kind == "gamelogs"} == {str(tmp_path / "elsewhere")}
    assert manifest.sources["gamelogs"] == str(tmp_path / "elsewhere")


def test_a_new_day(copy: Copy, today: Path) -> None:
    kept = {file for file in files_of(copy.lake, "club_game") if "season=2041" in file}
    copy.grow(2042)
    assert copy.wanted() == [[2042]]
    copy.grow(2043)
    assert copy.wanted() == [[2042, 2043]]
    result = copy.update()
    assert result.exit_code == 0, result.output
    assert f"Built {copy.lake}" in result.stdout
    assert "2042-2043." in result.stdout.splitlines()[0]
    assert kept <= files_of(copy.lake, "club_game")
    assert contents(copy.lake, TABLES) == contents(today, TABLES)
    assert copy.wanted() == []


def test_a_new_day_of_plays(spark: SparkSession, league: Path, tmp_path: Path) -> None:
    """The lineup tables keep the rows of the days before, and are as one build makes them."""
    sources = Path(shutil.copytree(league, tmp_path / "sources"))
    (events,) = (sources / "events").glob("2042*.zip")
    without_last_day_of_plays(events)
    given = {"events": sources / "events", "seasons": frozenset({2042})}
    updated = build_lake(spark, inputs_at(sources, **given), tmp_path / "lake").lake
    shutil.copy(league / "events" / events.name, events)
    whole = build_lake(spark, inputs_at(sources, **given), tmp_path / "whole").lake
    before = contents(updated, ["lineup_batter", "lineup_value"])
    (inputs,) = find_update(read_manifest(updated), {}).builds
    assert build(spark, inputs, updated, only_stale=True).seasons == [2042]
    after = contents(updated, TABLES)
    assert after == contents(whole, TABLES)
    for name, rows in before.items():
        assert 0 < rows.num_rows < after[name].num_rows


def test_a_changed_book_makes_all_seasons_stale(copy: Copy) -> None:
    people = copy.sources / "lahman" / "People.csv"
    people.write_text(people.read_text() + "\n")
    assert copy.wanted() == [[2041, 2042]]


def test_a_season_is_not_made_from_the_plays_of_another(league: Path) -> None:
    """A changed file of plays would make every season stale that was built without it."""
    inputs = inputs_of(league, seasons=frozenset({2041}))
    (files,) = files_by_season(plan(inputs, Account()), find_files(inputs)).values()
    of_minors = {file.path for file in files if file.kind == "minors"}
    assert of_minors == {f"minorLeagueSplits{name}.csv" for name in ("Players", "Teams")}


def test_a_lake_of_chosen_seasons_gets_no_others(copy: Copy) -> None:
    manifest = read_manifest(copy.lake)
    put_in_place(copy.lake, replace(manifest, asked=[2041, 2042]))
    copy.grow(2043)
    assert copy.wanted() == []


def test_a_lake_that_has_no_record_of_its_files_is_built_again(copy: Copy) -> None:
    manifest = read_manifest(copy.lake)
    put_in_place(copy.lake, replace(manifest, source_files=[]))
    copy.grow(2043)
    assert copy.wanted() == [[2041, 2042]]


@pytest.mark.usefixtures("no_spark")
def test_a_file_that_is_gone_keeps_its_season(copy: Copy) -> None:
    copy.log(2041).unlink()
    result = copy.update()
    assert result.exit_code == 3
    assert "Gone: gamelogs/gl2041.zip. Kept as they were: 2041." in result.stderr
    assert read_manifest(copy.lake).seasons == [2041, 2042]
    copy.grow(2042)
    assert copy.wanted() == [[2042]]


def test_of_a_file_of_several_seasons_only_the_changed_part_is_built(
    spark: SparkSession, league: Path, tmp_path: Path
) -> None:
    sources, games = tmp_path / "sources", []
    shutil.copytree(league, sources)
    for archive in sorted((sources / "gamelogs").glob("gl*.zip")):
        with zipfile.ZipFile(archive) as season:
            games += season.read(season.namelist()[0]).splitlines(keepends=True)
        archive.unlink()
    together = sources / "gamelogs" / "gl2041_43.txt"
    together.write_bytes(b"".join(games[:-1]))
    lake = build_lake(spark, inputs_at(sources), tmp_path / "lake").lake
    together.write_bytes(b"".join(games))
    (inputs,) = find_update(read_manifest(lake), {}).builds
    assert inputs.seasons is None  # which seasons have changed is known once the file is split
    assert build(spark, inputs, lake, only_stale=True).seasons == [2043]
    assert find_update(read_manifest(lake), {}).builds == []
    with pytest.raises(UnchangedError):
        build(spark, inputs, lake, only_stale=True)


def changing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file change after a build has found it, and before it reads it."""
    planned = run.plan

    def plan(*given: object) -> object:
        without_last_game(path) if path.suffix == ".zip" else path.write_text(path.read_text() + "\n")
        return planned(*given)

    monkeypatch.setattr(run, "plan", plan)


def test_a_source_that_changes_while_it_is_read_fails_its_season(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.grow(2042, 2043)
    with monkeypatch.context() as patched:
        changing(copy.log(2043), patched)
        result = copy.update()
    assert result.exit_code == 3
    assert "2043: source files: gamelogs/gl2043.zip changed while it was read" in result.stdout
    assert read_manifest(copy.lake).seasons == [2041, 2042]
    assert copy.wanted() == [[2043]]


def test_a_book_that_changes_while_it_is_read_stops_the_build(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read_manifest(copy.lake)
    copy.grow(2042)
    changing(copy.sources / "lahman" / "People.csv", monkeypatch)
    result = copy.update()
    assert result.exit_code == 1
    assert "lahman/People.csv changed while it was read: run the command again" in result.stderr
    assert read_manifest(copy.lake) == before


def test_of_two_updates_at_once_one_is_published(
    spark: SparkSession, copy: Copy, today: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "locked", lambda _lake: contextlib.nullcontext())
    copy.grow(2042, 2043)
    (inputs,) = find_update(read_manifest(copy.lake), {}).builds

    def other(step: str) -> None:
        if step == "checks":
            build(spark, inputs, copy.lake, only_stale=True)

    with pytest.raises(LakeInUseError, match="another build wrote to this lake meanwhile"):
        build(spark, inputs, copy.lake, other, only_stale=True)
    assert contents(copy.lake, TABLES) == contents(today, TABLES)
    with pytest.raises(UnchangedError):
        build(spark, inputs, copy.lake, only_stale=True)


@pytest.mark.parametrize(("seasons", "needed"), [({2042}, None), ({2041}, "--events"), (None, "--events")])
def test_a_season_needs_its_own_sources_and_the_books(copy: Copy, seasons: set[int] | None, needed: str | None) -> None:
    manifest = read_manifest(copy.lake)
    events = SourceFile("events", "/events", "2041.EVA", "1", "2", {2041: ""})
    published = replace(
        manifest,
        sources={**manifest.sources, "events": "/events"},
        source_files=[*manifest.source_files, events],
    )
    inputs = inputs_at(copy.sources, seasons=None if seasons is None else frozenset(seasons))
    refused: Callable[[], contextlib.AbstractContextManager[object]] = (
        contextlib.nullcontext if needed is None else lambda: pytest.raises(SourceError, match=f"{needed}: give that")
    )
    with refused():
        require_same_kind(inputs, published)
    with pytest.raises(SourceError, match="--lahman: give that source again"):
        require_same_kind(replace(inputs, lahman=None, seasons=frozenset({2042})), manifest)


def test_build_reads_the_lakes_own_sources(copy: Copy, tmp_path: Path, today: Path) -> None:
    """A season from another place needs no other source; an update then looks at both places."""
    one = tmp_path / "one" / "gl2043.zip"
    one.parent.mkdir()
    shutil.copy(copy.league / "gamelogs" / "gl2043.zip", one)
    (one.parent / "SIMULATED").touch()
    marks = [mark.name for mark in copy.sources.joinpath("gamelogs").iterdir() if not mark.name.startswith("gl2")]
    for mark in marks:
        shutil.copy(copy.sources / "gamelogs" / mark, one.parent / mark)
    options = ["build", "--lake", str(copy.lake), "--gamelogs", str(one.parent), "--seasons", "2043"]
    result = CliRunner().invoke(main, options)
    assert result.exit_code == 0, result.output
    assert f"lahman: {copy.sources / 'lahman'} (as before)" in result.stderr
    copy.grow(2042)
    assert copy.wanted() == [[2042]]
    assert copy.update().exit_code == 0
    assert contents(copy.lake, TABLES) == contents(today, TABLES)
    without_last_game(one)
    assert copy.wanted() == [[2043]]
    shutil.rmtree(one.parent)
    result = copy.update()
    assert (result.exit_code, "Kept as they were: 2043." in result.stderr) == (3, True)


def test_a_day_of_real_games(spark: SparkSession, real_data: Path, tmp_path: Path) -> None:
    logs = tmp_path / "gamelogs"
    logs.mkdir()
    for season in (2017, 2018):
        (logs / f"gl{season}.zip").write_bytes((real_data / "retrosheet" / "gamelogs" / f"gl{season}.zip").read_bytes())
    whole = (logs / "gl2018.zip").read_bytes()
    without_last_game(logs / "gl2018.zip")
    lake = build_lake(spark, real_inputs(real_data, gamelogs=logs), tmp_path / "lake").lake
    (logs / "gl2018.zip").write_bytes(whole)
    (inputs,) = find_update(read_manifest(lake), {}).builds
    assert inputs.seasons == {2018}
    report = build(spark, inputs, lake, only_stale=True)
    assert (report.seasons, report.rows["game"]) == ([2018], 2431)
