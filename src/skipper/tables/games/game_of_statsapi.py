"""Completed games from the Stats API."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="game_of_statsapi",
    grain="one row per game",
    notes="A game that another source has keeps its id, number and home club from there; `is_turned` says that the API "
    "calls the other club home. A forfeit (state Q or R) is awarded to the side with the higher score.",
    published=False,
    rows_need=("statsapi_game",),
)

SQL = """
WITH own AS (
    SELECT
        g.* REPLACE (
            if(m.is_turned, visitor_club, home_club) AS home_club,
            if(m.is_turned, home_club, visitor_club) AS visitor_club,
            if(m.is_turned, visitor_league, home_league) AS home_league,
            if(m.is_turned, home_league, visitor_league) AS visitor_league,
            if(m.is_turned, visitor_score, home_score) AS home_score,
            if(m.is_turned, home_score, visitor_score) AS visitor_score,
            m.game_id AS game_id, m.game_number AS game_number
        ),
        m.is_turned
    FROM listed_statsapi_game AS g JOIN statsapi_match AS m USING (game_pk)
)
SELECT
    'statsapi' AS source, file AS source_file, line::BIGINT AS source_line, game_pk, is_turned, game_id, season, date,
    game_number, coalesce(game_type, 'regular') AS game_type,
    if(game_type IS NULL, 'unknown', 'stated') AS game_type_source,
    home_league, visitor_league, home_club, visitor_club, home_score, visitor_score, scheduled_innings,
    CASE
        WHEN state NOT IN ('Q', 'R') THEN NULL
        WHEN home_score > visitor_score THEN 'H'
        WHEN visitor_score > home_score THEN 'V'
    END AS forfeit,
    if(completed_on > date, completed_on, NULL) AS completed_on
FROM own
"""
