"""Table `lineup_usage`: where a manager batted and fielded each starter, by the hand he faced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import PLAYER, SHARED
from skipper.tables.people import in_games, with_name
from skipper.tables.play_order import play_order
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TABLE = Table(
    name="lineup_usage",
    grain="one row per manager of the game, season, club, player, slot, position and opposing hand",
    key=("manager_id", "season", "club", "player_id", "slot", "position", "opposing_hand"),
    sources="lineup, regular season, games whose manager is known",
    columns=pick(
        SHARED,
        "manager_id",
        "manager_person_id",
        "season",
        "club",
        *PLAYER,
        "slot",
        "position",
        Column("opposing_hand", "string", "throwing hand of the opposing starter, L, R or S; null where unknown"),
        Column("starts", "int", "starts in that slot and position against that hand", required=True),
    ),
    checks=(
        Check(
            "lineup_usage: every start of lineup",
            "WITH used AS (SELECT season, club, manager_id, opposing_hand, slot, sum(starts) AS starts "
            "FROM lineup_usage GROUP BY ALL), "
            "started AS (SELECT l.season, l.club, manager_id, opposing_starter_throws AS opposing_hand, slot, "
            "count(*) AS starts FROM lineup AS l JOIN club_game AS c ON c.game_id = l.game_id AND c.club = l.club "
            "WHERE game_type = 'regular' AND manager_id IS NOT NULL GROUP BY ALL) "
            "(FROM used EXCEPT FROM started) UNION ALL (FROM started EXCEPT FROM used)",
            "a manager's starts by slot and hand are not those of his lineups",
        ),
    ),
)


def slot_starts(starters: DataFrame) -> DataFrame:
    """Regular-season starts by the grain of `lineup_usage`, with the `play_order` of the first and the last.

    From `lineup.starters`. Both usage tables come from this, so that the lineups are counted once. manager_id is
    null for games whose manager is not known.
    """
    return (
        starters.where("game_type = 'regular'")
        .withColumn("played", play_order())
        .groupBy("manager_id", "season", "club", "player_id", "slot", "position", "opposing_hand")
        .agg(
            F.count("*").cast("int").alias("starts"),
            F.min("played").alias("first_start"),
            F.max("played").alias("last_start"),
        )
    )


def lineup_usage(starts: DataFrame, people: DataFrame, names: DataFrame) -> DataFrame:
    """Table `lineup_usage` from `slot_starts`, `person` and `season_names`."""
    known = F.broadcast(in_games(people))
    return (
        with_name(starts.where("manager_id is not null"), names, "player_id", "player_name")
        .join(known.alias("manager"), on=F.col("manager_id") == F.col("manager.retrosheet_id"), how="left")
        .join(known.alias("player"), on=F.col("player_id") == F.col("player.retrosheet_id"), how="left")
        .withColumns({"manager_person_id": F.col("manager.person_id"), "player_person_id": F.col("player.person_id")})
        .select(*TABLE.column_names)
    )
