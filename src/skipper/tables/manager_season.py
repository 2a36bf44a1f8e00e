"""Table `manager_season`: a manager's record with a club in a season, under each crediting rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import MANAGER, SHARED
from skipper.tables.people import in_games, with_name
from skipper.tables.play_order import play_order
from skipper.tables.spark import F, Window

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

PYTHAGOREAN_EXPONENT = 1.83
RECORD = (
    "games",
    "wins",
    "losses",
    "ties",
    "no_decisions",
    "win_pct",
    "runs_for",
    "runs_against",
    "pythagorean_wins",
    "home_wins",
    "home_losses",
    "road_wins",
    "road_losses",
    "one_run_wins",
    "one_run_losses",
)
TABLE = Table(
    name="manager_season",
    grain="one row per manager, season, club and rule",
    key=("manager_id", "season", "club", "rule"),
    sources="club_game, regular season; finish and postseason from Lahman Teams and SeriesPost",
    notes=f"The Pythagorean exponent is {PYTHAGOREAN_EXPONENT}.",
    columns=pick(
        SHARED,
        *MANAGER,
        "season",
        "club",
        "level",
        Column(
            "organization",
            "string",
            "the major-league club it belongs to: itself in the majors; null elsewhere or without a name",
        ),
        "rule",
        *RECORD,
        Column("play_decisions", "int", "wins and losses by play: the games of pythagorean_wins", required=True),
        Column(
            "inferred_games",
            "int",
            "credited games whose crediting is inferred; 0 under managed",
            required=True,
        ),
        Column(
            "finish",
            "int",
            "the club's final place in its league, or in its division where there are divisions, as Lahman's Teams "
            "rank it (1981: over both halves); null where they do not",
        ),
        Column(
            "postseason",
            "boolean",
            "whether the club went to the postseason and he had its last regular-season game; null where Lahman "
            "has no series of that season",
        ),
        Column("first_game", "date", "his first game of the season with the club", required=True),
        Column("last_game", "date", "his last", required=True),
    ),
    checks=(
        Check(
            "manager_season: games are wins, losses, ties and no-decisions",
            "SELECT manager_id, season, club, rule FROM manager_season "
            "WHERE games <> wins + losses + ties + no_decisions",
            "the games of a record are not its wins, losses, ties and no-decisions",
        ),
        Check(
            "manager_season: the sum over club_game",
            "WITH by_game AS (SELECT unnest(['managed', 'credited']) AS rule, "
            "unnest([manager_id, credited_manager_id]) AS manager_id, season, club, result, is_home, "
            "decided_by = 'play' AS by_play, runs_for, runs_against FROM club_game WHERE game_type = 'regular'), "
            "summed AS (SELECT rule, manager_id, season, club, count(*) AS games, "
            "count(*) FILTER (result = 'W') AS wins, count(*) FILTER (result = 'L') AS losses, "
            "count(*) FILTER (result = 'T') AS ties, count(*) FILTER (result = 'N') AS no_decisions, "
            "coalesce(sum(runs_for) FILTER (by_play), 0) AS runs_for, "
            "coalesce(sum(runs_against) FILTER (by_play), 0) AS runs_against, "
            "count(*) FILTER (result = 'W' AND is_home) AS home_wins, "
            "count(*) FILTER (result = 'L' AND is_home) AS home_losses, "
            "count(*) FILTER (result = 'W' AND NOT is_home) AS road_wins, "
            "count(*) FILTER (result = 'L' AND NOT is_home) AS road_losses, "
            "count(*) FILTER (result = 'W' AND by_play AND runs_for = runs_against + 1) AS one_run_wins, "
            "count(*) FILTER (result = 'L' AND by_play AND runs_against = runs_for + 1) AS one_run_losses "
            "FROM by_game WHERE manager_id IS NOT NULL GROUP BY ALL), "
            "found AS (SELECT rule, manager_id, season, club, games, wins, losses, ties, no_decisions, runs_for, "
            "runs_against, home_wins, home_losses, road_wins, road_losses, one_run_wins, one_run_losses "
            "FROM manager_season) "
            "(FROM summed EXCEPT FROM found) UNION ALL (FROM found EXCEPT FROM summed)",
            "a record is not the sum of the manager's games",
        ),
    ),
)


def manager_season(
    sides: DataFrame, clubs: DataFrame, teams: DataFrame, series: DataFrame, people: DataFrame, names: DataFrame
) -> DataFrame:
    """Table `manager_season`.

    From `club_game`, `club`, Lahman's Teams and SeriesPost, `person` and `season_names`.
    """
    known = F.broadcast(in_games(people))
    regular = sides.where("game_type = 'regular'").withColumn("played", play_order())
    records = _by_rule(_pairs(regular))
    return (
        with_name(with_ratios(records), names, "manager_id", "name_in_games")
        .join(F.broadcast(_reference(clubs, teams, series)), on=["season", "club"], how="left")
        .join(known.alias("manager"), on=F.col("manager_id") == F.col("manager.retrosheet_id"), how="left")
        .withColumn("manager_name", F.coalesce("name_in_games", "manager.name"))
        .withColumn("organization", F.when(F.col("level") == "MLB", F.col("club_name")))
        .withColumn(
            "had_last_game",
            F.col("last_played") == F.max("last_played").over(Window.partitionBy("season", "club")),
        )
        .withColumn(
            "postseason",
            F.when(F.col("club_in_postseason").isNotNull(), F.col("club_in_postseason") & F.col("had_last_game")),
        )
        .select(*TABLE.column_names)
    )


_BOTH_MEN = ("manager_id", "manager_person_id", "credited_manager_id", "credited_manager_person_id")
_COUNTED = (
    *(name for name in RECORD if name not in ("win_pct", "pythagorean_wins")),
    "play_decisions",
)


def _pairs(regular: DataFrame) -> DataFrame:
    """Records by season, club, and the pair of the man who ran the games and the man credited: few rows."""
    return regular.groupBy("season", "club", *_BOTH_MEN, "crediting").agg(
        *_record_columns(),
        F.min("date").alias("first_game"),
        F.max("date").alias("last_game"),
        F.max("played").alias("last_played"),
    )


def _by_rule(pairs: DataFrame) -> DataFrame:
    """Each pair's record added to the man whom each rule gives it."""
    inferred = F.when(F.col("crediting") == "inferred", F.col("games")).otherwise(0)
    managed = pairs.withColumns({"rule": F.lit("managed"), "inferred_games": F.lit(0)})
    credited = pairs.withColumns(
        {
            "rule": F.lit("credited"),
            "inferred_games": inferred,
            "manager_id": F.col("credited_manager_id"),
            "manager_person_id": F.col("credited_manager_person_id"),
        }
    )
    return (
        managed.unionByName(credited)
        .where("manager_id is not null")
        .groupBy("manager_id", "manager_person_id", "season", "club", "rule")
        .agg(
            *(F.sum(name).cast("int").alias(name) for name in (*_COUNTED, "inferred_games")),
            F.min("first_game").alias("first_game"),
            F.max("last_game").alias("last_game"),
            F.max("last_played").alias("last_played"),
        )
    )


