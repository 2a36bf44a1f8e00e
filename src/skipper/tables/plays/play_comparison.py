"""Table `play_comparison`: how many figures from plays were compared with another source, and how many differ."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="play_comparison",
    grain="one row per season, figure and other source",
    key=("season", "figure", "other_source"),
    sources="event files; game logs, if the lake has them for the season; `data,er` records in the event files",
    notes="`play_difference` lists the figures that differ.",
    columns=pick(
        SHARED,
        "season",
        Column("figure", "string", "the figure, as in play_difference", required=True),
        Column("other_source", "string", "game_log, or data_er (records in the event file)", required=True),
        Column(
            "compared",
            "long",
            "number of figures in both sources (for pitchers' figures, in either source)",
            required=True,
        ),
        Column("differing", "long", "number of compared figures that differ", required=True),
    ),
    small=True,
    rows_need=("event",),
)

SQL = """
SELECT season, figure, other_source, count(*) AS compared, count(*) FILTER (plays <> other) AS differing
FROM club_figure GROUP BY ALL
UNION ALL BY NAME
SELECT
    c.season, c.figure, 'data_er' AS other_source, sum(c.compared) AS compared,
    (SELECT count(*) FROM event_file_earned_run) AS differing
FROM event_file_compared AS c GROUP BY ALL HAVING sum(c.compared) > 0
"""
