"""Starters left in, relievers brought in, and the closer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F, Window
from skipper.tables.tendency.definitions import CLOSER_SHARE, OVER_PITCHES
from skipper.tables.tendency.tally import SIDE, tally

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_SCHEDULED = 9  # innings, where the file does not say
_RELIEF = "not is_starter"


def appearances(pitched: DataFrame, games: DataFrame) -> DataFrame:
    """Per game and club, from `pitching_appearance` and those games of `event_game` that count: starters, relievers
    and the closer.

    Rest and the days pitched on are those of all the games that the files have: an arm is as tired after an all-star
    game.
    """
    scheduled = games.select("game_id", F.coalesce("scheduled_innings", F.lit(_SCHEDULED)).alias("scheduled"))
    counted = pitched.join(F.broadcast(scheduled), on="game_id", how="left_semi")
    marked = (
        _days_pitched(pitched)
        .join(F.broadcast(scheduled), on="game_id", how="inner")
        .join(F.broadcast(closers(counted)), on=["season", "club"], how="left")
        .withColumn("is_closer", F.expr(f"{_RELIEF} and coalesce(pitcher_id = closer_id, false)"))
    )
    return marked.groupBy(*SIDE).agg(
        _share("mid_inning_change", _RELIEF, "entry_mid_inning"),
        _share("third_time_through", "is_starter", "times_through_order_max >= 3"),
        *(
            _share(f"over_{most}_pitches", "is_starter and pitches is not null", f"pitches > {most}")
            for most in OVER_PITCHES
        ),
        _share("consecutive_days", _RELIEF, "pitched_day_before"),
        _share("three_in_four_days", _RELIEF, "days_of_four >= 3"),
        _share("closer_in_tie", "is_closer", "entry_score_difference = 0"),
        _share("closer_in_eighth", "is_closer", "entry_inning < scheduled"),
    )


def closers(pitched: DataFrame) -> DataFrame:
    """Each club's closer of a season: (season, club, closer_id). Clubs that had none are left out.

    He finished more games in relief than any other man of the club, and at least CLOSER_SHARE of its games.
    """
    men = pitched.groupBy("season", "club", "pitcher_id").agg(
        F.count_if(F.expr(f"{_RELIEF} and finished_game")).alias("finished"),
        F.count_if("is_starter").alias("started"),
    )
    return (
        men.groupBy("season", "club")
        .agg(
            F.sort_array(F.collect_list(F.struct("finished", "pitcher_id")), asc=False).alias("men"),
            F.sum("started").alias("games"),
        )
        .withColumns({"most": F.col("men")[0]["finished"], "next": F.expr("coalesce(get(men, 1).finished, 0)")})
        .where((F.col("most") > F.col("next")) & (F.col("most") >= CLOSER_SHARE * F.col("games")))
        .select("season", "club", F.col("men")[0]["pitcher_id"].alias("closer_id"))
    )


def _days_pitched(pitched: DataFrame) -> DataFrame:
    """With `pitched_day_before`, and `days_of_four`: on how many of this day and the three before he pitched; for
    whatever club. A suspended game has the days on which its men took the mound."""
    four_days = Window.partitionBy("season", "pitcher_id").orderBy("day").rangeBetween(-3, Window.currentRow)
    days = F.collect_set("day").over(four_days)
    return (
        pitched.withColumn("day", F.unix_date("pitched_on"))
        .withColumn("days", days)
        .withColumns({"pitched_day_before": F.expr("array_contains(days, day - 1)"), "days_of_four": F.size("days")})
    )


def _share(name: str, chance: str, attempt: str) -> Column:
    return tally(name, F.count_if(F.expr(chance)), F.count_if(F.expr(f"({chance}) and {attempt}")))
