"""Table `postseason_series`: postseason series, with winner and loser."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="postseason_series",
    grain="one row per season and series",
    key=("season", "round"),
    by_season=False,
    sources="Lahman SeriesPost and Teams; empty without SeriesPost",
    notes=(
        "All seasons of the source, with or without games in the lake. A club that won the pennant without "
        "a series (before 1969, except play-offs) appears in the World Series of its season."
    ),
    columns=(
        Column("season", "int", "the season before the series", required=True),
        Column(
            "round", "string", "WS for the World Series; ALCS, NLDS1 and so on, as Lahman names them", required=True
        ),
        Column("winner", "string", "Retrosheet's code of the winning club; null where Teams lacks it"),
        Column("loser", "string", "Retrosheet's code of the losing club; null where Teams lacks it"),
        Column("winner_name", "string", "name of the winning club; null where Teams lacks it"),
        Column("loser_name", "string", "name of the losing club; null where Teams lacks it"),
    ),
)

SQL = """
SELECT
    s.season, s.round, w.club AS winner, l.club AS loser, w.name AS winner_name, l.name AS loser_name
FROM lahman_series_post AS s
LEFT JOIN lahman_teams AS w ON w.season = s.season AND w.lahman_club = s.winner
LEFT JOIN lahman_teams AS l ON l.season = s.season AND l.lahman_club = s.loser
"""
