"""Every person in the Register or Lahman whom games may name: the lookup table for all seasons."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="known_person",
    grain="one row per Retrosheet or MLBAM id of a person, other id in listed_manager, or manager whom Lahman lists "
    "without a Retrosheet id (`lahman:` with Lahman's id)",
    by_season=False,
    notes="A Retrosheet id begins with a letter and an MLBAM id is a number, so no id is in both sources. Every "
    "season's task receives this table, so it has the MLBAM ids of all only if the build reads minor-league plays or "
    "the Stats API, whose games may name anybody; otherwise only those of listed managers.",
    published=False,
)

SQL = """
SELECT retrosheet_id AS source_id, 'retrosheet' AS id_source, person_id, name, throws
FROM merged_person WHERE retrosheet_id IS NOT NULL
UNION ALL
SELECT mlbam_id, 'mlbam', person_id, name, throws FROM merged_person
WHERE mlbam_id IS NOT NULL
    AND (mlbam_id IN (SELECT manager_id FROM listed_manager) OR EXISTS (SELECT 1 FROM mlbam_source))
UNION ALL
SELECT o.id, o.source, p.person_id, p.name, p.throws
FROM other_id AS o JOIN merged_person AS p USING (person_id)
WHERE o.source = 'retrosheet' OR (o.source = 'mlbam' AND EXISTS (SELECT 1 FROM mlbam_source))
UNION ALL
SELECT DISTINCT l.manager_id, 'listed', p.person_id, p.name, p.throws
FROM listed_manager AS l JOIN merged_person AS p ON p.person_id = l.manager_person_id
WHERE l.manager_id IS DISTINCT FROM p.mlbam_id
UNION ALL
SELECT 'lahman:' || lahman_id, 'lahman', person_id, name, throws FROM merged_person
WHERE retrosheet_id IS NULL
    AND person_id IN (SELECT o.person_id FROM lahman_managers AS m JOIN person_of_lahman AS o USING (lahman_id))
"""
