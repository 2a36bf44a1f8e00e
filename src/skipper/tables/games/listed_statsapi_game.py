"""The Stats API's completed games as it lists them, with its clubs' codes in the lake."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="listed_statsapi_game",
    grain="one row per game",
    notes="As in Retrosheet, a game's number is its place among the home club's games that day, or 0 for a single "
    "game, and `game_id` is made of it. A resumed game belongs to the day on which it began.",
    published=False,
    rows_need=("statsapi_game",),
)

SQL = """
SELECT *, home_club || strftime(date, '%Y%m%d') || game_number AS game_id
FROM (
    SELECT
        g.* EXCLUDE (game_number), coalesce(g.resumed_from, g.official_date) AS date,
        coalesce(g.resume_date, if(g.resumed_from IS NOT NULL, g.official_date, NULL)) AS completed_on,
        coalesce(h.club, g.home_id) AS home_club, h.league AS home_league,
        coalesce(v.club, g.visitor_id) AS visitor_club, v.league AS visitor_league,
        if(count(*) OVER of_day > 1, row_number() OVER (of_day ORDER BY g.game_number, g.starts_at, g.game_pk), 0)
            ::VARCHAR AS game_number
    FROM (SELECT * EXCLUDE (home, visitor) FROM statsapi_game) AS g
    LEFT JOIN statsapi_club AS h ON h.season = g.season AND h.team_id = g.home_id
    LEFT JOIN statsapi_club AS v ON v.season = g.season AND v.team_id = g.visitor_id
    WINDOW of_day AS (PARTITION BY g.home_id, coalesce(g.resumed_from, g.official_date))
)
"""
