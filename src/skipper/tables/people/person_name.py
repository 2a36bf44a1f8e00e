"""Table `person_name`: the people named in a season's games, with each spelling of the name."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="person_name",
    grain="one row per season, id and spelling",
    key=("season", "source", "id", "name"),
    sources="Retrosheet game logs (managers, starting pitchers, lineups) and event files (lineups and substitutes); "
    "Retrosheet's CSV files (managers, starting pitchers, lineups); "
    "the Stats API (lineups, starting pitchers, managers)",
    columns=pick(
        SHARED,
        "season",
        Column("source", "string", "source of the id: retrosheet or mlbam", required=True),
        Column("id", "string", "the id", required=True),
        "person_id",
        Column("name", "string", "the name as spelled in the games; null if they give only the id"),
        Column("mentions", "long", "number of times the season's files use this spelling", required=True),
    ),
    checks=(
        Check(
            "person_name: every person is in person",
            "SELECT DISTINCT season, person_id FROM person_name ANTI JOIN person USING (person_id)",
            "a person is missing from `person`; rebuild all seasons with the same Register and Lahman tables",
        ),
    ),
    small=True,
)

SQL = """
WITH named AS (FROM gamelog_person UNION ALL BY NAME FROM event_file_person UNION ALL BY NAME FROM csv_person
    UNION ALL BY NAME FROM statsapi_named)
SELECT
    n.season, n.id_source AS source, n.source_id AS id,
    coalesce(k.person_id, n.id_source || ':' || n.source_id) AS person_id,
    n.name, sum(n.mentions) AS mentions
FROM named AS n LEFT JOIN known_person AS k ON k.source_id = n.source_id
GROUP BY ALL
"""
