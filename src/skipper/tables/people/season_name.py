"""The name of each person in a season's games.

It is the person's name in the Register, Lahman or Skipper's list of spellings, as on every page about the person,
because game files spell some managers in other ways (Tony Lovullo). For somebody in none of these it is the most
frequent spelling in the season's games; ties go to the longest.
"""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_name", grain="one row per season and id of a person", published=False)

SQL = """
SELECT
    season, id AS source_id, coalesce(any_value(k.name), arg_max(n.name, (mentions, length(n.name), n.name))) AS name
FROM person_name AS n LEFT JOIN known_person AS k ON k.source_id = n.id
WHERE n.name IS NOT NULL GROUP BY season, id
"""
