"""Table `play_difference`: figures from plays that disagree with another source."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

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
    grain="one row per figure (of a club-game or one of its pitchers) on which two sources differ",
    key=("game_id", "club", "figure", "pitcher_id"),
    sources="event files; game logs, if the lake has them for the season; `data,er` records in the event files",
    notes="Figures missing from the other source are not compared. `play_comparison` counts the figures compared.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        Column("club", "string", "the club's code; null for a pitcher who, according to the plays, did not pitch"),
        Column("figure", "string", f"{', '.join(FIGURES)}; for a pitcher earned_runs", required=True),
        Column("pitcher_id", "string", "the source's id of the pitcher; null for a club's figure"),
        Column("plays", "int", "value from the plays", required=True),
        Column("other", "int", "value from the other source; null if it omits the pitcher"),
        Column("other_source", "string", f"{GAME_LOG}, or data_er (records in the event file)", required=True),
    ),
    rows_need=("event",),
)

SQL = """
SELECT game_id, season, club, figure, NULL AS pitcher_id, plays, other, other_source
FROM club_figure WHERE plays <> other
UNION ALL BY NAME
SELECT game_id, season, club, figure, pitcher_id, plays, other, other_source FROM event_file_earned_run
"""
