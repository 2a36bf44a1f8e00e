"""Table `coverage`: which seasons of which leagues the lake has, and how much of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table, pick
from skipper.sources.retrosheet import gamelogs
from skipper.tables.columns import SHARED
from skipper.tables.league_level import with_level
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TABLE = Table(
    name="coverage",
    grain="one row per source, league and season, absent seasons that a reference knows of included",
    key=("source", "league", "season"),
    by_season=False,
    sources="game, regular season; expected games from Lahman HomeGames",
    columns=pick(
        SHARED,
        "source",
        "level",
        "league",
        "season",
        Column("games_present", "int", "games in the lake whose home club is in the league", required=True),
        Column("games_expected", "int", "games that the reference has; null where it has none"),
        Column(
            "complete",
            "boolean",
            "whether all expected games are there; null where the expected number is unknown",
        ),
    ),
)


def coverage(games: DataFrame, leagues: DataFrame, home_games: DataFrame) -> DataFrame:
    """Table `coverage` from `game` (all seasons of the lake), leagues and Lahman's HomeGames."""
    present = (
        games.where("game_type = 'regular'")
        .groupBy(F.col("home_league").alias("league"), "season")
        .agg(F.count("*").cast("int").alias("games_present"))
    )
    expected = home_games.groupBy("league", "season").agg(F.sum("games").cast("int").alias("games_expected"))
    both = present.join(expected, on=["league", "season"], how="full").fillna(0, ["games_present"])
    return (
        with_level(both, leagues, "league")
        .withColumn("source", F.lit(gamelogs.SOURCE))
        .withColumn("complete", F.col("games_present") >= F.col("games_expected"))
        .select(*TABLE.column_names)
    )
