"""The clubs in the Stats API's games, with their codes in the lake."""

from __future__ import annotations

from skipper.definitions.clubs import linked, of_place
from skipper.lake.contract import Table

TABLE = Table(
    name="statsapi_club",
    grain="one row per club of the Stats API and season",
    notes="`club` is the club's code in the play-by-play; else, in the majors, the Retrosheet code of the club with "
    "that name in Lahman; else the API's id. `league` is the code in the list of leagues, which includes every "
    "league "
    "in the API.",
    published=False,
)

# affiliation links the clubs in the seasons for which the list next to the play-by-play has organizations.
_ALIKE = f"""
SELECT t.season, t.team_id AS code, g.club, {of_place("t.name", "m.place")} AS evidence
FROM team AS t
JOIN (SELECT DISTINCT season, league, club FROM event_file_club_game) AS g USING (season, league)
JOIN minor_team AS m ON m.club = g.club
"""
SQL = f"""
WITH team AS (
    SELECT
        t.season, t.team_id, any_value(t.name) AS name, any_value(t.level) AS level,
        coalesce(min(l.league), any_value(t.league_id)) AS league
    FROM statsapi_team AS t
    LEFT JOIN league AS l ON l.name = t.league AND t.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
    GROUP BY t.season, t.team_id
),
linked AS ({linked(_ALIKE)}),
major AS (SELECT season, name, any_value(club) AS club FROM lahman_teams GROUP BY season, name)
SELECT
    t.season, t.team_id, coalesce(nullif(a.club, t.team_id), k.club, j.club, t.team_id) AS club, t.name, t.league
FROM team AS t
LEFT JOIN affiliation AS a ON a.source = 'statsapi' AND a.season = t.season AND a.source_club = t.team_id
LEFT JOIN linked AS k ON k.season = t.season AND k.code = t.team_id
LEFT JOIN major AS j ON j.season = t.season AND j.name = t.name AND t.level = 'MLB'
"""
