"""Table `play_difference`: where figures made from plays and those of another source disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table, pick
from skipper.tables.play_columns import PLAYS
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

GAME_LOG = "game_log"
FIGURES = {
    "runs": "score",
    "hits": "hits",
    "errors": "errors",
    "left_on_base": "left_on_base",
    "outs_pitched": "putouts",
}

TABLE = Table(
    name="play_difference",
    grain="one row per figure of a club's game, or of one of its pitchers, that two sources give differently",
    key=("game_id", "club", "figure", "pitcher_id"),
    sources="event files; game logs, where the lake has the season's; `data,er` records of the event files",
    notes="A figure that the other source does not give is not compared. The build tells how many were.",
    columns=pick(
        PLAYS,
        "game_id",
        "season",
        Column("club", "string", "the club's code; null for a pitcher who did not pitch by the plays"),
        Column("figure", "string", f"{', '.join(FIGURES)}; of a pitcher earned_runs", required=True),
        Column("pitcher_id", "string", "Retrosheet id of the pitcher; null where the figure is the club's"),
        Column("plays", "int", "by the plays", required=True),
        Column("other", "int", "by the other source; null where its records leave a pitcher out"),
        Column("other_source", "string", f"{GAME_LOG}, or data_er (records in the event file)", required=True),
    ),
)


def beside_game_logs(club_games: DataFrame, records: DataFrame) -> DataFrame:
    """Each figure of the club-games that the game logs have too: rows of the table, equal ones included.

    `club_games` is `event_club_game`, `records` the game logs' own.
    """
    sides = _side(records, "visitor").unionByName(_side(records, "home"))
    pairs = F.array(
        *(
            F.struct(F.lit(ours).alias("figure"), F.col(ours).alias("plays"), F.col(f"log_{ours}").alias("other"))
            for ours in FIGURES
        )
    )
    return (
        club_games.join(F.broadcast(sides), on=["game_id", "club"], how="inner")
        .select("*", F.inline(pairs))
        .where("other is not null")
        .withColumns({"pitcher_id": F.lit(None).cast("string"), "other_source": F.lit(GAME_LOG)})
        .select(*TABLE.column_names)
    )


def _side(records: DataFrame, side: str) -> DataFrame:
    figures = (F.col(f"{side}_{theirs}").alias(f"log_{ours}") for ours, theirs in FIGURES.items())
    return records.select("game_id", F.col(f"{side}_club").alias("club"), *figures)
