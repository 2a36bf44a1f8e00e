"""What directives must show on real data. Needs SKIPPER_DATA; builds six seasons."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from built_lake import Built, build_lake
from skipper.cli import main
from skipper.directives.check import Directed, check
from skipper.directives.discover import on_duckdb, on_spark, ranked
from skipper.directives.plan_file import parse_plan, read_plan
from skipper.lake.reader import LakeReader
from skipper.pipeline import Inputs

PLAN = Path(__file__).resolve().parent.parent / "examples" / "plans" / "mets-2016.yaml"
SEASONS = frozenset({1985, 1986, 1993, 2013, 2015, 2016})
AWAY = ((date(2016, 6, 25), date(2016, 7, 17)), (date(2016, 8, 13), date(2016, 8, 27)))

# Pairs that shared a position by the opposing starter's hand, known as platoons in their time: the position, the man
# who started against left-handers, the man who started against right-handers. docs/directives.md says why these.
PLATOONS = [
    (1985, "TOR", "Garth Iorg", "Rance Mulliniks"),  # third base
    (1986, "HOU", "Phil Garner", "Denny Walling"),  # third base
    (1986, "NYN", "Tim Teufel", "Wally Backman"),  # second base
    (1993, "PHI", "Pete Incaviglia", "Milt Thompson"),  # left field
    (1993, "PHI", "Wes Chamberlain", "Jim Eisenreich"),  # right field
    (2013, "OAK", "Nate Freiman", "Brandon Moss"),  # first base
    (2013, "OAK", "Derek Norris", "John Jaso"),  # catcher
]


@pytest.fixture(scope="module")
def built(spark: Any, real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    inputs = Inputs(
        real_data / "retrosheet" / "gamelogs", real_data / "lahman", real_data / "register", seasons=SEASONS
    )
    return build_lake(spark, inputs, tmp_path_factory.mktemp("directives") / "lake")


@pytest.fixture(scope="module")
def lake(built: Built) -> LakeReader:
    return built.reader()


@pytest.fixture(scope="module")
def directed(lake: LakeReader) -> dict[str, Directed]:
    return {one.asked.directive.id: one for one in check(lake, [read_plan(PLAN)]).directed}


def figures(one: Directed, *names: str) -> list[Any]:
    return [one.status[name] for name in names]


def test_conforto_was_not_started_against_left_handers(directed: dict[str, Directed]) -> None:
    one = directed["conforto-left-handers"]
    assert figures(one, "verdict", "club_games", "applicable", "followed", "club_followed") == ["missed", 37, 27, 5, 5]
    assert len(one.misses) == 22
    assert {miss["manager_name"] for miss in one.misses} == {"Terry Collins"}
    assert not any(first <= miss["date"] <= last for miss in one.misses for first, last in AWAY)
    assert figures(one, "availability", "unavailable", "unavailable_started") == ["plan", 10, 0]


def test_without_the_intervals_availability_is_said_not_to_be_given(lake: LakeReader) -> None:
    text = PLAN.read_text("utf-8")
    head, _, rest = text.partition("unavailable:")
    plan = parse_plan(head + "directives:" + rest.partition("directives:")[2])
    one = check(lake, [plan]).directed[0]
    assert figures(one, "verdict", "club_games", "applicable", "followed") == ["missed", 37, 37, 5]
    assert "availability was not given" in one.availability


def test_plawecki_batted_low_under_collins_and_once_under_scott(directed: dict[str, Directed]) -> None:
    one = directed["plawecki-order"]
    assert figures(one, "verdict", "applicable", "followed") == ["missed", 38, 0]
    assert {game["slot"] for game in one.games if game["applicable"]} == {7, 8, 9}
    by_collins = [miss for miss in one.misses if miss["manager_name"] == "Terry Collins"]
    (other,) = (miss for miss in one.misses if miss not in by_collins)
    assert len(by_collins) == 37
    assert (other["manager_name"], other["date"]) == ("Dick Scott", date(2016, 6, 12))


def test_pitching_waits_for_plays(directed: dict[str, Directed]) -> None:
    assert directed["wheeler-workload"].status["verdict"] == "needs play-by-play"


def test_the_commands_output_is_the_same(lake: LakeReader) -> None:
    words = ["directives", "check", str(PLAN), "--format", "json", "--lake", str(lake.lake)]
    result = CliRunner().invoke(main, words)
    first = json.loads(result.stdout)["directives"][0]
    assert (first["id"], first["club_games"], first["applicable"], len(first["misses"])) == (
        "conforto-left-handers",
        37,
        27,
        22,
    )


def test_a_season_that_is_not_there(lake: LakeReader, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(PLAN.read_text("utf-8").replace("2016", "1999"))
    result = CliRunner().invoke(main, ["directives", "check", str(plan), "--lake", str(lake.lake)])
    assert result.exit_code == 2
    assert "1999 is not in this lake" in result.stderr


def platoon_ranks(lake: LakeReader, season: int, club: str) -> dict[str, int]:
    rows = ranked(on_duckdb(lake, [season], club))
    return {row["player_name"]: row["rank"] for row in rows if row["list"] == "platoon" and row["q_value"] < 0.05}


@pytest.mark.parametrize("season", [2015, 2016])
def test_conforto_stands_near_the_top_of_his_club(lake: LakeReader, season: int) -> None:
    assert platoon_ranks(lake, season, "NYN")["Michael Conforto"] <= 3


@pytest.mark.parametrize(("season", "club", "against_left", "against_right"), PLATOONS)
def test_known_platoons_are_found(
    lake: LakeReader, season: int, club: str, against_left: str, against_right: str
) -> None:
    ranks = platoon_ranks(lake, season, club)
    assert ranks[against_left] <= 5
    assert ranks[against_right] <= 5
    rows = {row["player_name"]: row for row in ranked(on_duckdb(lake, [season], club)) if row["list"] == "platoon"}
    assert rows[against_left]["difference"] > 0 > rows[against_right]["difference"]


def test_spark_finds_the_same_in_one_job(lake: LakeReader) -> None:
    seasons = sorted(SEASONS)
    ours, theirs = ranked(on_spark(lake, seasons)), ranked(on_duckdb(lake, seasons, None))
    assert len(ours) > 4000
    assert ours == theirs
