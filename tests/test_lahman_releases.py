"""Each release of Lahman with all real game logs: a build publishes everything, clubs agree with Teams but for the
leagues' rulings, and the managers with most wins have the book's records but for listed departures and substitutes.

Needs SKIPPER_DATA. Of the old release it is the lake that many tests share.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import Path as ZipPath

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import skipper
from built_lake import Built
from conftest import compiling
from made_once import made_once
from skipper.cli import main
from skipper.lake.reader import LakeReader

Record = tuple[int, int]
ClubSeason = tuple[int, str]
Rows = Callable[[str], list[dict[str, Any]]]
# What the leagues ruled on a game's result: the game logs have the score as it stood, the book what was ruled.
RULINGS = {
    **{(1906, "CHN"): "ruling", (1906, "NY1"): "ruling", (1924, "BOS"): "ruling", (1924, "SLA"): "ruling"},
    **{(1939, "CHA"): "ruling", (1939, "WS1"): "ruling", (1940, "CHA"): "ruling", (1940, "NYA"): "ruling"},
}
# Of the twenty managers with most wins: those rulings, and the day on which George Myatt stood in for Gene Mauch.
DEPARTURES = {
    ("mcgrj101", 1906, "NY1"): "ruling",
    ("harrb106", 1939, "WS1"): "ruling",
    ("mccaj802", 1940, "NYA"): "ruling",
    ("maucg101", 1968, "PHI"): "acting_manager",
}
# 2022: the log names Girardi, fired in June, in all 162 games; 1980: a suspended game that Gomez had begun.
CHECKED = {
    "Joe Girardi went 88-74 with the Philadelphia Phillies in 2022.": "contradicted",
    "Joe Girardi went 22-29 with the Philadelphia Phillies in 2022.": "supported",
    "Rob Thomson went 65-46 with the Philadelphia Phillies in 2022.": "supported",
    "Joey Amalfitano went 26-46 with the Chicago Cubs in 1980.": "supported",
    "Joey Amalfitano went 25-46 with the Chicago Cubs in 1980.": "contradicted",
}
RECORDS = (
    "SELECT season, club, count(*) FILTER (result = 'W') AS wins, count(*) FILTER (result = 'L') AS losses "
    "FROM club_game WHERE game_type = 'regular' GROUP BY season, club"
)


def book(release: Path, name: str) -> list[dict[str, str]]:
    """The rows of a table of a release (an archive, or a folder of Parquet or CSV files), read without Skipper."""
    parquet = release / f"{name}.parquet"
    if parquet.exists():
        rows = pq.read_table(parquet).to_pylist()
        return [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
    folder = ZipPath(release) if release.is_file() else release
    return list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_text("utf-8"))))


def clubs_of(folder: Path) -> dict[ClubSeason, Record]:
    """Wins and losses in Teams of the major-league clubs of 1901 to 2022 with a Retrosheet code."""
    return {
        (int(row["yearID"]), row["teamIDretro"]): (int(row["W"]), int(row["L"]))
        for row in book(folder, "Teams")
        if 1901 <= int(row["yearID"]) <= 2022 and row["lgID"] in ("AL", "NL", "FL") and row["teamIDretro"]
    }


def agree(rows: list[dict[str, Any]], differences: list[dict[str, Any]], theirs: dict[ClubSeason, Record]) -> None:
    """Every club-season of the lake is in the book, with its wins and losses unless a league ruled on a game."""
    ours = {(row["season"], row["club"]): (row["wins"], row["losses"]) for row in rows if row["season"] >= 1901}
    assert len(ours) > 2000
    assert ours.keys() <= theirs.keys()
    assert {club for club, record in ours.items() if record != theirs[club]} == RULINGS.keys()
    of_clubs = (row for row in differences if row["comparison"] == "club_season" and row["season"] >= 1901)
    assert {(row["season"], row["club"]): row["category"] for row in of_clubs} == RULINGS


def top_twenty_agree(lake: Rows, folder: Path) -> int:
    """The twenty managers with most wins in a release have its records, season by season and club by club, over the
    seasons of which the lake has game logs, but for DEPARTURES and the games that it gives to substitutes. Returns how
    many such records there are.

    A substitute is credited with nothing, and the manager in charge with the games of both.
    """
    ids = {row["playerID"]: row["retroID"] for row in book(folder, "People")}
    codes = {(row["yearID"], row["teamID"]): row["teamIDretro"] for row in book(folder, "Teams")}
    managers = book(folder, "Managers")
    won: Counter[str] = Counter()
    for row in managers:
        won[ids[row["playerID"]]] += int(row["W"])
    top = [man for man, _wins in won.most_common(20)]
    seasons = {row["season"] for row in lake("SELECT DISTINCT season FROM club_game")}
    theirs: dict[tuple[str, int, str], Counter[str]] = {}
    for row in managers:
        if int(row["yearID"]) in seasons:
            key = ids[row["playerID"]], int(row["yearID"]), codes[row["yearID"], row["teamID"]]
            theirs.setdefault(key, Counter()).update({"W": int(row["W"]), "L": int(row["L"])})
    credited = {
        (row["manager_id"], row["season"], row["club"]): Counter({"W": row["wins"], "L": row["losses"]})
        for row in lake("FROM manager_season WHERE rule = 'credited'")
    }
    of_top = {key: record for key, record in theirs.items() if key[0] in top}
    ours = {key: record for key, record in credited.items() if key[0] in top}
    assert len(ours) > 400
    assert ours.keys() <= of_top.keys()
    departing = {key for key, record in of_top.items() if ours.get(key) != record}
    substituted = departing - DEPARTURES.keys()
    for key in substituted & ours.keys():
        others = {one for one in {*theirs, *credited} if one[1:] == key[1:] and one != key}
        taken = [theirs[one] - credited.get(one, Counter()) for one in others]
        assert sum(taken, Counter()) == ours[key] - theirs[key] != Counter(), key
    listed = {
        (row["manager_id"], row["season"], row["club"]): row["category"]
        for row in lake("FROM record_difference WHERE rule = 'credited' AND reference = 'Lahman Managers'")
        if row["manager_id"] in top
    }
    assert listed == DEPARTURES | dict.fromkeys(substituted, "acting_manager")
    decided = lake("SELECT season, club FROM manager_decision WHERE kind = 'listed_substitute'")
    named = {(row["season"], row["club"]) for row in decided}
    assert {key[1:] for key in of_top.keys() - ours.keys()} <= named
    return len(substituted)


def test_the_old_release(every_season: Built, real_data: Path) -> None:
    assert every_season.report.withheld == []
    lake = every_season.reader()
    agree(lake.rows(RECORDS), lake.rows("FROM record_difference"), clubs_of(real_data / "lahman"))
    assert top_twenty_agree(lake.rows, real_data / "lahman") == 2  # 2017 San Francisco and Washington


@pytest.fixture(scope="module")
def logs(real_data: Path, shared: Path) -> Path:
    """All real game logs of the regular season in one folder, to 2022."""

    def link(folder: Path) -> Path:
        for place in (real_data / "retrosheet", real_data / "releases" / "retrosheet"):
            for file in (place / "gamelogs").glob("gl[12]*.zip"):
                (folder / file.name).symlink_to(file)
        return folder

    return made_once(shared / "logs_to_2022", link)


@pytest.mark.parametrize("release", ["2024", "2025"])
def test_a_later_release(
    spark: SparkSession, release: str, logs: Path, real_data: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = (
        request.getfixturevalue("lahman_2025")
        if release == "2025"
        else real_data / "releases" / "lahman2024" / "lahman2024.zip"
    )
    sources = {"gamelogs": logs, "lahman": folder, "register": real_data / "releases" / "register2026"}
    command = ["build", *(f"--{name}={path}" for name, path in sources.items()), "--no-cache"]
    with compiling(spark):
        done = CliRunner().invoke(main, [*command, "--lake", str(tmp_path / "lake")])
    assert done.exit_code == 0, done.output
    lake = LakeReader(tmp_path / "lake")
    assert lake.rows("FROM withheld") == []
    agree(lake.rows(RECORDS), lake.rows("FROM record_difference"), clubs_of(folder))
    assert top_twenty_agree(lake.rows, folder) > 20
    answer = skipper.open(tmp_path / "lake").check(" ".join(CHECKED)).answer
    rows = sorted(answer.main.rows, key=lambda row: row["start"])
    assert [row["verdict"] for row in rows] == [*CHECKED.values()]
