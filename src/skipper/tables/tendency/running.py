"""Steals, bunts, intentional walks and pitchouts: what is judged as a plate appearance begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F
from skipper.tables.tendency.tally import tally, total

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_FIRST, _SECOND, _THIRD = 1, 2, 4  # of bases_before
_PITCHER = 1
_GOING = ">"  # in a sequence of pitches: a runner goes with the next one


def turns(events: DataFrame) -> DataFrame:
    """One row per turn at bat that began, finished or cut short, from `event`.

    `can_steal_second`, `can_steal_third` and `fewer_than_two_out` are as it began; `pitches`, `pitchouts` and
    `went` (a runner went with a pitch) are null where its pitches are not known.
    """
    began = F.when(F.col("starts_plate_appearance"), F.col("bases_before"))
    return (
        # By game alone: what follows groups by turn, then by game, without moving the rows again.
        events.repartition("game_id")
        .groupBy("game_id", "batting_club", "fielding_club", "plate_appearance_number")
        .agg(
            F.max(began).alias("bases"),
            F.max(F.when(F.col("starts_plate_appearance"), F.col("outs_before"))).alias("outs"),
            F.bool_or("ends_plate_appearance").alias("finished"),
            F.bool_or(F.expr(f"ends_plate_appearance and coalesce(batter_position = {_PITCHER}, false)")).alias(
                "pitcher_bats"
            ),
            F.bool_or(F.expr("ends_plate_appearance and (is_bunt or is_sacrifice_bunt)")).alias("bunted"),
            F.bool_or("is_sacrifice_bunt").alias("sacrificed"),
            F.bool_or(F.expr("event_type = 'intentional_walk'")).alias("walked"),
            *(_times(f"{deed}_{base}") for deed in ("steals", "caught_stealing") for base in ("second", "third")),
            F.max("pitches_thrown").alias("pitches"),
            F.max("pitchouts").alias("pitchouts"),
            F.bool_or(F.contains("pitches", F.lit(_GOING))).alias("went"),
        )
        .withColumns(
            {
                "can_steal_second": _on(_FIRST) & ~_on(_SECOND),
                "can_steal_third": _on(_SECOND) & ~_on(_THIRD),
                "fewer_than_two_out": F.col("outs") < 2,
            }
        )
    )


def at_bat(turns_at_bat: DataFrame) -> DataFrame:
    """Per game and club at bat, from `turns`: steals of second and third, runners going, sacrifice bunts."""
    no_pitcher = "finished and not pitcher_bats"
    bunt = f"{no_pitcher} and fewer_than_two_out and (can_steal_second or can_steal_third)"
    known = "(can_steal_second or can_steal_third) and pitches is not null"
    return turns_at_bat.groupBy("game_id", F.col("batting_club").alias("club")).agg(
        _steals("second"),
        _steals("third"),
        tally("runner_going", total(known, F.lit(1)), total(known, F.col("went").cast("int"))),
        tally(
            "sacrifice_bunt",
            _count(bunt),
            _count(f"{bunt} and bunted"),
            _count(f"{bunt} and sacrificed"),
            _count(f"{no_pitcher} and sacrificed and not ({bunt})"),
        ),
    )


def in_the_field(turns_at_bat: DataFrame) -> DataFrame:
    """Per game and club in the field, from `turns`: intentional walks given, pitchouts."""
    chance = "(can_steal_second or can_steal_third)"
    return turns_at_bat.groupBy("game_id", F.col("fielding_club").alias("club")).agg(
        tally("intentional_walk", _count("finished"), _count("walked")),
        tally(
            "pitchout",
            total(chance, F.col("pitches")),
            total(chance, F.col("pitchouts")),
            outside_chances=total(f"not {chance}", F.col("pitchouts")),
        ),
    )


def _steals(base: str) -> Column:
    chance = F.col(f"can_steal_{base}")
    tries = F.col(f"steals_{base}") + F.col(f"caught_stealing_{base}")
    return tally(
        f"steal_of_{base}",
        F.count_if(chance),
        F.sum(F.when(chance, tries).otherwise(0)),
        F.sum(F.when(chance, F.col(f"steals_{base}")).otherwise(0)),
        F.sum(F.when(chance, 0).otherwise(tries)),
    )


def _times(flag: str) -> Column:
    return F.sum(F.col(flag).cast("int")).alias(flag)


def _count(condition: str) -> Column:
    return F.count_if(F.expr(condition))


def _on(base: int) -> Column:
    return F.col("bases").bitwiseAND(base) > 0
