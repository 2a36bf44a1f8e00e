"""Table `lineup`: the starting lineups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Table, pick
from skipper.tables.columns import SHARED, STARTER
from skipper.tables.people import in_games
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TABLE = Table(
    name="lineup",
    grain="one row per slot of a starting lineup",
    key=("game_id", "club", "slot"),
    sources="Retrosheet game logs",
    notes="A starting pitcher for whom a designated hitter bats is in no slot.",
    columns=pick(
        SHARED,
        *STARTER,
    ),
    checks=(
        Check(
            "lineup: nine distinct slots and players",
            "SELECT game_id, club, count(DISTINCT slot) AS slots, count(DISTINCT player_id) AS players, "
            "CASE WHEN (game_id, club) IN (SELECT (game_id, club) FROM exception WHERE kind = 'eight_men') "
            "THEN 8 ELSE 9 END AS men FROM lineup GROUP BY ALL "
            "HAVING slots <> men OR players <> men OR count(*) <> men OR min(slot) < 1 OR max(slot) > 9",
            "a lineup has not nine different men in slots 1 to 9, and no exception says why",
        ),
    ),
)


def starters(cards: DataFrame, people: DataFrame) -> DataFrame:
    """The filled slots of the game logs with who the players are and what the game was.

    The columns of `lineup` and, of the club_game, game_type, date, game_number, manager_id and opposing_hand (that
    of the opposing starter; null where unknown): a record of the source has all of it, so that counting how
    players were used needs no join of two large tables.
    """
    known = F.broadcast(in_games(people))
    return (
        cards.withColumn("date", F.to_date("date", "yyyyMMdd"))
        .join(known.alias("player"), on=F.col("player_id") == F.col("player.retrosheet_id"), how="left")
        .join(
            known.alias("starter"),
            on=F.col("opposing_starter_id") == F.col("starter.retrosheet_id"),
            how="left",
        )
        .withColumns({"player_person_id": F.col("player.person_id"), "opposing_hand": F.col("starter.throws")})
    )


def lineup(starters: DataFrame) -> DataFrame:
    """Table `lineup` from `starters`."""
    return starters.select(*TABLE.column_names)
