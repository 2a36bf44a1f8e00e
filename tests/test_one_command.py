"""One command builds a lake from every source: each game once, each club once. Everything is simulated."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from built_lake import Built
from score_files import write_scores
from skipper.answers.system import system
from skipper.cli import main
from skipper.lake.reader import LakeReader
from skipper.simulate import farm_of_league
from skipper.simulate.clubs import LOWER_LEAGUES
from skipper.simulate.farm import FARM_SEASON, Farm
from skipper.simulate.statsapi_files import IDS, write_responses
from skipper.sources.retrosheet.gamelogs.reading import SIMULATED_MARK
from skipper.sources.statsapi.store import Store

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ALONE = "10/06/42,Mossback League Base,Fennock Wharf vs. Gosling Heath,FEN,GOS,2,3"
NO_RESULT = "10/07/42,Mossback League Base,Fennock Wharf vs. Gosling Heath,FEN,GOS,0,0"


@pytest.fixture(scope="module")
def farm() -> Farm:
    return farm_of_league()


@pytest.fixture(scope="module")
def lake(spark: SparkSession, league: Path, farm: Farm, tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    """The season of all levels: game logs, plays, responses and scores of the same lower levels, and every list."""
    folder = tmp_path_factory.mktemp("every_source")
    write_responses(Store(folder), farm)
    lines = [scored(number, farm) for number in range(len(farm.games))]
    write_scores(folder / "scores", *lines, ALONE, NO_RESULT, season=FARM_SEASON)
    for name in ("statsapi", "scores"):
        (folder / name / SIMULATED_MARK).write_text("Simulated.\n")
    history = {
        str(IDS["FenMBL"]): {
            "currentName": "Fennock Wharf Eelers",
            "parentHistory": [{"years": [2042, 2042], "parentOrgId": 100, "parentOrgName": "Ironmoor Anvils"}],
        }
    }
    (folder / "lists").mkdir()
    (folder / "lists" / "milb-history.json").write_text(json.dumps({"clubs": history}))
    given = {
        **{name: league / name for name in ("gamelogs", "lahman", "register", "minors")},
        **{name: folder / name for name in ("statsapi", "scores")},
        "managers": league / "managers.csv",
        "leagues": league / "leagues.csv",
        "affiliations": folder / "lists",
    }
    options = [word for name, path in given.items() for word in (f"--{name}", str(path))]
    asked = ["build", "--no-cache", "--lake", str(folder / "lake"), "--seasons", str(FARM_SEASON), *options]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    return LakeReader(folder / "lake")


def scored(number: int, farm: Farm) -> str:
    """Return a game as a line of scores, reported on the day after."""
    game = farm.games[number]
    scheduled = game.scheduled
    clubs = (scheduled.visitor, scheduled.home)
    names = [club.name if club.league == LOWER_LEAGUES[1] else club.city for club in clubs]
    codes = [club.city[:3].upper() for club in clubs]
    day = scheduled.day + timedelta(days=1)
    words = [f"{day:%m/%d/%y}", scheduled.home.league.name, " vs. ".join(names), *codes]
    return ",".join([*words, str(game.visitor.runs), str(game.home.runs)])


def test_each_game_is_there_once_by_the_stated_precedence(lake: LakeReader, farm: Farm, simulated: Built) -> None:
    logged = "SELECT count(*)::INTEGER AS games FROM game WHERE season = 2042 AND source = 'retrosheet_gamelog'"
    (majors,) = simulated.reader().rows(logged)
    found = lake.rows("SELECT source, count(*)::INTEGER AS games FROM game GROUP BY source")
    assert {row["source"]: row["games"] for row in found} == {
        "retrosheet_gamelog": majors["games"],
        "minorleaguesplits": len(farm.games),
        "minors_scores": 1,
    }
    assert lake.rows("SELECT * FROM game_difference") == []
    assert lake.rows("FROM event WHERE source_file LIKE 'feed/%'") == []  # every feed's game has plays in a file
    (refused,) = lake.rows("SELECT source, reason FROM quarantine")
    assert refused["source"] == "minors_scores"
    assert refused["reason"].startswith("the game has no result: 0-0")
    assert {"gamelogs", "minors", "statsapi", "scores", "managers", "affiliations"} <= set(lake.manifest.sources)


def test_the_system_is_that_of_the_plays(lake: LakeReader, simulated: Built) -> None:
    ours, theirs = (system(one, "Ironmoor Anvils", FARM_SEASON).main.rows for one in (lake, simulated.reader()))
    by_club = {row["club"]: row for row in theirs}
    assert [row["club"] for row in ours] == ["HBR", "VLM", "FenMBL", "BriTHL"]
    for row in ours:
        known = by_club[row["club"]]
        assert (row["managers"], row["wins"]) == (known["managers"], known["wins"])
        assert row["losses"] == known["losses"] + (row["club"] == "FenMBL")  # the game of the scores alone
    fennock = next(row for row in ours if row["club"] == "FenMBL")
    assert fennock["sources"] == ["milb_history", "minor_league_splits", "statsapi"]
