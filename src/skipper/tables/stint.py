"""Table `stint`: who served which club in which seasons, and how we know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table
from skipper.tables.spark import F, Window

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

FROM_REPORT = "report"

TABLE = Table(
    name="stint",
    grain="one row per person, role, club, run of seasons, source and, of a report, claim",
    key=("person_id", "person_name", "role", "club", "club_name", "first_season", "source", "claim_id"),
    by_season=False,
    sources="manager_season (rule managed) and player_usage; claims of kept reports",
    notes=(
        "A run is of seasons that follow one another. A season that the lake lacks ends it, since what he did in it "
        "is not known. Players' stints are from starts: who only came off the bench has none."
    ),
    columns=(
        Column("person_id", "string", "who; null for a report's man who is linked to nobody"),
        Column("person_name", "string", "his name as the source has it"),
        Column("role", "string", "manager or player; of a report, as it says", required=True),
        Column("club", "string", "the club's code; null for a report's club that has none in our tables"),
        Column("club_name", "string", "the club's name; null where not known"),
        Column("organization", "string", "the major-league club it belongs to; null where not known"),
        Column("league", "string", "its league; null where not known"),
        Column("level", "string", "its level; null where not known"),
        Column("first_season", "int", "first season of the run; null where a report does not say"),
        Column("last_season", "int", "last season of the run; null where a report does not say"),
        Column(
            "games",
            "int",
            "games that he ran, or (the greater of lineup and pitching) starts; null from a report",
        ),
        Column("source", "string", "the table that it comes from, or report", required=True),
        Column("claim_id", "string", "the claim that says so, a row of `claim`; null from the games"),
        Column("asserted_by", "array<string>", "who said it, nearest to the fact first; null from the games"),
    ),
    checks=(
        Check(
            "stint: first before last",
            "SELECT person_name, role, club, first_season FROM stint WHERE first_season > last_season",
            "a stint ends before it begins",
        ),
        Check(
            "stint: every claim is kept",
            "SELECT claim_id FROM stint WHERE claim_id IS NOT NULL AND claim_id NOT IN (SELECT claim_id FROM claim)",
            "a stint rests on a claim that is not there",
        ),
    ),
)

_WHO = ("person_id", "role", "club")


def stint(managed: DataFrame, usage: DataFrame, clubs: DataFrame, reported: DataFrame) -> DataFrame:
    """Table `stint` from `manager_season`, `player_usage`, `club`, and the rows of it that reports gave."""
    ran = managed.where("rule = 'managed'").select(
        F.col("manager_person_id").alias("person_id"),
        F.col("manager_name").alias("person_name"),
        F.lit("manager").alias("role"),
        F.lit("manager_season").alias("source"),
        "season",
        "club",
        "games",
    )
    started = usage.select(
        F.col("player_person_id").alias("person_id"),
        F.col("player_name").alias("person_name"),
        F.lit("player").alias("role"),
        F.lit("player_usage").alias("source"),
        "season",
        "club",
        # A pitcher who bats is counted in both columns for one game.
        F.greatest("lineup_starts", "pitching_starts").alias("games"),
    )
    seasons = ran.unionByName(started).where("games > 0").groupBy("person_id", "role", "club", "source", "season")
    named = seasons.agg(F.max("person_name").alias("person_name"), F.sum("games").cast("int").alias("games"))
    return _runs(named, clubs).unionByName(reported.where(F.col("source") == FROM_REPORT)).select(*TABLE.column_names)


def _runs(seasons: DataFrame, clubs: DataFrame) -> DataFrame:
    """Seasons drawn together where they follow one another; names, league and level are of the last one."""
    place = F.row_number().over(Window.partitionBy(*_WHO).orderBy("season"))
    known = clubs.select("season", "club", F.col("name").alias("club_name"), "league", "level")
    latest = {name: F.max_by(name, "season").alias(name) for name in ("person_name", "club_name", "league", "level")}
    nothing = F.lit(None)
    return (
        seasons.join(F.broadcast(known), on=["season", "club"], how="left")
        .withColumn("run", F.col("season") - place)
        .groupBy(*_WHO, "source", "run")
        .agg(
            F.min("season").alias("first_season"),
            F.max("season").alias("last_season"),
            F.sum("games").cast("int").alias("games"),
            *latest.values(),
        )
        .withColumns(
            {
                "organization": F.when(F.col("level") == "MLB", F.col("club_name")),
                "claim_id": nothing.cast("string"),
                "asserted_by": nothing.cast("array<string>"),
            }
        )
        .select(*TABLE.column_names)
    )
