"""Table `ejection`: one row per man sent off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table, pick
from skipper.tables.play_columns import PLAYS
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TABLE = Table(
    name="ejection",
    grain="one row per ejection",
    key=("game_id", "sequence"),
    sources='Retrosheet event files: comments of the form `com,"ej,person,role,umpire,reason"`',
    columns=pick(
        PLAYS,
        "game_id",
        "season",
        "date",
        Column("sequence", "int", "number of the ejection in the game, from 1", required=True),
        Column("ejected_id", "string", "Retrosheet id of the man sent off", required=True),
        Column("ejected_person_id", "string", "person_id of the man sent off; null where nobody knows him"),
        Column("role", "string", "manager, coach, player or other; null where the comment does not say"),
        Column("umpire_id", "string", "Retrosheet id of the umpire; null where unknown"),
        Column("reason", "string", "as the comment gives it; null where it does not"),
        Column(
            "club",
            "string",
            "his club's code: a player's by the rosters, a manager's by the game logs or Lahman Managers; null "
            "where they do not tell, such as a coach's",
        ),
        "source_file",
        "source_line",
    ),
)


def ejection(found: DataFrame, club_games: DataFrame, appointed: DataFrame) -> DataFrame:
    """Table `ejection`: `found` has its columns, with the club of those whom a roster has.

    A manager's club is that of the game which he ran by `event_club_game`, else the one of the two whose appointed
    men of the season (`appointed_managers`) he is among.
    """
    listed = appointed.select("season", "club", F.explode("appointed").alias("listed_id"))
    men = (
        club_games.select("game_id", "season", "club", "manager_id", "credited_manager_id")
        .join(F.broadcast(listed), on=["season", "club"], how="left")
        .select(
            "game_id", "club", F.explode(F.array("manager_id", "credited_manager_id", "listed_id")).alias("ejected_id")
        )
        .where("ejected_id is not null")
        .groupBy("game_id", "ejected_id")
        .agg(F.collect_set("club").alias("clubs"))
        .select("game_id", "ejected_id", F.when(F.size("clubs") == 1, F.col("clubs")[0]).alias("managed"))
    )
    return (
        found.join(men, on=["game_id", "ejected_id"], how="left")
        .withColumn("club", F.when(F.col("role") == "manager", F.coalesce("managed", "club")).otherwise(F.col("club")))
        .select(*TABLE.column_names)
    )
