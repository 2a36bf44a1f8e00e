"""Table `player_usage`: how much each manager started each player, against what was there to start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import MANAGER, PLAYER, SHARED
from skipper.tables.people import in_games, with_name
from skipper.tables.play_order import date_of, play_order
from skipper.tables.spark import F, Window

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

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
        *MANAGER,
        "season",
        "club",
        *PLAYER,
        Column("club_games", "int", "games that this manager ran", required=True),
        Column("club_games_vs_l", "int", "of them, against a left-handed starter", required=True),
        Column("club_games_vs_r", "int", "against a right-handed starter", required=True),
        Column(
            "club_games_unknown_hand",
            "int",
            "against a starter of unknown hand or a switch pitcher",
            required=True,
        ),
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


def player_usage(sides: DataFrame, starts: DataFrame, people: DataFrame, names: DataFrame) -> DataFrame:
    """Table `player_usage` from `club_game`, `slot_starts`, `person` and `season_names`."""
    games = (
        sides.where("game_type = 'regular'")
        .withColumnRenamed("opposing_starter_throws", "opposing_hand")
        .withColumn("played", play_order())
    )
    pitched = _pitching(games)
    known = F.broadcast(in_games(people))
    counted = (
        _windows(games, starts, pitched)
        .join(_batting(starts), on=list(_ROW), how="left")
        .join(pitched.select(*_ROW, "pitching_starts"), on=list(_ROW), how="left")
        .join(F.broadcast(_club_games(games)), on=["season", "club", "manager_id"], how="inner")
        .join(known.alias("manager"), on=F.col("manager_id") == F.col("manager.retrosheet_id"), how="left")
        .join(known.alias("player"), on=F.col("player_id") == F.col("player.retrosheet_id"), how="left")
        .withColumns(
            {
                "manager_person_id": F.col("manager.person_id"),
                "player_person_id": F.col("player.person_id"),
                "window_first": date_of("first_start"),
                "window_last": date_of("last_start"),
            }
        )
    )
    named = with_name(with_name(counted, names, "player_id", "player_name"), names, "manager_id", "manager_name")
    starts_counted = ["lineup_starts", "lineup_starts_vs_l", "lineup_starts_vs_r", "pitching_starts"]
    return named.fillna(0, starts_counted).select(*TABLE.column_names)


def _against(hand: str) -> SparkColumn:
    return F.count_if(F.col("opposing_hand") == hand).cast("int")


def _pitching(games: DataFrame) -> DataFrame:
    return (
        games.where("starting_pitcher_id is not null")
        .groupBy("season", "club", F.col("starting_pitcher_id").alias("player_id"), "manager_id")
        .agg(
            F.count("*").cast("int").alias("pitching_starts"),
            F.min("played").alias("first_start"),
            F.max("played").alias("last_start"),
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


def _windows(games: DataFrame, starts: DataFrame, pitched: DataFrame) -> DataFrame:
    """Per player and manager: the manager's games from the player's first start for the club to his last.

    Running counts of each manager's games, as arrays over the club's season, give the counts of any window as a
    difference of two elements.
    """
    edges = [*_PLAYER, "first_start", "last_start"]
    spans = (
        starts.select(*edges)
        .unionByName(pitched.select(*edges))
        .groupBy(*_PLAYER)
        .agg(F.min("first_start").alias("first_start"), F.max("last_start").alias("last_start"))
    )

    def within(counts: str) -> SparkColumn:
        before = F.coalesce(F.get(counts, F.col("first_place") - 1), F.lit(0))
        return (F.get(counts, F.col("last_place")) - before).cast("int")

    return (
        spans.join(F.broadcast(_running_counts(games)), on=["season", "club"], how="inner")
        .withColumn("first_place", F.array_position("played", F.col("first_start")).cast("int") - 1)
        .withColumn("last_place", F.array_position("played", F.col("last_start")).cast("int") - 1)
        .select(
            *_ROW,
            within("games").alias("window_games"),
            within("games_vs_l").alias("window_games_vs_l"),
            within("games_vs_r").alias("window_games_vs_r"),
            "first_start",
            "last_start",
        )
        .where("window_games > 0")
    )


def _running_counts(games: DataFrame) -> DataFrame:
    """Per club, season and manager: arrays over all the club's games, of the game and of his games so far by hand."""
    men = games.select("season", "club", "manager_id").where("manager_id is not null").distinct()
    facts = games.select("season", "club", "played", "opposing_hand", F.col("manager_id").alias("ran_by"))
    so_far = Window.partitionBy("season", "club", "manager_id").orderBy("played")
    his = F.col("ran_by").eqNullSafe(F.col("manager_id"))
    counts = {
        "games": F.sum(his.cast("int")).over(so_far),
        "games_vs_l": F.sum((his & F.col("opposing_hand").eqNullSafe("L")).cast("int")).over(so_far),
        "games_vs_r": F.sum((his & F.col("opposing_hand").eqNullSafe("R")).cast("int")).over(so_far),
    }
    return (
        facts.join(F.broadcast(men), on=["season", "club"], how="inner")
        .withColumns(counts)
        .groupBy("season", "club", "manager_id")
        .agg(F.sort_array(F.collect_list(F.struct("played", *counts))).alias("in_order"))
        .select(
            "season",
            "club",
            "manager_id",
            *(F.col(f"in_order.{name}").alias(name) for name in ("played", *counts)),
        )
    )


def _club_games(games: DataFrame) -> DataFrame:
    return games.groupBy("season", "club", "manager_id").agg(
        F.count("*").cast("int").alias("club_games"),
        _against("L").alias("club_games_vs_l"),
        _against("R").alias("club_games_vs_r"),
        F.count_if(F.coalesce(~F.col("opposing_hand").isin("L", "R"), F.lit(True)))
        .cast("int")
        .alias("club_games_unknown_hand"),
        F.count_if("has_lineup").cast("int").alias("club_games_with_lineup"),
    )
