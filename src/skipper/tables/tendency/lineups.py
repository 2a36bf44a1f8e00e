"""Who started: the platoon advantage, and the batting orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F
from skipper.tables.tendency.tally import SIDE, tally, total

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_PITCHER = 1


def starters(lineup: DataFrame, plate_appearances: DataFrame, club_games: DataFrame) -> DataFrame:
    """Per game and club, from `event_lineup`, `plate_appearance` and `event_club_game`: `platoon_advantage`, and
    `batting_order`, which tells who started in which slot, pitchers left out, as text."""
    opposing = F.broadcast(club_games.select(*SIDE, "opposing_starter_id", "opposing_starter_throws"))
    # How he batted says more than the roster: a switch hitter chose a side.
    hand = F.coalesce("batter_hand", "bats")
    known = hand.isNotNull() & F.col("opposing_starter_throws").isNotNull()
    return (
        lineup.where(f"coalesce(position <> {_PITCHER}, true)")
        .join(opposing, on=list(SIDE), how="inner")
        .join(_first_turns(plate_appearances, opposing), on=[*SIDE, "slot"], how="left")
        .groupBy(*SIDE)
        .agg(
            tally(
                "platoon_advantage",
                total(known, F.lit(1)),
                total(known, (hand != F.col("opposing_starter_throws")).cast("int")),
            ),
            F.array_sort(F.collect_set(F.struct("slot", "player_id"))).alias("slots"),
        )
        .select(*SIDE, "platoon_advantage", F.to_json("slots").alias("batting_order"))
    )


def _first_turns(plate_appearances: DataFrame, opposing: DataFrame) -> DataFrame:
    """The hand with which each starter first batted against the opposing starter."""
    return (
        plate_appearances.where("is_starter and times_through_order = 1")
        .withColumnRenamed("batting_club", "club")
        .join(opposing, on=list(SIDE), how="inner")
        .where("pitcher_id = opposing_starter_id")
        .select(*SIDE, "slot", "batter_hand")
    )
