"""The clubs that each person managed in a season, from Lahman's Managers."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_managed", grain="one row per person, season and club", by_season=False, published=False)

SQL = """
SELECT DISTINCT p.person_id AS manager_person_id, m.season, c.club
FROM lahman_managers AS m
JOIN person_of_lahman AS p ON p.lahman_id = m.lahman_id
LEFT JOIN lahman_club_season AS c ON c.season = m.season AND c.lahman_club = m.lahman_club
"""
