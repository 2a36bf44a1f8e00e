"""The manager of a club-season according to the Stats API's list of coaches, if it has exactly one manager and no
interim manager."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="statsapi_manager",
    grain="one row per club and season",
    notes="The list has neither dates nor order, so for a club with two managers, or a manager and an interim manager, "
    "it does not say who ran a game.",
    published=False,
)

SQL = """
SELECT c.season, coalesce(any_value(t.club), c.team_id) AS club, min(c.person_id) AS manager_id, min(c.name) AS name
FROM statsapi_coach AS c
LEFT JOIN statsapi_club AS t ON t.season = c.season AND t.team_id = c.team_id
WHERE c.job_id IN ('MNGR', 'NTRM')
GROUP BY c.season, c.team_id
HAVING count(DISTINCT c.person_id) = 1 AND bool_and(c.job_id = 'MNGR')
"""
