"""Every person in the Register or Lahman whom games can name: the lookup table for all seasons."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="known_person",
    grain="one row per Retrosheet or MLBAM id of a person",
    by_season=False,
    notes="A Retrosheet id begins with a letter and an MLBAM id is a number, so no id is in both sources. Only "
    "minor-league players have their MLBAM ids here, because every season's task receives this table.",
    published=False,
)

SQL = """
SELECT retrosheet_id AS source_id, 'retrosheet' AS id_source, person_id, name, throws
FROM merged_person WHERE retrosheet_id IS NOT NULL
UNION ALL
SELECT mlbam_id, 'mlbam', person_id, name, throws FROM merged_person SEMI JOIN minor_player USING (mlbam_id)
"""
