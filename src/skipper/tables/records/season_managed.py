"""The seasons in which each person managed, from Lahman's Managers."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_managed", grain="one row per person and season", by_season=False, published=False)

SQL = """
SELECT DISTINCT p.person_id AS manager_person_id, m.season
FROM lahman_managers AS m JOIN person_of_lahman AS p ON p.lahman_id = m.lahman_id
"""
