"""The manager of each club-game according to the manager file, if the file names one manager for that day."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="manager_by_hand",
    grain="one row per club per game",
    notes="A manager counts as suspended only on days that are certainly within the suspension. Days on which two "
    "managers are listed, or no manager is certain, have no row.",
    published=False,
)

SQL = r"""
WITH in_charge AS (
    SELECT g.game_id, g.club, l.manager_name, l.manager_id, l.manager_person_id, l.confidence
    FROM (SELECT DISTINCT game_id, club, season, date FROM source_club_game) AS g
    JOIN listed_club AS l ON l.season = g.season AND l.club = g.club AND l.role IN ('manager', 'interim')
        AND (l.first_day IS NULL OR g.date >= l.first_day) AND (l.last_day IS NULL OR g.date <= l.last_day)
    ANTI JOIN (SELECT * FROM listed_club WHERE role = 'suspended') AS s
        ON s.season = l.season AND s.club = l.club AND s.manager_name = l.manager_name
        AND g.date BETWEEN s.first_day AND s.last_day
)
SELECT
    game_id, club, any_value(manager_name) AS manager_name, any_value(manager_id) AS manager_id,
    any_value(manager_person_id) AS manager_person_id, any_value(confidence) AS confidence
FROM in_charge GROUP BY game_id, club HAVING count(DISTINCT manager_name) = 1
"""
