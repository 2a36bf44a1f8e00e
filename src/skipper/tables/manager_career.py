"""Table `manager_career`: a manager's career by level and in all, with the seasons that it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import SHARED
from skipper.tables.manager_season import RECORD, with_ratios
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

TABLE = Table(
    name="manager_career",
    grain="one row per manager, level (or all) and rule",
    key=("manager_person_id", "level", "rule"),
    by_season=False,
    sources="manager_season; seasons managed from Lahman Managers",
    columns=pick(
        SHARED,
        "manager_person_id",
        "manager_id",
        "manager_name",
        Column("level", "string", "a level, or `all` for the whole career", required=True),
        "rule",
        Column("seasons", "array<int>", "seasons in the lake, in order", required=True),
        Column("clubs", "array<string>", "the clubs' codes, in order of first season", required=True),
        Column(
            "seasons_missing",
            "array<int>",
            "seasons not in the lake that he managed by Lahman's Managers, or, where they do not have him, that lie "
            "between two of his; empty: none is known to be missing",
            required=True,
        ),
        Column(
            "missing_by",
            "string",
            "what seasons_missing rests on: lahman, or gaps (he is not in Lahman's Managers, so only seasons between "
            "two of his can be told)",
            required=True,
        ),
        *RECORD,
        Column("play_decisions", "int", "wins and losses by play: the games of pythagorean_wins", required=True),
        Column("inferred_games", "int", "credited games whose crediting is inferred", required=True),
        Column("postseasons", "int", "seasons with postseason true; null where it is known of none"),
        Column("first_game", "date", "his first game in the lake", required=True),
        Column("last_game", "date", "his last", required=True),
    ),
    checks=(
        Check(
            "manager_career: the sum of manager_season",
            "WITH found AS (SELECT manager_person_id, rule, level, games, wins, losses, ties, no_decisions, runs_for, "
            "runs_against, home_wins, home_losses, road_wins, road_losses, one_run_wins, one_run_losses "
            "FROM manager_career), "
            "by_level AS (SELECT manager_person_id, rule, unnest([level, 'all']) AS level, games, wins, losses, ties, "
            "no_decisions, runs_for, runs_against, home_wins, home_losses, road_wins, road_losses, one_run_wins, "
            "one_run_losses FROM manager_season), "
            "summed AS (SELECT manager_person_id, rule, level, "
            "sum(columns(* EXCLUDE (manager_person_id, rule, level))) FROM by_level "
            "WHERE level IS NOT NULL GROUP BY manager_person_id, rule, level) "
            "(FROM summed EXCEPT FROM found) UNION ALL (FROM found EXCEPT FROM summed)",
            "a career is not the sum of its seasons",
        ),
    ),
)


def lake_seasons(games: DataFrame) -> DataFrame:
    """The seasons (season) of which `game` has a regular-season game."""
    return games.where("game_type = 'regular'").select("season").distinct()


def seasons_managed(managers: DataFrame, people: DataFrame) -> DataFrame:
    """The seasons (manager_person_id, season) that Lahman's Managers give each person of `person`."""
    ids = people.where("lahman_id is not null").select("lahman_id", F.col("person_id").alias("manager_person_id"))
    return managers.join(F.broadcast(ids), on="lahman_id", how="inner").select("manager_person_id", "season").distinct()


_SUMMED = (
    *(name for name in RECORD if name not in ("win_pct", "pythagorean_wins")),
    "play_decisions",
    "inferred_games",
)


def manager_career(seasons: DataFrame, lake_seasons: DataFrame, managed: DataFrame, people: DataFrame) -> DataFrame:
    """Table `manager_career`.

    From `manager_season`, the seasons in the lake (season), the seasons that Lahman says each person managed
    (manager_person_id, season), and `person`. Seasons at no known level are in the line for all only.
    """
    known = seasons.where("level is not null")
    rows = known.unionByName(seasons.withColumn("level", F.lit("all")))
    names = people.select(F.col("person_id").alias("manager_person_id"), F.col("name").alias("manager_name"))
    careers = rows.groupBy("manager_person_id", "level", "rule").agg(*_totals())
    return (
        with_ratios(careers)
        .join(_missing(seasons, lake_seasons, managed), on="manager_person_id", how="left")
        .join(names, on="manager_person_id", how="left")
        .withColumn("seasons_missing", F.when(F.col("level").isin("MLB", "all"), F.col("missing")).otherwise(_gaps()))
        .select(*TABLE.column_names)
    )


def _totals() -> list[SparkColumn]:
    by_first = F.sort_array(F.collect_list(F.struct("season", "first_game", "club")))
    return [
        F.min("manager_id").alias("manager_id"),
        F.sort_array(F.collect_set("season")).alias("seasons"),
        F.array_distinct(F.transform(by_first, lambda row: row["club"])).alias("clubs"),
        *(F.sum(name).cast("int").alias(name) for name in _SUMMED),
        F.sum(F.col("postseason").cast("int")).cast("int").alias("postseasons"),
        F.min("first_game").alias("first_game"),
        F.max("last_game").alias("last_game"),
    ]


def _missing(seasons: DataFrame, lake_seasons: DataFrame, managed: DataFrame) -> DataFrame:
    """Per person the seasons not in the lake, and what we know that from."""
    in_lake = F.broadcast(lake_seasons.agg(F.collect_set("season").alias("in_lake")))
    span = F.expr("sequence(min(season), max(season))").alias("span")
    own = seasons.groupBy("manager_person_id").agg(span, F.collect_set("season").alias("own"))
    listed = managed.groupBy("manager_person_id").agg(F.collect_set("season").alias("listed"))
    return (
        own.join(listed, on="manager_person_id", how="left")
        .crossJoin(in_lake)
        .select(
            "manager_person_id",
            "in_lake",
            F.sort_array(F.array_except(F.coalesce("listed", "span"), "in_lake")).alias("missing"),
            F.when(F.col("listed").isNotNull(), "lahman").otherwise("gaps").alias("missing_by"),
        )
    )


def _gaps() -> SparkColumn:
    """At a level that the record book does not cover: seasons between his first and last that the lake lacks."""
    span = F.sequence(F.element_at("seasons", 1), F.element_at("seasons", -1))
    return F.sort_array(F.array_except(span, "in_lake"))
