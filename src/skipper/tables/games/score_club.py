"""The clubs in minor-league score files, with their codes in the lake."""

from __future__ import annotations

from skipper.definitions.clubs import linked, of_place
from skipper.lake.contract import Table

TABLE = Table(
    name="score_club",
    grain="one row per club of the score file and season",
    notes="`club` is the code of the club in the play-by-play or the Stats API, if either has it in that league and "
    "season, else the score file's. Two clubs match if the score file's place begins the club's name, or if most of "
    "their games have the same day and score.",
    published=False,
    rows_need=("score",),
)

# Places are not enough: Charleston (S.C.) is the Charleston RiverDogs. By chance, clubs in a league have the same score
# on the same day in a few games a season, so at least half must match.
_ALIKE = f"""
SELECT n.season, n.code, k.club, {of_place("k.name", "n.name")} AS evidence
FROM named AS n
JOIN (
    SELECT season, league, club, name FROM affiliation WHERE club IS NOT NULL
    UNION
    SELECT season, league, club, name FROM statsapi_club
) AS k ON k.season = n.season AND k.league = n.league
UNION ALL
SELECT o.season, s.code, o.club, count(*) AS evidence
FROM listed AS s
JOIN other AS o USING (season, league, date, is_home, runs_for, runs_against)
JOIN (SELECT club, count(*) AS games FROM other GROUP BY club) AS all_games ON all_games.club = o.club
GROUP BY o.season, s.code, o.club, games HAVING 2 * count(*) >= games
"""
SQL = f"""
WITH listed AS (
    SELECT season, league, date, home_club AS code, home_name AS name, true AS is_home, home_score AS runs_for,
        visitor_score AS runs_against
    FROM score
    UNION ALL
    SELECT season, league, date, visitor_club, visitor_name, false, visitor_score, home_score FROM score
),
named AS (SELECT season, league, code, any_value(name) AS name FROM listed GROUP BY season, league, code),
other AS (
    SELECT season, league, date, club, is_home, runs_for, runs_against FROM club_game_of_statsapi
    UNION
    SELECT season, league, date, club, is_home, runs_for, runs_against FROM club_game_of_event_files
),
linked AS ({linked(_ALIKE)})
SELECT n.season, n.league, n.code, n.name, coalesce(k.club, n.code) AS club
FROM named AS n LEFT JOIN linked AS k ON k.season = n.season AND k.code = n.code
"""
