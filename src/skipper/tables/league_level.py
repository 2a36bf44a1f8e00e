"""The level of a league in a season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def with_level(games: DataFrame, leagues: DataFrame, league_column: str) -> DataFrame:
    """`games` with a column `level`: that of the league in the game's season, null where no list has it."""
    listed = leagues.select("league", "first_season", "last_season", F.col("level")).alias("l")
    plays = (F.col("g.season") >= F.col("l.first_season")) & (
        F.col("l.last_season").isNull() | (F.col("g.season") <= F.col("l.last_season"))
    )
    return (
        games.alias("g")
        .join(F.broadcast(listed), on=(F.col(f"g.{league_column}") == F.col("l.league")) & plays, how="left")
        .select("g.*", "l.level")
    )
