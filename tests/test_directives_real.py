"""What directives must show on real data. Needs SKIPPER_DATA."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from built_lake import REAL_SEASONS, Built
from skipper.answers.directives.check import Directed, check
from skipper.answers.directives.discovery.answer import discover, on_duckdb, ranked
from skipper.answers.directives.discovery.on_spark import compared_on_spark
from skipper.answers.directives.plan_file import parse_plan, read_plan
from skipper.answers.directives.plate_appearances import ALLOWANCE, EARLY_ALLOWANCE, LIVELY_BALL, published, slot_values
from skipper.answers.player import player
from skipper.cli import main
from skipper.lake.reader import LakeReader
from skipper.render.terminal import plain_text
from transcript import ARGUMENTS, transcript, written

PLAN = Path(__file__).resolve().parent.parent / "examples" / "plans" / "mets-2016.yaml"
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
def lake(some_seasons: Built) -> LakeReader:
    return some_seasons.reader()


@pytest.fixture(scope="module")
def directed(lake: LakeReader) -> dict[str, Directed]:
    return {one.asked.directive.id: one for one in check(lake, [read_plan(PLAN)]).directed}


def test_the_transcript_of_the_docs_is_what_the_tool_says(lake: LakeReader) -> None:
    """Collins and Conforto: the tool's text is the terminal's, which `test_mcp` compares."""
    answer = player(lake, ARGUMENTS["name"], ARGUMENTS["season"])
    assert transcript(plain_text(answer, lake.manifest)) == written()
    assert "2016  NYN   Terry Collins  79 of 161  5 of 37" in written()


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
    assert "availability not given" in one.availability


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
    seasons = sorted(REAL_SEASONS)
    assert lake.manifest.seasons == seasons
    ours, theirs = ranked(compared_on_spark(lake, seasons)), ranked(on_duckdb(lake, seasons, None))
    assert len(ours) > 4000
    assert {row["list"] for row in ours} == {"platoon", "playing_time", "order"}
    assert ours == theirs


# Plate appearances by slot, and who bats lower than he produces: the plays of 2019 (25 clubs' home games)


def test_plate_appearances_by_slot_of_2019(lake: LakeReader) -> None:
    values = slot_values(lake, 2019)
    assert {league: value.source for league, value in values.items()} == {
        "AL": "play-by-play of AL 2019, 1,952 club-games",
        "NL": "play-by-play of NL 2019, 2,096 club-games",
    }
    rounded = {league: [round(mean, 3) for mean in value.per_game] for league, value in values.items()}
    assert rounded["AL"] == [4.704, 4.594, 4.486, 4.386, 4.288, 4.172, 4.066, 3.941, 3.819]
    assert rounded["NL"] == [4.674, 4.560, 4.455, 4.351, 4.259, 4.152, 4.026, 3.903, 3.780]
    assert all(0.027 < error < 0.032 for value in values.values() for error in value.errors)
    (row,) = lake.rows("SELECT count(*) AS turns FROM plate_appearance WHERE season = 2019")
    assert 1952 * sum(values["AL"].per_game) + 2096 * sum(values["NL"].per_game) == pytest.approx(row["turns"])


def test_the_published_means_are_near_those_of_2019(lake: LakeReader) -> None:
    for value in slot_values(lake, 2019).values():
        for ours, theirs in zip(value.per_game, published(2019).per_game, strict=True):
            assert abs(ours / theirs - 1) < 0.02


def test_the_allowance_of_the_published_means_covers_the_leagues_of_their_time(real_data: Path) -> None:
    """Plate appearances per club-game of every game log at hand: at-bats, walks, hit, sacrifices, interference."""
    means = turns_per_game(sorted((real_data / "retrosheet" / "gamelogs").glob("gl*.zip")))
    base = (means[2009, "AL"] + means[2009, "NL"]) / 2
    assert sum(published(2009).per_game) == pytest.approx(base, abs=0.01)
    late = [mean for (season, _), mean in means.items() if season >= LIVELY_BALL]
    early = [mean for (season, _), mean in means.items() if season < LIVELY_BALL]
    assert len(late) > 150
    assert max(abs(mean / base - 1) for mean in late) < ALLOWANCE
    assert ALLOWANCE < max(abs(mean / base - 1) for mean in early) < EARLY_ALLOWANCE


def turns_per_game(archives: list[Path]) -> dict[tuple[int, str], float]:
    """By season from 1901 and league, of the two major leagues."""
    sums: dict[tuple[int, str], list[int]] = {}
    for archive in (archive for archive in archives if archive.stem[2:6] >= "1901"):
        with ZipFile(archive) as opened:
            text = "".join(opened.read(name).decode("latin1") for name in opened.namelist())
        for row in csv.reader(text.splitlines()):
            for league, first in ((row[4], 21), (row[7], 49)):
                figures = [row[first + at] for at in (0, 6, 7, 8, 9, 15)]
                if league in ("AL", "NL") and figures[0]:
                    turns = sum(max(int(figure), 0) for figure in figures if figure)
                    sums.setdefault((int(row[0][:4]), league), []).append(turns)
    return {key: sum(turns) / len(turns) for key, turns in sums.items()}


def test_who_bats_low_is_listed_where_there_are_plays_and_said_not_to_be_elsewhere(lake: LakeReader) -> None:
    """Gio Urshela of the 2019 Yankees: sixth and lower in most of his starts, and fourth of their hitters."""
    said = discover(lake, "NYA", 2019, None, 10)
    (urshela,) = (row for row in said.main.rows if row["player_name"] == "Gio Urshela" and row["list"] == "order")
    assert urshela["mean_slot"] == pytest.approx(6.4, abs=0.05)
    assert (urshela["production_rank"], urshela["slot_rank"], urshela["regulars"]) == (4, 11, 15)
    assert urshela["rate_a"] == pytest.approx(0.390, abs=0.0005)
    assert urshela["rank"] <= 3
    assert urshela["q_value"] > 0.05  # one season is too short to tell
    assert "Incomplete: 2019 AL, 971 of 1,214 games." in said.lead
    before = discover(lake, "NYN", 2016, None, 10)
    assert {row["list"] for row in before.main.rows} == {"platoon", "playing_time"}
    assert before.notes[0].startswith("Batting below production: unknown for 2016")
