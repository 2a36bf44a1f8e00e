"""Every person named in a season's games or listed as manager by Lahman: the lookup for the season's tables."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="season_person", grain="one row per Retrosheet id", published=False)

SQL = """
WITH named AS (
    SELECT DISTINCT id AS retrosheet_id, person_id FROM person_name
    UNION
    SELECT DISTINCT a.retrosheet_id, k.person_id
    FROM (
        SELECT unnest(appointed) AS retrosheet_id FROM appointed_manager
        WHERE season IN (SELECT season FROM source_game)
    ) AS a JOIN known_person AS k USING (retrosheet_id)
),
by_hand AS (
    SELECT manager_id, any_value(manager_person_id) AS person_id, any_value(manager_name) AS name
    FROM listed_manager
    WHERE season IN (SELECT season FROM source_game) AND manager_id IS NOT NULL
    GROUP BY manager_id
)
SELECT n.retrosheet_id, n.person_id, k.name, k.throws
FROM named AS n LEFT JOIN known_person AS k ON k.retrosheet_id = n.retrosheet_id
UNION ALL
SELECT manager_id, person_id, name, NULL FROM by_hand ANTI JOIN named ON named.retrosheet_id = by_hand.manager_id
"""
