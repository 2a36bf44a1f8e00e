"""Each season's minor-league clubs, with the names that their sources give them."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="named_club",
    grain="one row per club and season",
    notes="`place` is the start of the club's name in other sources, such as Brooklyn in Brooklyn Cyclones.",
    published=False,
)

SQL = """
SELECT season, league, club, any_value(name) AS name, any_value(name) AS place
FROM (
    SELECT season, league, home_club AS club, home_name AS name FROM score
    UNION ALL
    SELECT season, league, visitor_club, visitor_name FROM score
)
GROUP BY season, league, club
UNION ALL
SELECT DISTINCT g.season, g.league, g.club, t.name, t.place
FROM source_club_game AS g JOIN minor_team AS t ON t.club = g.club AND g.source <> 'minors_scores'
UNION ALL
SELECT c.season, c.league, c.club, any_value(c.name), any_value(c.name)
FROM statsapi_club AS c
ANTI JOIN minor_team AS t ON t.club = c.club
WHERE c.club IN (SELECT club FROM club_game_of_statsapi)
GROUP BY c.season, c.league, c.club
"""
