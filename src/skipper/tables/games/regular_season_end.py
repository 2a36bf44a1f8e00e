"""The last day of the regular season in each league whose source does not mark postseason games."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="regular_season_end",
    grain="one row per season and league",
    notes="Inferred as the last day on which at least half of the league's clubs of that season played; fewer play "
    "in a postseason.",
    published=False,
)

SQL = """
WITH played AS (
    SELECT c.season, c.league, c.date, c.club
    FROM event_file_club_game AS c SEMI JOIN event_file_game AS g ON g.game_id = c.game_id AND g.game_type IS NULL
),
league_size AS (SELECT season, league, count(DISTINCT club) AS clubs FROM played GROUP BY season, league),
game_day AS (SELECT season, league, date, count(DISTINCT club) AS clubs FROM played GROUP BY season, league, date)
SELECT d.season, d.league, max(d.date) AS last_day
FROM game_day AS d JOIN league_size AS l ON l.season = d.season AND l.league = d.league AND 2 * d.clubs >= l.clubs
GROUP BY d.season, d.league
"""
