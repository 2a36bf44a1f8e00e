"""Lahman's records by club and season and by manager, club and season: the reference for `record_difference`."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="reference_record",
    grain="one row per season and club, with `manager_id` null, and one row per season, club and manager",
    by_season=False,
    notes="`manager_id` is the Retrosheet id or, for a manager without one, `lahman:` with the book's own id. A club's "
    "managers are omitted if People lacks one of them: nobody can say then which of them ran its games.",
    published=False,
)

SQL = """
WITH listed AS (
    SELECT
        t.season, t.club, p.person_id, coalesce(p.retrosheet_id, 'lahman:' || p.lahman_id) AS manager_id, p.name,
        m.games, m.wins, m.losses
    FROM lahman_managers AS m
    JOIN lahman_club_season AS t USING (season, lahman_club)
    LEFT JOIN person_of_lahman AS o ON o.lahman_id = m.lahman_id
    LEFT JOIN merged_person AS p ON p.person_id = o.person_id
    QUALIFY count(*) OVER (PARTITION BY t.season, t.club) = count(p.person_id) OVER (PARTITION BY t.season, t.club)
)
SELECT
    season, club, NULL::VARCHAR AS manager_id, NULL::VARCHAR AS manager_person_id, NULL::VARCHAR AS manager_name,
    games, wins, losses
FROM lahman_teams
UNION ALL
SELECT
    season, club, manager_id, any_value(person_id), any_value(name), sum(games)::INTEGER, sum(wins)::INTEGER,
    sum(losses)::INTEGER
FROM listed
GROUP BY season, club, manager_id
"""
