"""Lahman's won-lost records by club and season and by manager, club and season: the reference for `record_difference`.

Managers whose Retrosheet id is unknown are omitted.
"""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="reference_record",
    grain="one row per season and club, with `manager_id` null, and one row per season, club and manager",
    by_season=False,
    published=False,
)

SQL = """
SELECT season, club, NULL::VARCHAR AS manager_id, games, wins, losses FROM lahman_teams
UNION ALL
SELECT
    t.season, t.club, p.retrosheet_id, sum(m.games)::INTEGER, sum(m.wins)::INTEGER, sum(m.losses)::INTEGER
FROM lahman_managers AS m
JOIN lahman_club_season AS t USING (season, lahman_club)
JOIN person_of_lahman AS p ON p.lahman_id = m.lahman_id
WHERE p.retrosheet_id IS NOT NULL
GROUP BY t.season, t.club, p.retrosheet_id
"""
