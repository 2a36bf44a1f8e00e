"""The most frequent spelling of each person's name in a season's games; ties go to the longest.

A name in Skipper's list of spellings takes precedence.
"""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_name", grain="one row per season and id of a person", published=False)

SQL = """
SELECT
    season, id AS source_id, coalesce(any_value(s.name), arg_max(n.name, (mentions, length(n.name), n.name))) AS name
FROM person_name AS n LEFT JOIN spelling AS s ON s.retrosheet_id = n.id
WHERE n.name IS NOT NULL GROUP BY season, id
"""
