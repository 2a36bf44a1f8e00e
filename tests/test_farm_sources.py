"""One simulated organization, as event files and as responses of the Stats API: the same answers through both."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from built_lake import Built, build_lake
from fetch_server import FetchServer
from skipper.answers.answer import Answer
from skipper.answers.compare import compare
from skipper.answers.development import development
from skipper.answers.games import games
from skipper.answers.leaders import leaders
from skipper.answers.records import records
from skipper.answers.season import season
from skipper.answers.system import system
from skipper.answers.usage import usage
from skipper.build.inputs import Inputs
from skipper.lake.reader import LakeReader
from skipper.simulate.clubs import LOWER_LEAGUES
from skipper.simulate.farm import FARM_SEASON, play_farm
from skipper.simulate.minors_files import write_managers, write_minors
from skipper.simulate.people import Registrar
from skipper.simulate.register_file import write_register
from skipper.simulate.statsapi_files import write_responses
from skipper.sources.fetch.download import Status
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.statsapi import Fetcher, Scope, walk
from skipper.sources.fetch.transfer import Client
from skipper.sources.retrosheet.gamelogs import SIMULATED_MARK
from skipper.sources.statsapi.store import Store
from statsapi_league import Stored

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Json = dict[str, Any]
MANAGER, OTHER = "Ansel Thornquist", "Dov Marchetta"

# What each form alone can say, or words its own way; everything else agrees in every table, row by row.
SOURCES_OWN = {"source", "game_type_source"}
PLAYS_ALONE = {"hits", "errors", "left_on_base", "outs_pitched", "pitchers_used"}
OF_PLAYS = {"games", "club_games_with_plays", "plate_appearances", "games_pitched", "outs_pitched", "batters_faced"}
OWN_COLUMNS = {
    "club_game": SOURCES_OWN | PLAYS_ALONE,
    "coverage": {"source"},
    "development": OF_PLAYS,
    "game": SOURCES_OWN | {"source_file", "source_line", "outs_played", "innings", "scheduled_innings", "has_plays"},
    "lineup": {"source"},
    "playing_time": OF_PLAYS,
}
MADE_OF_PLAYS = {
    "advancement", "event", "lineup_batter", "lineup_value", "manager_tendency", "pitching_appearance",
    "plate_appearance", "run_expectancy",
}  # fmt: skip
WORDED_BY_SOURCE = {"sources", "lineup_source", "changes", "changes_made", "has_plays"}
OWN_TABLES = {"affiliation", "organization", "build_log"}  # as each source has them, or of the build


@pytest.fixture(scope="module")
def lakes(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Built]:
    """The lake of the event files and the lake of the responses."""
    folder = tmp_path_factory.mktemp("forms")
    farm = play_farm(Registrar(np.random.default_rng(3)), np.random.default_rng(4))
    for name in ("minors", "register", "statsapi"):
        (folder / name).mkdir()
    write_minors(folder / "minors", farm)
    simulated = Store(folder / "simulated")
    write_responses(simulated, farm)
    fetch(simulated, Store(folder))
    write_managers(folder / "managers.csv", farm)
    managing = [(FARM_SEASON, person) for person in farm.managers.values()]
    write_register(folder / "register", farm.people, farm.rosters, managing)
    with (folder / "leagues.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("league", "name", "first_season", "last_season", "level", "source"))
        writer.writerows((it.code, it.name, FARM_SEASON, FARM_SEASON, it.level, "simulated") for it in LOWER_LEAGUES)
    for name in ("minors", "statsapi"):
        (folder / name / SIMULATED_MARK).write_text("Simulated.\n")
    shared = {"leagues": folder / "leagues.csv", "managers": folder / "managers.csv", "register": folder / "register"}
    # The list of clubs beside the plays gives the responses' clubs the same codes.
    lists = folder / "lists"
    lists.mkdir()
    for name in ("minorLeagueSplitsTeams.csv", "minorLeagueSplitsFranchises.csv"):
        (lists / name).write_bytes((folder / "minors" / name).read_bytes())
    of_files = build_lake(spark, Inputs(minors=folder / "minors", **shared), folder / "lake-of-files")
    of_api = Inputs(statsapi=folder / "statsapi", affiliations=lists, **shared)
    return of_files, build_lake(spark, of_api, folder / "lake-of-responses")


def fetch(simulated: Store, into: Store) -> None:
    """Fetch the season over HTTP from a server that answers with the simulated responses."""
    served = Stored(simulated)
    with pytest.MonkeyPatch.context() as patched, FetchServer().running() as server:
        patched.setenv("NO_PROXY", "127.0.0.1,localhost")
        server.files = served
        settings = FetchSettings(base_urls={"statsapi": server.url}, min_interval=0)
        levels = frozenset(league.level for league in LOWER_LEAGUES)
        with Client(settings, encoding="gzip") as client:
            outcomes = [*walk(Scope(levels, (FARM_SEASON,), date(FARM_SEASON, 12, 31)), Fetcher(client, into).obtain)]
    assert {outcome.status for outcome in outcomes} == {Status.FETCHED}
    assert set(served.bodies) <= {outcome.request.address for outcome in outcomes}


def test_both_forms_give_the_same_rows(lakes: tuple[Built, Built]) -> None:
    """In every table; the responses are read without their plays."""
    files, api = ({name: rows_of(lake.reader(), name) for name in lake.reader().manifest.files} for lake in lakes)
    filled = {name for name, rows in files.items() if rows} - OWN_TABLES
    assert {name for name in filled if not api[name]} == MADE_OF_PLAYS
    for name in files.keys() - OWN_TABLES - MADE_OF_PLAYS:
        assert files[name] == api[name], name
    assert filled > {*OWN_COLUMNS, "club", "manager_career", "lineup_usage", "player_usage", "person", "stint"}


ANSWERS: dict[str, Callable[[LakeReader], Answer]] = {
    "records": lambda lake: records(lake, MANAGER),
    "usage": lambda lake: usage(lake, MANAGER, FARM_SEASON),
    "development": lambda lake: development(lake, MANAGER),
    "system": lambda lake: system(lake, "Ironmoor Anvils", FARM_SEASON),
    "leaders": lambda lake: leaders(lake, "wins", level="A"),
    "games": lambda lake: games(lake, MANAGER, FARM_SEASON),
    "compare": lambda lake: compare(lake, [MANAGER, OTHER]),
    "season": lambda lake: season(lake, FARM_SEASON),
}


@pytest.mark.parametrize("question", ANSWERS)
def test_both_forms_give_the_same_answer(lakes: tuple[Built, Built], question: str) -> None:
    """All tables of the answer, but for the names of the sources."""
    ours, theirs = (ANSWERS[question](lake.reader()) for lake in lakes)
    assert ours.main.rows
    for one, other in zip(ours.tables, theirs.tables, strict=True):
        assert len(one.rows) == len(other.rows), one.name
        differing = {
            field
            for left, right in zip(one.rows, other.rows, strict=True)
            for field in one.fields
            if left[field] != right[field]
        }
        assert differing <= WORDED_BY_SOURCE | SOURCES_OWN | OF_PLAYS, one.name


def rows_of(reader: LakeReader, table: str) -> list[Json]:
    """A table's rows without the columns that are each form's own."""
    own = OWN_COLUMNS.get(table, set())
    rows = reader.rows(f"SELECT * FROM {table} ORDER BY ALL")
    kept = [{name: value for name, value in row.items() if name not in own} for row in rows]
    return sorted(kept, key=lambda row: json.dumps(row, default=str, sort_keys=True))


def test_each_form_has_its_own_facts_and_the_other_has_null(lakes: tuple[Built, Built]) -> None:
    for lake, known in zip(lakes, (True, False), strict=True):
        (row,) = lake.reader().rows(
            "SELECT count(*) AS sides, "
            + ", ".join(f"count({name}) AS {name}" for name in sorted(PLAYS_ALONE))
            + " FROM club_game"
        )
        assert {row[name] for name in PLAYS_ALONE} == {row["sides"] if known else 0}


def test_a_postponed_game_is_one_game_and_nothing_is_lost(lakes: tuple[Built, Built]) -> None:
    _of_files, of_api = lakes
    assert of_api.reader().rows("FROM quarantine") == []
    (counted,) = of_api.reader().rows(
        "SELECT sum(rows_in) AS read, sum(rows_out) AS kept FROM build_log WHERE source = 'statsapi'"
    )
    assert counted["read"] == counted["kept"] > 0
    sides = of_api.report.rows["club_game"]
    assert sides == lakes[0].report.rows["club_game"] == 2 * of_api.report.rows["game"]


def test_tendencies_say_that_the_file_names_the_manager(lakes: tuple[Built, Built]) -> None:
    of_files, _of_api = lakes
    rows = of_files.reader().rows("SELECT DISTINCT manager_source FROM manager_tendency WHERE manager_id IS NOT NULL")
    assert rows == [{"manager_source": "file"}]
