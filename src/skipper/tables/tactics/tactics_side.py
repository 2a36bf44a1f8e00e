"""Regular-season club-games with play-by-play, each with the manager to whom it is assigned."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="tactics_side",
    grain="one row per club per regular-season game with play-by-play",
    notes="The manager is the one who ran the game, else the credited manager; null if unknown. Games without a "
    "known manager count only in the league's rates.",
    published=False,
    rows_need=("event",),
)

SQL = """
SELECT
    c.game_id, c.club, c.season, c.league, c.opposing_starter_id, c.opposing_starter_throws, c.pitchers_used,
    g.uses_designated_hitter, coalesce(g.scheduled_innings, 9) AS scheduled_innings,
    coalesce(c.manager_id, c.credited_manager_id) AS manager_id,
    coalesce(c.manager_person_id, c.credited_manager_person_id) AS manager_person_id,
    coalesce(c.manager_name, p.name) AS manager_name,
    CASE WHEN coalesce(c.manager_id, c.credited_manager_id) IS NOT NULL
        THEN coalesce(c.manager_source, 'lahman_whole_season') END AS manager_source
FROM club_game AS c JOIN game AS g ON g.game_id = c.game_id AND g.has_plays AND g.game_type = 'regular'
LEFT JOIN season_person AS p ON p.source_id = c.credited_manager_id
"""
