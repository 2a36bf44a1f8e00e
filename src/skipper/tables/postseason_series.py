"""Table `postseason_series`: who met whom after the season, and who won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TABLE = Table(
    name="postseason_series",
    grain="one row per season and series",
    key=("season", "round"),
    by_season=False,
    sources="Lahman SeriesPost and Teams; empty without SeriesPost",
    notes=(
        "All seasons of the source, whether the lake has their games or not. A club that won the pennant without "
        "a series (before 1969, but for play-offs) is in the World Series of its season."
    ),
    columns=(
        Column("season", "int", "the season that it followed", required=True),
        Column("round", "string", "WS the World Series; ALCS, NLDS1 and so on as Lahman names them", required=True),
        Column("winner", "string", "Retrosheet's code of the club that won; null where Teams has it not"),
        Column("loser", "string", "Retrosheet's code of the other; null likewise"),
        Column("winner_name", "string", "name of the club that won; null likewise"),
        Column("loser_name", "string", "name of the other; null likewise"),
    ),
)


def postseason_series(series: DataFrame, teams: DataFrame) -> DataFrame:
    """Table `postseason_series` from Lahman's SeriesPost and Teams. The source names a winner of tied series too."""
    rows = series
    for side in ("winner", "loser"):
        named = teams.select(
            "season",
            F.col("lahman_club").alias(f"{side}_lahman"),
            F.col("club").alias(f"{side}_club"),
            F.col("name").alias(f"{side}_name"),
        )
        rows = rows.withColumnRenamed(side, f"{side}_lahman").join(
            F.broadcast(named), on=["season", f"{side}_lahman"], how="left"
        )
    return rows.select(
        "season",
        "round",
        F.col("winner_club").alias("winner"),
        F.col("loser_club").alias("loser"),
        "winner_name",
        "loser_name",
    )
