"""Regular-season starts by manager, player, slot, position and opposing hand, with the first and last start.

Both usage tables read this table, so lineups are counted once. `manager_id` is null if the manager is unknown."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="slot_start",
    grain="one row per manager, season, club, player, slot, position and opposing hand",
    published=False,
)

SQL = """
SELECT
    g.manager_id, l.season, l.club, l.player_id, l.slot, l.position, g.opposing_starter_throws AS opposing_hand,
    count(*)::INTEGER AS starts, min(g.played) AS first_start, max(g.played) AS last_start
FROM lineup AS l JOIN regular_club_game AS g ON g.game_id = l.game_id AND g.club = l.club
GROUP BY ALL
"""
