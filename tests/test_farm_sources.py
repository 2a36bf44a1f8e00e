"""One simulated organization, as event files and as responses of the Stats API: the same answers through both."""

from __future__ import annotations

import csv
import json
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from built_lake import Built, build_lake
from fetch_server import FetchServer
from skipper.answers.document import document
from skipper.build.inputs import Inputs
from skipper.cli.serving import questions
from skipper.lake.reader import LakeReader
from skipper.simulate.clubs import LOWER_LEAGUES
from skipper.simulate.farm import FARM_SEASON, play_farm
from skipper.simulate.lineup_card import Policy
from skipper.simulate.minors_files import write_managers, write_minors
from skipper.simulate.people import Registrar
from skipper.simulate.register_file import write_register
from skipper.simulate.statsapi_files import write_responses
from skipper.sources.fetch.download import Status
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.statsapi import Fetcher, Scope, walk
from skipper.sources.fetch.transfer import Client
from skipper.sources.retrosheet.gamelogs.reading import SIMULATED_MARK
from skipper.sources.statsapi.store import Store
from statsapi_league import Stored
from test_named_by import asked, most_by_the_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Json = dict[str, Any]

# Managers who use relief pitchers and pinch hitters, so that the responses have substitutions.
POLICY = Policy(starter_batters=20, hook_runs=4, pinch_inning=6)
# What each form alone can say, or words its own way; everything else agrees in every table, row by row.
PLACE = {"source_file", "source_line"}
SOURCES_OWN = {"source", "game_type_source"}
OWN_COLUMNS = {
    "club_game": SOURCES_OWN,
    "coverage": {"source"},
    "event": PLACE,
    "game": SOURCES_OWN | PLACE | {"account"},
    "game_account": {"source", "source_game_id", "account"} | PLACE,
    "lineup": {"source"},
    "plate_appearance": PLACE,
    "substitution": PLACE,
}
WORDED_BY_SOURCE = {"sources", "lineup_source"}
OWN_TABLES = {"affiliation", "organization", "build_log"}  # as each source has them, or of the build


@pytest.fixture(scope="module")
def lakes(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Built]:
    """The lake of the event files and the lake of the responses."""
    folder = tmp_path_factory.mktemp("forms")
    farm = play_farm(Registrar(np.random.default_rng(3)), np.random.default_rng(4), POLICY)
    for name in ("minors", "register", "statsapi"):
        (folder / name).mkdir()
    write_minors(folder / "minors", farm, with_innings=True, with_pitches=True)  # as the responses
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
    """In every table, those of the plays among them."""
    files, api = ({name: rows_of(lake.reader(), name) for name in lake.reader().manifest.files} for lake in lakes)
    filled = {name for name, rows in files.items() if rows} - OWN_TABLES
    assert {name for name in api if api[name]} - OWN_TABLES == filled
    for name in files.keys() - OWN_TABLES:
        assert len(files[name]) == len(api[name]), name
        assert files[name] == api[name], name
    pitches = [row["pitches"] for row in files["plate_appearance"]]
    assert pitches.count(None) < 0.01 * len(pitches)
    assert filled > {*OWN_COLUMNS, "pitching_appearance", "run_expectancy", "lineup_value", "manager_tendency"}


def test_both_forms_give_the_same_answers(lakes: tuple[Built, Built]) -> None:
    """To every question, in every table of the answer, but for what names the sources."""
    files, api = (lake.reader() for lake in lakes)
    given = asked(most_by_the_file(files))
    assert given == asked(most_by_the_file(api))
    answered = set()
    for question in questions().values():
        for parameters in given[question.name]:
            ours, theirs = (document(question.ask(lake, parameters), None) for lake in (files, api))
            answered |= {question.name} if ours["rows"] else set()
            for part in ("subject", "title", "rows", "tables"):
                assert without_sources(ours.get(part)) == without_sources(theirs.get(part)), (question.name, part)
    # The lake differs from no official record, and has no ejection, no report and no kept plan.
    assert answered == set(questions()) - {"differences", "ejections", "reports", "directives_kept", "ledger"}


def without_sources(value: Any) -> Any:
    """Return an answer's value without the fields that name the sources or places in them."""
    if isinstance(value, dict):
        own = SOURCES_OWN | PLACE | WORDED_BY_SOURCE
        return {name: without_sources(inner) for name, inner in value.items() if name not in own}
    return [without_sources(inner) for inner in value] if isinstance(value, list) else rounded(value)


def rows_of(reader: LakeReader, table: str) -> list[Json]:
    """A table's rows without the columns that are each form's own."""
    own = OWN_COLUMNS.get(table, set())
    rows = reader.rows(f"SELECT * FROM {table} ORDER BY ALL")
    kept = [{name: rounded(value) for name, value in row.items() if name not in own} for row in rows]
    return sorted(kept, key=lambda row: json.dumps(row, default=str, sort_keys=True))


def rounded(value: Any) -> Any:
    """Return a figure to twelve places: the order of rows decides the last digits of a sum."""
    return round(value, 12) if isinstance(value, float) else value


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
