"""The most frequent spelling of each person's name in a season's games; ties go to the longest."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_name", grain="one row per season and id of a person", published=False)

SQL = """
SELECT season, id AS source_id, arg_max(name, (mentions, length(name), name)) AS name
FROM person_name WHERE name IS NOT NULL GROUP BY season, id
"""
