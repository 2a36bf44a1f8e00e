"""The clubs in the Stats API's games, with their codes in the lake."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="statsapi_club",
    grain="one row per club of the Stats API and season",
    notes="`club` is the code in the play-by-play of the club with the same name that season, else the API's id. "
    "`league` is the code in the list of leagues, which includes every league in the API.",
    published=False,
)

SQL = """
SELECT
    t.season, t.team_id, coalesce(any_value(a.club), t.team_id) AS club, any_value(t.name) AS name,
    coalesce(min(l.league), any_value(t.league_id)) AS league
FROM statsapi_team AS t
LEFT JOIN affiliation AS a ON a.source = 'statsapi' AND a.season = t.season AND a.source_club = t.team_id
LEFT JOIN league AS l ON l.name = t.league AND t.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
GROUP BY t.season, t.team_id
"""
