"""Table `organization`: major-league clubs with their farm systems, by season."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="organization",
    grain="one row per season, source and organization",
    key=("season", "source", "organization"),
    by_season=False,
    sources="affiliation",
    columns=pick(
        SHARED,
        "season",
        Column("source", "string", "source of the affiliations", required=True),
        Column("organization", "string", "the source's organization code", required=True),
        Column("name", "string", "the organization's name that season", required=True),
        Column("affiliates", "int", "number of clubs the source lists", required=True),
    ),
)

SQL = """
SELECT season, source, organization, any_value(organization_name) AS name, count(*) AS affiliates
FROM affiliation WHERE organization IS NOT NULL GROUP BY season, source, organization
"""
