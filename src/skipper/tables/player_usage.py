"""Table `player_usage`: how much each manager started each player, against what was there to start."""

from __future__ import annotations

from pyspark.sql import Column as SparkColumn
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import SHARED

TABLE = Table(
    name="player_usage",
    grain="one row per player, club, season and manager of the game",
    key=("manager_id", "season", "club", "player_id"),
    sources="club_game and lineup, regular season, games whose manager is known",
    notes=(
        "All counts are of this manager's games. There is a row where he ran a game in the player's window. The "
        "window runs from the player's first to his last start for the club that season: the best that game logs "
        "alone can say about availability, and no more (injuries, options and benchings inside it do not show)."
    ),
    columns=pick(
        SHARED,
        "manager_id",
        "manager_person_id",
        "manager_name",
        "season",
        "club",
        "player_id",
        "player_person_id",
        "player_name",
        Column("club_games", "int", "games that this manager ran", required=True),
        Column("club_games_vs_l", "int", "of them, against a left-handed starter", required=True),
        Column("club_games_vs_r", "int", "against a right-handed starter", required=True),
        Column("club_games_unknown_hand", "int", "against a starter of unknown hand or a switch pitcher", required=True),
        Column("club_games_with_lineup", "int", "of club_games, those whose lineup the source has", required=True),
        Column("lineup_starts", "int", "starts in a slot of the batting order", required=True),
        Column("lineup_starts_vs_l", "int", "of them, against a left-handed starter", required=True),
        Column("lineup_starts_vs_r", "int", "against a right-handed starter", required=True),
        Column("pitching_starts", "int", "starts as pitcher, in a slot or not", required=True),
        Column("mean_slot", "double", "mean slot of lineup_starts; null without any"),
        Column("window_games", "int", "of club_games, those within the player's window", required=True),
        Column("window_games_vs_l", "int", "of them, against a left-handed starter", required=True),
        Column("window_games_vs_r", "int", "against a right-handed starter", required=True),
        Column("window_first", "date", "the player's first start for the club that season", required=True),
        Column("window_last", "date", "his last", required=True),
    ),
    checks=(
        Check(
            "player_usage: starts fit in the window, the window in the season",
            "SELECT manager_id, season, club, player_id FROM player_usage WHERE lineup_starts > window_games "
            "OR pitching_starts > window_games OR window_games > club_games OR window_games_vs_l > club_games_vs_l "
            "OR window_games_vs_r > club_games_vs_r OR lineup_starts_vs_l > window_games_vs_l "
            "OR lineup_starts_vs_r > window_games_vs_r",
            "a player started more games than there were",
        ),
        Check(
            "player_usage: the starts of lineup_usage and club_game",
            "WITH used AS (SELECT season, sum(lineup_starts) AS starts, sum(pitching_starts) AS pitched "
            "FROM player_usage GROUP BY season), "
            "batted AS (SELECT season, sum(starts) AS starts FROM lineup_usage GROUP BY season), "
            "pitched AS (SELECT season, count(starting_pitcher_id) AS pitched FROM club_game "
            "WHERE game_type = 'regular' AND manager_id IS NOT NULL GROUP BY season) "
            "SELECT season FROM used FULL JOIN batted USING (season) FULL JOIN pitched USING (season) "
            "WHERE coalesce(used.starts, 0) <> coalesce(batted.starts, 0) "
            "OR coalesce(used.pitched, 0) <> coalesce(pitched.pitched, 0)",
            "the starts of a season do not add up",
        ),
    ),
)

_PLAYER = ("season", "club", "player_id")
_ROW = (*_PLAYER, "manager_id")


