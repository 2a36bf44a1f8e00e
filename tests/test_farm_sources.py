"""One simulated organization, as event files and as responses of the Stats API: the same answers through both."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from built_lake import Built, build_lake
from skipper.answers.answer import Answer
from skipper.answers.development import development
from skipper.answers.leaders import leaders
from skipper.answers.records import records
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
from skipper.sources.retrosheet.gamelogs import SIMULATED_MARK
from skipper.sources.statsapi.store import Store

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Json = dict[str, Any]
MANAGER = "Ansel Thornquist"

# What each form alone can say, or words its own way; everything else of these tables agrees, row by row.
SOURCES_OWN = {"source", "game_type_source"}
PLAYS_ALONE = {"hits", "errors", "left_on_base", "outs_pitched", "pitchers_used"}
COMPARED = {
    "club_game": SOURCES_OWN | PLAYS_ALONE,
    "lineup": SOURCES_OWN,
    "club": set(),
    "manager_season": set(),
    "lineup_usage": set(),
    "player_usage": set(),
}


@pytest.fixture(scope="module")
def lakes(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Built]:
    """The lake of the event files and the lake of the responses."""
    folder = tmp_path_factory.mktemp("forms")
    farm = play_farm(Registrar(np.random.default_rng(3)), np.random.default_rng(4))
    for name in ("minors", "register", "statsapi"):
        (folder / name).mkdir()
    write_minors(folder / "minors", farm)
    write_responses(Store(folder), farm)
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


@pytest.mark.parametrize("table", COMPARED)
def test_both_forms_give_the_same_rows(lakes: tuple[Built, Built], table: str) -> None:
    ours, theirs = (rows_of(lake.reader(), table) for lake in lakes)
    assert ours
    assert ours == theirs


OF_PLAYS = {"games", "club_games_with_plays", "plate_appearances", "games_pitched", "outs_pitched", "batters_faced"}
ANSWERS: dict[str, Callable[[LakeReader], Answer]] = {
    "records": lambda lake: records(lake, MANAGER),
    "usage": lambda lake: usage(lake, MANAGER, FARM_SEASON),
    "development": lambda lake: development(lake, MANAGER),
    "system": lambda lake: system(lake, "Ironmoor Anvils", FARM_SEASON),
    "leaders": lambda lake: leaders(lake, "wins", level="A"),
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
        assert differing <= {"sources"} | OF_PLAYS, one.name


def rows_of(reader: LakeReader, table: str) -> list[Json]:
    """A table's rows without the columns that are each form's own."""
    own = COMPARED[table]
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
