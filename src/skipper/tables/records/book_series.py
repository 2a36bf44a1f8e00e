"""Lahman's SeriesPost, with the winner and the loser, and the World Series under its name."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="book_series",
    grain="one row per season and series of SeriesPost",
    by_season=False,
    notes="`stated_round` is SeriesPost's name of a series that it misnames, else null: clubs of two leagues meet only "
    "in a World Series (WS; NWS between Negro Leagues), of which a season has one. `winner` and `loser` are null if "
    "missing from Teams; names that Teams exchanges are mended, as in `club_name`.",
    published=False,
)

SQL = """
WITH series AS (
    SELECT
        s.*, w.club AS winner_club, l.club AS loser_club, w.name AS winner_name, l.name AS loser_name,
        w.league AS winner_league, l.league AS loser_league,
        CASE
            WHEN w.league IN ('NL', 'AL', 'AA', 'UA', 'PL', 'FL') AND l.league IN ('NL', 'AL', 'AA', 'UA', 'PL', 'FL')
            THEN 'WS'
            WHEN w.league NOT IN ('NL', 'AL', 'AA', 'UA', 'PL', 'FL')
                AND l.league NOT IN ('NL', 'AL', 'AA', 'UA', 'PL', 'FL')
            THEN 'NWS'
        END AS final
    FROM lahman_series_post AS s
    LEFT JOIN club_name AS w ON w.season = s.season AND w.lahman_club = s.winner
    LEFT JOIN club_name AS l ON l.season = s.season AND l.lahman_club = s.loser
),
judged AS (
    SELECT
        *,
        final IS NOT NULL AND winner_league <> loser_league AND round <> final
            AND NOT bool_or(round = final) OVER (PARTITION BY season)
            AND count(*) FILTER (winner_league <> loser_league) OVER (PARTITION BY season, final) = 1
            AS is_misnamed
    FROM series
)
SELECT
    season, if(is_misnamed, final, round) AS round, if(is_misnamed, round, NULL) AS stated_round,
    winner AS winner_lahman_club, loser AS loser_lahman_club, winner_club AS winner, loser_club AS loser, wins, losses,
    ties, winner_name, loser_name, winner_league, loser_league
FROM judged
"""