def player_usage(games: DataFrame, starts: DataFrame, people: DataFrame) -> DataFrame:
    """Table `player_usage` from `numbered_games`, `slot_starts` and `person`."""
    run = games.where("manager_id is not null").withColumnRenamed("opposing_starter_throws", "opposing_hand")
    pitched = _pitching(run)
    windows = _windows(run, starts, pitched)
    names = people.where("retrosheet_id is not null").select(
        F.col("retrosheet_id").alias("player_id"), F.col("person_id").alias("player_person_id"), F.col("name").alias("player_name")
    )
    return (
        windows.join(_batting(starts), on=list(_ROW), how="left")
        .join(pitched.select(*_ROW, "pitching_starts"), on=list(_ROW), how="left")
        .join(F.broadcast(_club_games(run)), on=["season", "club", "manager_id"], how="inner")
        .join(F.broadcast(names), on="player_id", how="left")
        .fillna(0, ["lineup_starts", "lineup_starts_vs_l", "lineup_starts_vs_r", "pitching_starts"])
        .select(*TABLE.column_names)
    )


def _against(hand: str) -> SparkColumn:
    return F.count_if(F.col("opposing_hand") == hand).cast("int")


def _pitching(run: DataFrame) -> DataFrame:
    return (
        run.where("starting_pitcher_id is not null")
        .groupBy("season", "club", F.col("starting_pitcher_id").alias("player_id"), "manager_id")
        .agg(
            F.count("*").cast("int").alias("pitching_starts"),
            F.min("club_game_number").alias("first_number"),
            F.max("club_game_number").alias("last_number"),
        )
    )


def _batting(starts: DataFrame) -> DataFrame:
    def total(condition: SparkColumn) -> SparkColumn:
        return F.coalesce(F.sum(F.when(condition, F.col("starts"))), F.lit(0)).cast("int")

    return starts.groupBy(*_ROW).agg(
        total(F.lit(True)).alias("lineup_starts"),
        total(F.col("opposing_hand") == "L").alias("lineup_starts_vs_l"),
        total(F.col("opposing_hand") == "R").alias("lineup_starts_vs_r"),
        (F.sum(F.col("slot") * F.col("starts")) / F.sum("starts")).alias("mean_slot"),
    )


def _windows(run: DataFrame, starts: DataFrame, pitched: DataFrame) -> DataFrame:
    """Per player and manager: the manager's games from the player's first start for the club to his last."""
    edges = [*_PLAYER, "first_number", "last_number"]
    spans = (
        starts.select(*edges)
        .unionByName(pitched.select(*edges))
        .groupBy(*_PLAYER)
        .agg(F.min("first_number").alias("first_number"), F.max("last_number").alias("last_number"))
    )
    within = F.col("club_game_number").between(F.col("first_number"), F.col("last_number"))
    edge_dates = [
        F.min("span_first").alias("window_first"),
        F.max("span_last").alias("window_last"),
    ]
    dated = _dated(spans, run)
    return (
        dated.join(
            run.select("season", "club", "manager_id", "opposing_hand", "club_game_number"),
            on=["season", "club"],
            how="inner",
        )
        .where(within)
        .groupBy(*_ROW)
        .agg(
            F.count("*").cast("int").alias("window_games"),
            _against("L").alias("window_games_vs_l"),
            _against("R").alias("window_games_vs_r"),
            *edge_dates,
        )
    )


def _dated(spans: DataFrame, run: DataFrame) -> DataFrame:
    """The spans with the dates of their first and last game."""
    dates = run.select("season", "club", F.col("club_game_number").alias("number"), "date")
    first = dates.withColumnsRenamed({"number": "first_number", "date": "span_first"})
    last = dates.withColumnsRenamed({"number": "last_number", "date": "span_last"})
    return spans.join(first, on=["season", "club", "first_number"], how="inner").join(
        last, on=["season", "club", "last_number"], how="inner"
    )


def _club_games(run: DataFrame) -> DataFrame:
    return run.groupBy("season", "club", "manager_id").agg(
        F.min("manager_person_id").alias("manager_person_id"),
        F.min("manager_name").alias("manager_name"),
        F.count("*").cast("int").alias("club_games"),
        _against("L").alias("club_games_vs_l"),
        _against("R").alias("club_games_vs_r"),
        F.count_if(F.coalesce(~F.col("opposing_hand").isin("L", "R"), F.lit(True))).cast("int").alias("club_games_unknown_hand"),
        F.count_if("has_lineup").cast("int").alias("club_games_with_lineup"),
    )
