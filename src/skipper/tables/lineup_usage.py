"""Table `lineup_usage`: where a manager batted and fielded each starter, by the hand he faced."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import SHARED

TABLE = Table(
    name="lineup_usage",
    grain="one row per manager of the game, season, club, player, slot, position and opposing hand",
    key=("manager_id", "season", "club", "player_id", "slot", "position", "opposing_hand"),
    sources="club_game and lineup, regular season, games whose manager is known",
    columns=pick(
        SHARED,
        "manager_id",
        "manager_person_id",
        "season",
        "club",
        "player_id",
        "player_person_id",
        "player_name",
        "slot",
        "position",
        Column("opposing_hand", "string", "throwing hand of the opposing starter, L, R or S; null where unknown"),
        Column("starts", "int", "starts in that slot and position against that hand", required=True),
    ),
    checks=(
        Check(
            "lineup_usage: every start of lineup",
            "WITH used AS (SELECT season, sum(starts) AS starts FROM lineup_usage GROUP BY season), "
            "started AS (SELECT season, count(*) AS starts FROM lineup JOIN (SELECT game_id, club FROM club_game "
            "WHERE game_type = 'regular' AND manager_id IS NOT NULL) USING (game_id, club) GROUP BY season) "
            "SELECT season FROM used FULL JOIN started USING (season) "
            "WHERE used.starts IS DISTINCT FROM started.starts",
            "the starts of a season are not those of its lineups",
        ),
    ),
)


def numbered_games(sides: DataFrame) -> DataFrame:
    """Regular-season rows of `club_game` with `club_game_number`, the game's place in the club's season, from 1."""
    season = Window.partitionBy("season", "club").orderBy("date", "game_number")
    return sides.where("game_type = 'regular'").withColumn("club_game_number", F.row_number().over(season))


def slot_starts(games: DataFrame, lineups: DataFrame) -> DataFrame:
    """Starts by the grain of `lineup_usage`, with the numbers of the first and the last of those games.

    From `numbered_games` and `lineup`. Both usage tables come from it, so that the lineups are joined once.
    """
    facts = games.where("manager_id is not null").select(
        "season",
        "game_id",
        "club",
        "manager_id",
        "manager_person_id",
        F.col("opposing_starter_throws").alias("opposing_hand"),
        "club_game_number",
    )
    return (
        lineups.join(facts, on=["season", "game_id", "club"], how="inner")
        .groupBy("manager_id", "season", "club", "player_id", "slot", "position", "opposing_hand")
        .agg(
            F.min("manager_person_id").alias("manager_person_id"),
            F.min("player_person_id").alias("player_person_id"),
            F.min("player_name").alias("player_name"),
            F.count("*").cast("int").alias("starts"),
            F.min("club_game_number").alias("first_number"),
            F.max("club_game_number").alias("last_number"),
        )
    )


def lineup_usage(starts: DataFrame) -> DataFrame:
    """Table `lineup_usage` from `slot_starts`."""
    return starts.select(*TABLE.column_names)
