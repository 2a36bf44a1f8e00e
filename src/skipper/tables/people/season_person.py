"""Every person named in a season's games or listed as manager by Lahman: the lookup for the season's tables."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_person", grain="one row per id of a person, Retrosheet's or MLBAM's", published=False)

SQL = """
WITH named AS (
    SELECT DISTINCT id AS source_id, person_id FROM person_name
    UNION
    SELECT DISTINCT a.source_id, k.person_id
    FROM (
        SELECT unnest(appointed) AS source_id FROM appointed_manager
        WHERE season IN (SELECT season FROM source_game)
    ) AS a JOIN known_person AS k USING (source_id)
)
SELECT n.source_id, n.person_id, k.name, k.throws
FROM named AS n LEFT JOIN known_person AS k ON k.source_id = n.source_id
"""
