"""Table `run_expectancy`: runs to the end of the half-inning, from each of the 24 base-out states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.play_columns import PLAYS
from skipper.tables.spark import F, Window

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_SCHEDULED = 9  # innings, where the file does not say

TABLE = Table(
    name="run_expectancy",
    grain="one row per season, league, outs and occupied bases",
    key=("season", "league", "outs", "bases"),
    sources="event, event_game, event_club_game",
    notes=(
        "Events that change neither bases, outs nor score are left out, and half-innings of fewer than three outs, "
        "after Marchi and Albert, Analyzing Baseball Data with R, chapter 5. Bottom halves from the last inning "
        "scheduled on are left out whole (ours): those that end with the winning run have fewer outs, and without "
        "them only the halves that failed would be left. A game counts for the home club's league, whose rules it is "
        "played by (ours); games whose league is not known are left out, and states that never occurred have no row. "
        "Games of the regular season alone count, by `event_game.game_type`."
    ),
    columns=pick(
        PLAYS,
        "season",
        Column("league", "string", "league of the home club", required=True),
        Column("outs", "int", "outs before, 0 to 2", required=True),
        Column("bases", "int", "occupied bases before: first 1, second 2, third 4, summed", required=True),
        Column("events", "int", "events that began so", required=True),
        Column("mean_runs", "double", "mean runs from the event to the end of the half-inning", required=True),
        Column(
            "standard_error",
            "double",
            "of mean_runs, as if events were independent: those of one half-inning are not, so it is a little small; "
            "null of a single event",
        ),
    ),
    checks=(
        Check(
            "run_expectancy: the 24 states",
            "SELECT * FROM run_expectancy WHERE outs NOT BETWEEN 0 AND 2 OR bases NOT BETWEEN 0 AND 7 "
            "OR mean_runs < 0 OR events < 1",
            "a state is none of the 24",
        ),
        Check(
            "run_expectancy: no more events than there are",
            "SELECT season FROM run_expectancy GROUP BY season "
            "HAVING sum(events) > (SELECT count(*) FROM event WHERE event.season = run_expectancy.season)",
            "a season has more events here than in event",
        ),
    ),
)


def run_expectancy(events: DataFrame, games: DataFrame, club_games: DataFrame) -> DataFrame:
    """Table `run_expectancy` from `event`, `event_game` and `event_club_game`, of the regular season."""
    leagues = club_games.where("is_home and league is not null").select("game_id", "league")
    rules = (
        games.where("game_type = 'regular'")
        .select("game_id", F.coalesce("scheduled_innings", F.lit(_SCHEDULED)).alias("scheduled"))
        .join(leagues, on="game_id", how="inner")
    )
    half = Window.partitionBy("game_id", "inning", "half")
    runs = F.max(F.col("batting_score_before") + F.col("runs_on_event")).over(half) - F.col("batting_score_before")
    outs = F.max(F.col("outs_before") + F.col("outs_on_play")).over(half)
    return (
        events.join(F.broadcast(rules), on="game_id", how="inner")
        .where("half = 'top' or inning < scheduled")
        .withColumns({"runs": runs, "outs_of_half": outs})
        .where("outs_of_half = 3 and (bases_after <> bases_before or outs_on_play > 0 or runs_on_event > 0)")
        .groupBy("season", "league", F.col("outs_before").alias("outs"), F.col("bases_before").alias("bases"))
        .agg(
            F.count("*").cast("int").alias("events"),
            F.avg("runs").alias("mean_runs"),
            F.try_divide(F.stddev_samp("runs"), F.sqrt(F.count("*"))).alias("standard_error"),
        )
        .select(*TABLE.column_names)
    )
