"""Completed games from the Stats API."""

from __future__ import annotations

from skipper.definitions.game_numbers import renumbered
from skipper.lake.contract import Table

TABLE = Table(
    name="game_of_statsapi",
    grain="one row per game",
    notes="As in Retrosheet, a game's number is its place among the home club's games that day, or 0 for a single "
    "game, except that a game that is also in the event files keeps its number from there. A resumed game belongs to "
    "the day on which it began. A forfeit (state Q or R) is awarded to the side with the higher score.",
    published=False,
    rows_need=("statsapi_game",),
)

SQL = f"""
WITH own AS (
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
),
numbered AS ({renumbered("own", "game_of_event_files", "game_pk")})
SELECT
    'statsapi' AS source, file AS source_file, line::BIGINT AS source_line, game_pk,
    home_club || strftime(date, '%Y%m%d') || m.game_number AS game_id, season, date, m.game_number,
    coalesce(game_type, 'regular') AS game_type, if(game_type IS NULL, 'unknown', 'stated') AS game_type_source,
    home_league, visitor_league, home_club, visitor_club, home_score, visitor_score, scheduled_innings,
    CASE
        WHEN state NOT IN ('Q', 'R') THEN NULL
        WHEN home_score > visitor_score THEN 'H'
        WHEN visitor_score > home_score THEN 'V'
    END AS forfeit,
    if(completed_on > date, completed_on, NULL) AS completed_on
FROM own JOIN numbered AS m USING (game_pk)
"""
