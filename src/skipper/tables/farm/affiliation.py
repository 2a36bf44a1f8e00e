"""Table `affiliation`: each organization's clubs, by season."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="affiliation",
    grain="one row per source, club and season",
    key=("season", "source", "source_club"),
    by_season=False,
    sources="Minor League Splits; Stats API team lists by season, and milb-history team eras",
    notes="`club` links the sources: it is the play-by-play club with the same name that season. Clubs "
    "without games in the lake have rows too. Organization names are as given by the source.",
    columns=pick(
        SHARED,
        "season",
        Column("source", "string", "minor_league_splits, milb_history or statsapi", required=True),
        Column("source_club", "string", "the source's club code", required=True),
        Column("club", "string", "the club's code in the play-by-play; null if no club there has that name"),
        Column("name", "string", "the club's name that season; null if the source gives only the current name"),
        Column("league", "string", "league code; null if the source names no league in Skipper's lists"),
        Column(
            "level",
            "string",
            "the league's level that season, else the level the source states; null if neither is known",
        ),
        Column(
            "organization", "string", "the source's organization code; null for a club shared by several organizations"
        ),
        Column("organization_name", "string", "the organization's name; null with organization"),
    ),
)

SQL = """
SELECT
    a.season, a.source, a.source_club, if(a.source = 'minor_league_splits', a.source_club, t.club) AS club, a.name,
    coalesce(a.league, n.league) AS league,
    coalesce(l.level, n.level, a.level) AS level,
    if(a.organization_name IS NOT NULL, a.organization, NULL) AS organization, a.organization_name
FROM affiliate AS a
LEFT JOIN league AS l
    ON l.league = a.league AND a.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
LEFT JOIN league AS n
    ON a.league IS NULL AND n.name = a.league_name AND a.season BETWEEN n.first_season AND coalesce(n.last_season, 9999)
LEFT JOIN (
    SELECT b.season, b.name, any_value(b.source_club) AS club
    FROM affiliate AS b WHERE b.source = 'minor_league_splits' GROUP BY b.season, b.name HAVING count(*) = 1
) AS t ON t.season = a.season AND t.name = a.name
"""
