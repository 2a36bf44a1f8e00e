"""Won-lost records from the manager file's pages and the Stats API's standings: references for `record_difference`."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="official_record",
    grain="one row per season, club and manager whose rows all give wins and losses; one row per season and club of "
    "the standings, with `manager_id` null",
    notes="`games` is null for a page, which gives only wins and losses. A club with several final records in the "
    "standings has no row.",
    published=False,
)

SQL = """
SELECT
    season, club, manager_id, NULL::INTEGER AS games, sum(official_wins)::INTEGER AS wins,
    sum(official_losses)::INTEGER AS losses, any_value(source) AS source
FROM listed_club WHERE role IN ('manager', 'interim') GROUP BY season, club, manager_id
HAVING count(official_wins) = count(*) AND count(official_losses) = count(*)
UNION ALL
SELECT s.season, c.club, NULL, any_value(s.games), any_value(s.wins), any_value(s.losses), 'Stats API standings'
FROM statsapi_standing AS s JOIN statsapi_club AS c ON c.season = s.season AND c.team_id = s.team_id
GROUP BY s.season, c.club HAVING count(*) = 1
"""
