"""Table `career_event`: career events other than games, with their source."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="career_event",
    grain="one row per debut or award",
    key=("person_id", "kind", "what", "season", "source"),
    by_season=False,
    sources="the sources of `person` (debuts) and `award`",
    notes="Events from stored reports are in `reported_career_event`.",
    columns=(
        Column("person_id", "string", "who", required=True),
        Column("person_name", "string", "the person's usual name; null if no source gives one"),
        Column("kind", "string", "debut or award", required=True),
        Column("what", "string", "the award and its league; for a debut, a fixed description", required=True),
        Column("season", "int", "award season, or year of the debut", required=True),
        Column("first_day", "date", "date of the debut; null for an award"),
        Column("last_day", "date", "same as first_day; null for an award"),
        Column("source", "string", "table the event comes from: person or award", required=True),
    ),
)

SQL = """
SELECT
    person_id, name AS person_name, 'debut' AS kind, 'first major-league game as a player' AS what,
    year(debut) AS season, debut AS first_day, debut AS last_day, 'person' AS source
FROM merged_person WHERE debut IS NOT NULL
UNION ALL
SELECT
    a.person_id, p.name AS person_name, 'award' AS kind, concat_ws(', ', a.award, a.league) AS what,
    a.season, CAST(NULL AS DATE) AS first_day, CAST(NULL AS DATE) AS last_day, 'award' AS source
FROM award AS a LEFT JOIN merged_person AS p ON p.person_id = a.person_id
WHERE a.won AND a.person_id IS NOT NULL
"""
