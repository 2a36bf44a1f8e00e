"""The person of each Lahman id, also of ids whose row another row of the person replaces."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="person_of_lahman",
    grain="one row per Lahman id",
    by_season=False,
    notes="`retrosheet_id` is null if the person has none.",
    published=False,
)

SQL = """
SELECT lahman_id, person_id, retrosheet_id FROM merged_person WHERE lahman_id IS NOT NULL
UNION ALL
SELECT o.id, o.person_id, p.retrosheet_id
FROM other_id AS o JOIN merged_person AS p USING (person_id) WHERE o.source = 'lahman'
"""
