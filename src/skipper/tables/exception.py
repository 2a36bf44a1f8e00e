"""Table `exception`: oddities of a source that are kept as found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table, pick
from skipper.sources.retrosheet import gamelogs
from skipper.sources.retrosheet.gamelog_record import EIGHT_MEN_UNTIL
from skipper.tables.columns import SHARED
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TABLE = Table(
    name="exception",
    grain="one row per oddity of a club's game",
    key=("kind", "game_id", "club"),
    sources="Retrosheet game logs",
    columns=pick(
        SHARED,
        Column(
            "kind",
            "string",
            f"eight_men (a lineup of eight, kept in seasons to {EIGHT_MEN_UNTIL}; later it is quarantined), "
            "no_starting_pitcher (a lineup without one), forfeit_against_score (the side that led lost by forfeit)",
            required=True,
        ),
        "source",
        "season",
        "game_id",
        "club",
        Column("evidence", "string", "what the source says, in words", required=True),
        "source_file",
        "source_line",
    ),
)


def exception(records: DataFrame, cards: DataFrame, sides: DataFrame) -> DataFrame:
    """Table `exception` from game log records, the filled slots of their lineups, and `club_game`."""
    place = records.select("game_id", "source_file", "source_line")
    odd = _eight_men(cards).unionByName(_no_pitcher(sides)).unionByName(_against_score(sides))
    return (
        odd.join(place, on="game_id", how="inner")
        .withColumn("source", F.lit(gamelogs.SOURCE))
        .select(*TABLE.column_names)
    )


def _eight_men(cards: DataFrame) -> DataFrame:
    return (
        cards.where(F.col("season") <= EIGHT_MEN_UNTIL)
        .groupBy("season", "game_id", "club")
        .agg(F.sort_array(F.collect_list("slot")).alias("slots"))
        .where(F.size("slots") == 8)
        .select(
            F.lit("eight_men").alias("kind"),
            "season",
            "game_id",
            "club",
            F.concat(
                F.lit("the card has men in slots "), F.array_join(F.col("slots").cast("array<string>"), ", ")
            ).alias("evidence"),
        )
    )


def _no_pitcher(sides: DataFrame) -> DataFrame:
    return sides.where("has_lineup and starting_pitcher_id is null").select(
        F.lit("no_starting_pitcher").alias("kind"),
        "season",
        "game_id",
        "club",
        F.lit("the field of the starting pitcher is blank").alias("evidence"),
    )


def _against_score(sides: DataFrame) -> DataFrame:
    return sides.where("decided_by = 'forfeit' and result = 'L' and runs_for > runs_against").select(
        F.lit("forfeit_against_score").alias("kind"),
        "season",
        "game_id",
        "club",
        F.format_string("lost by forfeit when leading %d-%d", "runs_for", "runs_against").alias("evidence"),
    )
