"""Table `career_event`: what happened in a career besides the games, and how we know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table
from skipper.tables.spark import F
from skipper.tables.stint import FROM_REPORT

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

KINDS = ("draft", "debut", "appointment", "departure", "award", "title", "contract", "discipline")

TABLE = Table(
    name="career_event",
    grain="one row per person, kind, award or manner, season and source or, of a report, claim",
    key=("person_id", "person_name", "kind", "what", "season", "source", "claim_id"),
    by_season=False,
    sources="person (debuts) and award; claims of kept reports",
    notes="Events of one report that contradict another's stand beside each other: `verdict` says so of each.",
    columns=(
        Column("person_id", "string", "who; null for a report's man who is linked to nobody"),
        Column("person_name", "string", "his name as the source has it"),
        Column("kind", "string", f"one of {', '.join(KINDS)}", required=True),
        Column("what", "string", "the award, the manner of departure, the outcome, and so on; null where not said"),
        Column("club", "string", "the club as the source names it; null where not said"),
        Column("season", "int", "the season of it, or the year of its date; null where not said"),
        Column("first_day", "date", "the earliest day that the source allows; null where no date is said"),
        Column("last_day", "date", "the latest day that the source allows; null where no date is said"),
        Column("source", "string", "the table that it comes from, or report", required=True),
        Column("claim_id", "string", "the claim that says so, a row of `claim`; null from other tables"),
        Column("asserted_by", "array<string>", "who said it, nearest to the fact first; null from other tables"),
        Column("verdict", "string", "the claim's verdict; null from other tables"),
    ),
    checks=(
        Check(
            "career_event: every claim is kept",
            "SELECT claim_id FROM career_event WHERE claim_id IS NOT NULL "
            "AND claim_id NOT IN (SELECT claim_id FROM claim)",
            "an event rests on a claim that is not there",
        ),
    ),
)


def career_event(people: DataFrame, awards: DataFrame, reported: DataFrame) -> DataFrame:
    """Table `career_event` from `person`, `award`, and the rows of it that reports gave."""
    debuts = people.where("debut is not null").select(
        *_event("person_id", F.col("name"), "debut", F.lit("first major-league game as a player"), F.year("debut")),
        F.col("debut").alias("first_day"),
        F.col("debut").alias("last_day"),
        *_from("person"),
    )
    names = people.select("person_id", "name")
    won = (
        awards.where("won and person_id is not null")
        .join(names, on="person_id", how="left")
        .select(
            *_event("person_id", F.col("name"), "award", F.concat_ws(", ", "award", F.col("league")), F.col("season")),
            F.lit(None).cast("date").alias("first_day"),
            F.lit(None).cast("date").alias("last_day"),
            *_from("award"),
        )
    )
    told = reported.where(F.col("source") == FROM_REPORT)
    return debuts.unionByName(won).unionByName(told).select(*TABLE.column_names)


def _event(who: str, name: SparkColumn, kind: str, what: SparkColumn, season: SparkColumn) -> list[SparkColumn]:
    return [
        F.col(who),
        name.alias("person_name"),
        F.lit(kind).alias("kind"),
        what.alias("what"),
        F.lit(None).cast("string").alias("club"),
        season.cast("int").alias("season"),
    ]


def _from(source: str) -> list[SparkColumn]:
    return [
        F.lit(source).alias("source"),
        F.lit(None).cast("string").alias("claim_id"),
        F.lit(None).cast("array<string>").alias("asserted_by"),
        F.lit(None).cast("string").alias("verdict"),
    ]
