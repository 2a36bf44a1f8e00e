"""Each source's version of each starting lineup; `lineup` keeps one of them."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="source_lineup",
    grain="one row per game, club, slot and source",
    notes="`precedence` ranks the sources; the lowest value wins.",
    published=False,
)

SQL = """
SELECT
    1 AS precedence, 'retrosheet_gamelog' AS source, game_id, season, club, slot, player_id, player_name, position,
    NULL::VARCHAR AS bats
FROM gamelog_lineup
UNION ALL BY NAME
SELECT
    2 AS precedence, g.source, l.game_id, l.season, l.club, l.slot, l.player_id, l.player_name, l.position,
    l.bats
FROM event_file_lineup AS l JOIN event_file_game AS g ON g.game_id = l.game_id
"""