def _count(condition: str) -> SparkColumn:
    return F.count_if(F.expr(condition)).cast("int")


def _record_columns() -> list[SparkColumn]:
    """The aggregates over `club_game` that make a record, but for its ratios."""
    by_play = F.col("decided_by") == "play"
    return [
        F.count("*").cast("int").alias("games"),
        _count("result = 'W'").alias("wins"),
        _count("result = 'L'").alias("losses"),
        _count("result = 'T'").alias("ties"),
        _count("result = 'N'").alias("no_decisions"),
        F.coalesce(F.sum(F.when(by_play, F.col("runs_for"))), F.lit(0)).cast("int").alias("runs_for"),
        F.coalesce(F.sum(F.when(by_play, F.col("runs_against"))), F.lit(0)).cast("int").alias("runs_against"),
        _count("decided_by = 'play' and result in ('W', 'L')").alias("play_decisions"),
        _count("result = 'W' and is_home").alias("home_wins"),
        _count("result = 'L' and is_home").alias("home_losses"),
        _count("result = 'W' and not is_home").alias("road_wins"),
        _count("result = 'L' and not is_home").alias("road_losses"),
        _count("result = 'W' and decided_by = 'play' and runs_for - runs_against = 1").alias("one_run_wins"),
        _count("result = 'L' and decided_by = 'play' and runs_against - runs_for = 1").alias("one_run_losses"),
    ]


def with_ratios(records: DataFrame) -> DataFrame:
    """Records with win_pct and pythagorean_wins (Bill James's formula, exponent 1.83), each null where undefined."""
    scored, allowed = (F.pow(name, F.lit(PYTHAGOREAN_EXPONENT)) for name in ("runs_for", "runs_against"))
    share = F.try_divide(scored, scored + allowed)
    return records.withColumn("win_pct", F.try_divide("wins", F.col("wins") + F.col("losses"))).withColumn(
        "pythagorean_wins", F.col("play_decisions") * share
    )


def _reference(clubs: DataFrame, teams: DataFrame, series: DataFrame) -> DataFrame:
    """Per club and season: level, name, final place, and whether it was in a postseason series."""
    went = series.select("season", F.explode(F.array("winner", "loser")).alias("lahman_club")).distinct()
    seasons = series.select("season").distinct().withColumn("has_series", F.lit(True))
    return (
        clubs.select("season", "club", "level", F.col("name").alias("club_name"), "lahman_club")
        .join(teams.select("season", "club", "finish"), on=["season", "club"], how="left")
        .join(went.withColumn("went", F.lit(True)), on=["season", "lahman_club"], how="left")
        .join(seasons, on="season", how="left")
        .select(
            "season",
            "club",
            "level",
            "club_name",
            "finish",
            F.when(F.col("has_series"), F.coalesce("went", F.lit(False))).alias("club_in_postseason"),
        )
    )
