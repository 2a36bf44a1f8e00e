"""Everyone named in a season's games or listed as a manager by Lahman: the lookup for the season's tables."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_person", grain="one row per Retrosheet or MLBAM id of a person", published=False)

SQL = """
WITH named AS (
    SELECT DISTINCT id AS source_id, person_id FROM person_name
    UNION
    SELECT DISTINCT a.source_id, k.person_id
    FROM (
        SELECT unnest(appointed) AS source_id FROM appointed_manager
        WHERE season IN (SELECT season FROM source_game)
    ) AS a JOIN known_person AS k USING (source_id)
),
by_hand AS (
    SELECT manager_id AS source_id, any_value(manager_person_id) AS person_id, any_value(manager_name) AS name
    FROM listed_manager
    WHERE season IN (SELECT season FROM source_game)
    GROUP BY manager_id
)
SELECT n.source_id, n.person_id, k.name, k.throws
FROM named AS n LEFT JOIN known_person AS k ON k.source_id = n.source_id
UNION ALL
SELECT h.source_id, h.person_id, coalesce(k.name, h.name), k.throws
FROM by_hand AS h LEFT JOIN known_person AS k ON k.source_id = h.source_id
WHERE NOT EXISTS (FROM named AS n WHERE n.source_id = h.source_id)
"""
