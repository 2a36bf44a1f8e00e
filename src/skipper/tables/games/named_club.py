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
SELECT
    season, arg_min(league, precedence) AS league, club, arg_min(name, precedence) AS name,
    arg_min(place, precedence) AS place
FROM (
    SELECT DISTINCT 1 AS precedence, g.season, g.league, g.club, t.name, t.place
    FROM source_club_game AS g JOIN minor_team AS t ON t.club = g.club AND g.source <> 'minors_scores'
    UNION ALL
    SELECT 2, season, league, club, name, name FROM statsapi_club
    WHERE club IN (SELECT club FROM club_game_of_statsapi)
    UNION ALL
    SELECT 3, season, league, club, name, name FROM score_club
)
GROUP BY season, club
"""
