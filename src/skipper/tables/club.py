"""Table `club`: the clubs of each season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table, pick
from skipper.tables.columns import SHARED
from skipper.tables.league_level import with_level
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TABLE = Table(
    name="club",
    grain="one row per club and season",
    key=("season", "club"),
    sources="Retrosheet game logs; names from Lahman Teams; levels from the list of leagues",
    columns=pick(
        SHARED,
        "season",
        "club",
        Column("name", "string", "the club's name that season, from Lahman; null where it is not there"),
        "league",
        "level",
        Column("lahman_club", "string", "Lahman's code of the club; null where it is not there"),
    ),
)


def club(records: DataFrame, leagues: DataFrame, teams: DataFrame) -> DataFrame:
    """Table `club` from game log records, leagues, and Lahman's Teams."""
    played = (
        records.select("season", F.col("visitor_club").alias("club"), F.col("visitor_league").alias("league"))
        .unionByName(records.select("season", F.col("home_club").alias("club"), F.col("home_league").alias("league")))
        .groupBy("season", "club")
        .agg(F.min("league").alias("league"))
    )
    names = teams.select("season", "club", "name", "lahman_club")
    return (
        with_level(played, leagues, "league")
        .join(F.broadcast(names), on=["season", "club"], how="left")
        .select(*TABLE.column_names)
    )
