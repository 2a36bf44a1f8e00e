"""The clubs in the Stats API's games, with their codes in the lake."""

from __future__ import annotations

from skipper.definitions.clubs import linked, of_place
from skipper.lake.contract import Table

TABLE = Table(
    name="statsapi_club",
    grain="one row per club of the Stats API, or parent organization of one, and season",
    notes="`club` is the club's code in the play-by-play; else, in the majors, its Retrosheet code, which the API's "
    "`teamCode` has in lower case; else the API's id. `league` is the code in the list of leagues, which includes "
    "every league in the API.",
    published=False,
)

# affiliation links the clubs in the seasons for which the list next to the play-by-play has organizations.
_ALIKE = f"""
SELECT t.season, t.team_id AS code, g.club, {of_place("t.name", "m.place")} AS evidence
FROM team AS t
JOIN (SELECT DISTINCT season, league, club FROM event_file_club_game) AS g USING (season, league)
JOIN minor_team AS m ON m.club = g.club
"""
# Names change and differ (the Los Angeles Angels of 2019 are the Los Angeles Angels of Anaheim in Lahman), so only
# codes count: teamCode is Retrosheet's (ana, nya, was), fileCode and abbreviation are often Baseball-Reference's (LAA,
# NYY). A code may be another club's in the other system (KCA), so teamCode comes first, and Retrosheet's codes before
# the others. A name only decides between clubs that a code has found, and finds the parent organizations of a list of
# minor-league clubs alone, for which the API gives an id and a name.
_MAJOR = """
WITH code AS (
    SELECT season, team_id, name, unnest([code, file_code, abbreviation]) AS code, unnest([6, 4, 4]) AS evidence
    FROM team WHERE level = 'MLB'
),
known AS (
    SELECT season, club, club AS code, name, 3 AS evidence FROM lahman_teams WHERE club IS NOT NULL
    UNION ALL
    SELECT season, club, lahman_club, name, 1 FROM lahman_teams WHERE club IS NOT NULL
    UNION ALL
    SELECT season, club, baseball_reference_club, name, 1 FROM lahman_teams WHERE club IS NOT NULL
    UNION ALL
    SELECT DISTINCT season, unnest([home_club, visitor_club]) AS club, club, NULL, 3 FROM gamelog
    UNION ALL
    SELECT DISTINCT season, unnest([home_club, visitor_club]) AS club, club, NULL, 3 FROM event_file_game
    WHERE source = 'retrosheet_event'
)
SELECT c.season, c.team_id AS code, k.club, c.evidence + k.evidence + if(c.name = k.name, 0.5, 0) AS evidence
FROM code AS c JOIN known AS k ON k.season = c.season AND k.code = upper(c.code)
UNION ALL
SELECT t.season, t.team_id, b.club, 0.5
FROM team AS t JOIN lahman_teams AS b ON b.season = t.season AND b.name = t.name
WHERE t.is_parent
"""
SQL = f"""
WITH listed AS (
    SELECT season, team_id, name, level, code, file_code, abbreviation, league, league_id, false AS is_parent
    FROM statsapi_team
    UNION ALL BY NAME
    SELECT DISTINCT season, parent_id AS team_id, parent AS name, 'MLB' AS level, true AS is_parent
    FROM statsapi_team
    WHERE parent_id IS NOT NULL AND (season, parent_id) NOT IN (SELECT (season, team_id) FROM statsapi_team)
),
team AS (
    SELECT
        t.season, t.team_id, any_value(t.name) AS name, any_value(t.level) AS level, any_value(t.code) AS code,
        any_value(t.file_code) AS file_code, any_value(t.abbreviation) AS abbreviation,
        coalesce(min(l.league), any_value(t.league_id)) AS league, bool_and(t.is_parent) AS is_parent
    FROM listed AS t
    LEFT JOIN league AS l ON l.name = t.league AND t.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
    GROUP BY t.season, t.team_id
),
linked AS ({linked(_ALIKE)}),
major AS ({linked(_MAJOR)})
SELECT
    t.season, t.team_id, coalesce(nullif(a.club, t.team_id), k.club, j.club, t.team_id) AS club, t.name, t.league,
    t.level = 'MLB' AND j.club IS NULL AS lacks_code
FROM team AS t
LEFT JOIN affiliation AS a ON a.source = 'statsapi' AND a.season = t.season AND a.source_club = t.team_id
LEFT JOIN linked AS k ON k.season = t.season AND k.code = t.team_id
LEFT JOIN major AS j ON j.season = t.season AND j.code = t.team_id
"""
