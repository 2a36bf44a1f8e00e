"""Table `game`: one row per game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table, pick
from skipper.sources.retrosheet import gamelogs
from skipper.tables.columns import SHARED
from skipper.tables.league_level import with_level
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

TABLE = Table(
    name="game",
    grain="one row per game",
    key=("game_id",),
    sources="Retrosheet game logs",
    columns=pick(
        SHARED,
        "game_id",
        "source",
        "source_file",
        "source_line",
        "season",
        "date",
        "game_number",
        "game_type",
        "level",
        Column("home_league", "string", "the home club's league; null where blank"),
        Column("visitor_league", "string", "the visitor's league; null where blank"),
        Column("home_club", "string", "the home club's code", required=True),
        Column("visitor_club", "string", "the visitor's code", required=True),
        Column("home_score", "int", "runs of the home club", required=True),
        Column("visitor_score", "int", "runs of the visitor", required=True),
        Column("outs_played", "int", "length in outs, 54 for nine full innings; null where unknown"),
        Column("innings", "int", "innings begun, from the line score, else from the outs; null without either"),
        Column("scheduled_innings", "int", "null: game logs do not say it"),
        Column(
            "forfeit",
            "string",
            "V or H: awarded to the visitor or home club; T: ruled no decision; else null",
        ),
        Column(
            "protest",
            "string",
            "Retrosheet's codes (X, Y upheld; V, H disallowed; P by whom unknown); else null",
        ),
        Column("completed_on", "date", "day on which a suspended game was completed; null for any other"),
        Column("park_id", "string", "Retrosheet's id of the park; null where unknown"),
        Column(
            "attendance",
            "int",
            "spectators; null where unknown. The sources write 0 where a crowd was counted with the day's other "
            "game, or not known: that is null here, but for single games since 2015, when some had none",
        ),
        Column("duration_minutes", "int", "playing time in minutes; null where unknown"),
    ),
)

EMPTY_PARKS_SINCE = 2015  # the first major-league game without spectators was on 29 April 2015


def game(records: DataFrame, leagues: DataFrame) -> DataFrame:
    """Table `game` from game log records and the list of leagues."""
    return with_level(records, leagues, "home_league").select(
        "game_id",
        F.lit(gamelogs.SOURCE).alias("source"),
        "source_file",
        "source_line",
        "season",
        F.to_date("date", "yyyyMMdd").alias("date"),
        "game_number",
        "game_type",
        "level",
        "home_league",
        "visitor_league",
        "home_club",
        "visitor_club",
        "home_score",
        "visitor_score",
        "outs_played",
        _innings().alias("innings"),
        F.lit(None).cast("int").alias("scheduled_innings"),
        "forfeit",
        "protest",
        F.try_to_date(F.substring("completion", 1, 8), "yyyyMMdd").alias("completed_on"),
        "park_id",
        _attendance().alias("attendance"),
        "duration_minutes",
    )


def _innings() -> SparkColumn:
    """Innings in a line score such as `010000(10)0x`: ten or more runs stand in brackets."""
    halves = [F.length(F.regexp_replace(f"{side}_line_score", r"\(\d+\)", "0")) for side in ("visitor", "home")]
    return F.coalesce(F.greatest(*halves), F.ceil(F.col("outs_played") / 6).cast("int"))


def _attendance() -> SparkColumn:
    crowd = F.col("attendance")
    without_spectators = (F.col("season") >= EMPTY_PARKS_SINCE) & (F.col("game_number") == "0")
    return F.when((crowd > 0) | without_spectators, crowd)
