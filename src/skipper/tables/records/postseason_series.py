"""Table `postseason_series`: postseason series, with the winner and the loser."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="postseason_series",
    grain="one row per season and series",
    key=("season", "round"),
    by_season=False,
    sources="Lahman SeriesPost and Teams; empty if SeriesPost is not supplied",
    notes=(
        "Includes all seasons in the source, with or without games in the lake. A club that won the pennant without a "
        "series (before 1969, except for play-offs) appears only in that season's World Series."
    ),
    columns=(
        Column("season", "int", "season in which the series was played", required=True),
        Column(
            "round",
            "string",
            "WS for the World Series; other rounds as named by Lahman: ALCS, NLDS1 and so on",
            required=True,
        ),
        Column("winner", "string", "Retrosheet code of the winning club; null if missing from Teams"),
        Column("loser", "string", "Retrosheet code of the losing club; null if missing from Teams"),
        Column("wins", "int", "games that the winning club won; null if not stated"),
        Column("losses", "int", "games that the losing club won; null if not stated"),
        Column("ties", "int", "tied games; null if not stated"),
        Column("winner_name", "string", "name of the winning club; null if missing from Teams"),
        Column("loser_name", "string", "name of the losing club; null if missing from Teams"),
    ),
)

SQL = """
SELECT
    s.season, s.round, w.club AS winner, l.club AS loser, s.wins, s.losses, s.ties,
    w.name AS winner_name, l.name AS loser_name
FROM lahman_series_post AS s
LEFT JOIN lahman_teams AS w ON w.season = s.season AND w.lahman_club = s.winner
LEFT JOIN lahman_teams AS l ON l.season = s.season AND l.lahman_club = s.loser
"""
