"""Game records that only a look over all files can reject: repeated games and unknown clubs."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

RECORD = ("source_file", "source_line")


def rejected_records(records: DataFrame, teams: DataFrame) -> DataFrame:
    """One row per game log record that must not be used: source_file, source_line, season, reason.

    Of records of the same game the first, by file and line, is kept. A club is unknown when Lahman's Teams
    cover its league that season and do not have it.
    """
    reasons = _repeated(records).unionByName(_unknown_clubs(records, teams))
    return reasons.groupBy(*RECORD, "season").agg(
        F.array_join(F.sort_array(F.collect_set("reason")), "; ").alias("reason")
    )


def _repeated(records: DataFrame) -> DataFrame:
    several = records.groupBy("game_id").count().where("count > 1").select("game_id")
    repeated = records.join(F.broadcast(several), on="game_id", how="left_semi")
    first = repeated.groupBy("game_id").agg(F.min(F.struct(*RECORD)).alias("kept"))
    reason = F.concat(
        F.lit("the game of "),
        "kept.source_file",
        F.lit(", line "),
        F.col("kept.source_line"),
        F.lit(", again"),
    )
    return (
        repeated.join(F.broadcast(first), on="game_id", how="inner")
        .where(F.struct(*RECORD) != F.col("kept"))
        .select(*RECORD, "season", reason.alias("reason"))
    )


def _unknown_clubs(records: DataFrame, teams: DataFrame) -> DataFrame:
    known = teams.select("season", "club", F.lit(True).alias("known"))
    covered = teams.select("season", "league").distinct()
    sides = [
        records.select(*RECORD, "season", F.col(f"{side}_club").alias("club"), F.col(f"{side}_league").alias("league"))
        for side in ("visitor", "home")
    ]
    return (
        sides[0]
        .unionByName(sides[1])
        .join(F.broadcast(covered), on=["season", "league"], how="left_semi")
        .join(F.broadcast(known), on=["season", "club"], how="left_anti")
        .select(
            *RECORD,
            "season",
            F.format_string("club %s is not in Lahman's Teams for %d", "club", "season").alias("reason"),
        )
    )
