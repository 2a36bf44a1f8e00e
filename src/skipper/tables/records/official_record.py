"""Won-lost records given by the pages that the manager file cites: a reference for `record_difference`."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="official_record",
    grain="one row per season, club and manager whose rows all give wins and losses",
    notes="`games` is null: a page gives wins and losses alone.",
    published=False,
)

SQL = """
SELECT
    season, club, manager_id, NULL::INTEGER AS games, sum(official_wins)::INTEGER AS wins,
    sum(official_losses)::INTEGER AS losses, any_value(source) AS source
FROM listed_club WHERE role IN ('manager', 'interim') GROUP BY season, club, manager_id
HAVING count(official_wins) = count(*) AND count(official_losses) = count(*)
"""
