"""Table `affiliation`: each organization's clubs, by season."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="affiliation",
    grain="one row per source, club and season",
    key=("season", "source", "source_club"),
    by_season=False,
    sources="Minor League Splits; the Stats API's teams by season; milb-history",
    notes="`club` links the sources: it is the club's code in the play-by-play or, without play-by-play, the code of "
    "the Stats API's club with the same name that season. Clubs without games in the lake are included. Organizations "
    "are named as in the source.",
    columns=pick(
        SHARED,
        "season",
        Column("source", "string", "minor_league_splits, milb_history or statsapi", required=True),
        Column("source_club", "string", "the source's code for the club", required=True),
        Column(
            "club",
            "string",
            "the club's code in the lake's games: from the play-by-play, else from the Stats API; null if neither has "
            "a club of that name",
        ),
        Column("name", "string", "the club's name that season; null if the source gives only its current name"),
        Column(
            "league",
            "string",
            "league code; null if the source names no league, or one missing from the league list",
        ),
        Column(
            "level",
            "string",
            "the league's level that season, else the level stated by the source; null if neither is known",
        ),
        Column("organization", "string", "the source's code for the organization; null for a club shared by several"),
        Column("organization_name", "string", "the organization's name; null for a club shared by several"),
    ),
)

SQL = """
SELECT
    a.season, a.source, a.source_club, CASE
        WHEN a.source = 'minor_league_splits' THEN a.source_club
        WHEN a.source = 'statsapi' THEN coalesce(t.club, a.source_club)
        ELSE coalesce(t.club, s.club)
    END AS club, a.name,
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
LEFT JOIN (
    SELECT b.season, b.name, any_value(b.source_club) AS club
    FROM affiliate AS b WHERE b.source = 'statsapi' GROUP BY b.season, b.name HAVING count(*) = 1
) AS s ON s.season = a.season AND s.name = a.name
"""
