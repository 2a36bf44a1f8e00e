"""All tendencies of a real season, from event files to manager_tendency, against two recounts from the raw records."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import cwevent_frames
from skipper.sources.retrosheet.plays.tables import PARTIAL, WHOLE
from skipper.tables import ejection, event_game, manager_tendency, pitching_appearance
from skipper.tables.tendency.definitions import TENDENCIES
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
def ours(
    spark: SparkSession, real_data: Path, managers: dict[str, set[str]], tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, str], dict[str, int | None]]:
    """Rows of manager_tendency by club and tendency, one man taken to have managed each club all season."""
    folder, made = tmp_path_factory.mktemp("plays"), tables_of(real_data, SEASON)
    tables: dict[str, DataFrame] = {}
    for name in (*WHOLE, *PARTIAL):
        pq.write_table(made[name], folder / f"{name}.parquet")
        tables[name] = spark.read.parquet(str(folder / f"{name}.parquet"))
    club_games = managed(tables["event_club_game"])
    appointed = spark.createDataFrame(
        [(SEASON, club, sorted(men)) for club, men in managers.items()],
        "season int, club string, appointed array<string>",
    )
    table = manager_tendency.manager_tendency(
        tables["event"],
        tables["plate_appearance"],
        pitching_appearance.pitching_appearance(tables["pitching_appearance"]),
        tables["substitution"],
        ejection.ejection(tables["ejection"], club_games, appointed),
        tables["event_game"],
        club_games,
        tables["event_lineup"],
    )
    return {(row["club"], row["tendency"]): row.asDict() for row in table.collect()}


def managed(club_games: DataFrame) -> DataFrame:
    """With the columns of managers, invented but for the club: no game log tells of the season."""
    man = F.concat(F.lit("man-"), "club")
    known = dict.fromkeys(("credited_manager_id", "manager_person_id", "manager_name"), man)
    known |= {"manager_id": F.lit(None).cast("string"), "manager_source": F.lit("lahman_whole_season")}
    return club_games.withColumns(known).select(*event_game.CLUB_GAME.column_names)


@pytest.mark.parametrize("name", [one.name for one in TENDENCIES])
def test_chances_and_attempts_are_those_of_the_recount(name: str, ours: dict, counted: Counts):
    fields = ("chances", "attempts", "successes")[: 3 if name in SUCCESSES else 2]
    wanted = {club: numbers[: len(fields)] for (club, tendency), numbers in counted.items() if tendency == name}
    found = {club: tuple(row[field] for field in fields) for (club, tendency), row in ours.items() if tendency == name}
    assert len(wanted) == 30
    assert found == wanted
