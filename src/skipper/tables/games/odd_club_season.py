"""Club-seasons with a game run by someone other than an appointed manager; only these need crediting."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="odd_club_season",
    grain="one row per season and club",
    notes="`game_ids` and `managers` (ids, null if unknown) are in order of play; `appointed` is null if Lahman "
    "lacks the club's season.",
    published=False,
)

SQL = """
SELECT
    g.season, g.club, any_value(a.appointed) AS appointed,
    list(g.game_id ORDER BY g.date, g.game_number, g.game_id) AS game_ids,
    list(g.manager_id ORDER BY g.date, g.game_number, g.game_id) AS managers
FROM managed_club_game AS g LEFT JOIN appointed_manager AS a ON a.season = g.season AND a.club = g.club
GROUP BY g.season, g.club
HAVING bool_or(a.appointed IS NULL OR g.manager_id IS NULL OR NOT list_contains(a.appointed, g.manager_id))
"""
