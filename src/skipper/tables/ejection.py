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
            "his club's code: of who ran the game, or is credited with it, that club; of another manager the one of "
            "the two, its manager of the game not known, that had him by Lahman Managers; of others the one whose "
            "roster has him; null where that is neither or both, such as of a coach, whom comments give no club",
        ),
        "source_file",
        "source_line",
    ),
)


def ejection(found: DataFrame, club_games: DataFrame, appointed: DataFrame) -> DataFrame:
    """Table `ejection`: `found` has its columns, with the club of those whom a roster has.

    Whoever ran the game for a club by `event_club_game`, or is credited with it, is that club's, whatever his role.
    A man sent off as manager who did not is of the one club that lacks a manager for the game and has him among its
    appointed men of the season (`appointed_managers`). Who would be both clubs' is neither's.
    """
    ran, listed = _who_ran(club_games), _who_may_have(club_games, appointed)
    of_manager = F.when(F.col("role") == "manager", F.coalesce("ran_for", "listed_for", "club"))
    return (
        found.join(ran, on=["game_id", "ejected_id"], how="left")
        .join(listed, on=["game_id", "ejected_id"], how="left")
        .withColumn("club", F.coalesce(of_manager, "club", "ran_for"))
        .select(*TABLE.column_names)
    )


def _who_ran(club_games: DataFrame) -> DataFrame:
    """The managers of each game, who ran it or are credited with it: game_id, ejected_id, ran_for."""
    men = F.array("manager_id", "credited_manager_id")
    return _only_club(club_games.select("game_id", "club", F.explode(men).alias("ejected_id")), "ran_for")


def _who_may_have(club_games: DataFrame, appointed: DataFrame) -> DataFrame:
    """The appointed men of the clubs of which nobody says who ran the game: game_id, ejected_id, listed_for."""
    unknown = club_games.where("manager_id is null").select("game_id", "season", "club")
    men = unknown.join(F.broadcast(appointed), on=["season", "club"], how="inner")
    return _only_club(men.select("game_id", "club", F.explode("appointed").alias("ejected_id")), "listed_for")


def _only_club(men: DataFrame, name: str) -> DataFrame:
    """The club of each man of a game, under `name`; null where both have him."""
    return (
        men.where("ejected_id is not null")
        .groupBy("game_id", "ejected_id")
        .agg(F.collect_set("club").alias("clubs"))
        .select("game_id", "ejected_id", F.when(F.size("clubs") == 1, F.col("clubs")[0]).alias(name))
    )
