"""All tendencies of a real season, from event files to manager_tendency, against two recounts from the raw records."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import cwevent_frames
import season_tables
from made_plays import TABLES
from skipper.definitions.tendencies import TENDENCIES
from tendency_recount import Counts, read_games, read_rosters, recount
from test_plays_real import tables_of
from test_tendencies_season import ORACLE

SEASON = 2019
SUCCESSES = ("steal_of_second", "steal_of_third", "sacrifice_bunt")


@pytest.fixture(scope="module")
def managers(real_data: Path) -> dict[str, set[str]]:
    """By club the Retrosheet ids of the men whom Lahman lists."""

    def rows(name: str) -> list[dict[str, str]]:
        with (real_data / "lahman" / f"{name}.csv").open(encoding="latin-1", newline="") as file:
            return list(csv.DictReader(file))

    ids = {row["playerID"]: row["retroID"] for row in rows("People")}
    clubs = {row["teamID"]: row["teamIDretro"] for row in rows("Teams") if row["yearID"] == str(SEASON)}
    found = defaultdict(set)
    for row in rows("Managers"):
        if row["yearID"] == str(SEASON):
            found[clubs[row["teamID"]]].add(ids[row["playerID"]])
    return found


@pytest.fixture(scope="module")
def counted(real_data: Path, managers: dict[str, set[str]]) -> Counts:
    """Every tendency by club: five by DuckDB from cwevent's output, the others by plain Python."""
    archive = real_data / "retrosheet" / "events" / f"{SEASON}eve.zip"
    season = cwevent_frames.reference(real_data / "chadwick", SEASON)
    found = recount(read_games(archive), read_rosters(archive), managers, season)
    return found | {(club, name): tuple(numbers) for club, name, *numbers in season.execute(ORACLE).fetchall()}


@pytest.fixture(scope="module")
def ours(real_data: Path, managers: dict[str, set[str]]) -> dict[tuple[str, str], dict[str, int | None]]:
    """Rows of manager_tendency by club and tendency, one manager taken to have had each club all season."""
    made = tables_of(real_data, SEASON)
    told = {name: made[name].select(season_tables.schema(name).names) for name in TABLES}
    club_games = [managed(row) for row in season_tables.one("club_game", **told)]
    appointed = [{"season": SEASON, "club": club, "appointed": sorted(men)} for club, men in managers.items()]
    table = season_tables.one("manager_tendency", **told, club_game=club_games, appointed_manager=appointed)
    return {(row["club"], row["tendency"]): row for row in table}


def managed(row: dict[str, Any]) -> dict[str, Any]:
    """A club's game with the columns of managers, invented but for the club: no game log tells of the season."""
    man = dict.fromkeys(("credited_manager_id", "manager_person_id", "manager_name"), f"man-{row['club']}")
    return {**row, **man, "manager_id": None, "manager_source": "lahman_whole_season"}


@pytest.mark.parametrize("name", [one.name for one in TENDENCIES])
def test_chances_and_attempts_are_those_of_the_recount(name: str, ours: dict, counted: Counts):
    fields = ("chances", "attempts", "successes")[: 3 if name in SUCCESSES else 2]
    wanted = {club: numbers[: len(fields)] for (club, tendency), numbers in counted.items() if tendency == name}
    found = {club: tuple(row[field] for field in fields) for (club, tendency), row in ours.items() if tendency == name}
    assert len(wanted) == 30
    assert found == wanted
