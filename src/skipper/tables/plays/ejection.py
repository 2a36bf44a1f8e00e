"""Table `ejection`: one row per man sent off."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="ejection",
    grain="one row per ejection",
    key=("game_id", "sequence"),
    sources='Retrosheet event files: comments of the form `com,"ej,person,role,umpire,reason"`',
    columns=pick(
        SHARED,
        "game_id",
        "season",
        "date",
        Column("sequence", "int", "number of the ejection in the game, from 1", required=True),
        Column("ejected_id", "string", "Retrosheet id of the man sent off", required=True),
        Column("ejected_person_id", "string", "person_id of the man sent off; null where nobody knows him"),
        Column("role", "string", "manager, coach, player or other; null where the comment does not say"),
        Column("umpire_id", "string", "Retrosheet id of the umpire; null where unknown"),
        Column("reason", "string", "as the comment gives it; null where it does not"),
        Column(
            "club",
            "string",
            "his club's code: of who ran the game, or is credited with it, that club; of another manager the one of "
            "the two, its manager of the game not known, that had him by Lahman Managers; of others the one whose "
            "roster has him; null where that is neither or both, such as of a coach, whom comments give no club",
        ),
        "source_file",
        "source_line",
    ),
    rows_need=("event_file_ejection",),
)

# Whoever ran the game for a club, or is credited with it, is that club's, whatever the role in the comment. A person
# ejected as manager who did neither is of the one club that lacks a manager for the game and has that person among
# its appointed managers of the season. Whoever would be both clubs' is neither's.
SQL = """
WITH in_charge AS (
    SELECT DISTINCT game_id, club, unnest([manager_id, credited_manager_id]) AS ejected_id FROM club_game
),
ran AS (
    SELECT game_id, ejected_id, CASE WHEN count(DISTINCT club) = 1 THEN min(club) END AS club
    FROM in_charge WHERE ejected_id IS NOT NULL GROUP BY game_id, ejected_id
),
may_have AS (
    SELECT g.game_id, g.club, unnest(a.appointed) AS ejected_id
    FROM club_game AS g JOIN appointed_manager AS a ON a.season = g.season AND a.club = g.club
    WHERE g.manager_source IS DISTINCT FROM 'game_log'
),
listed AS (
    SELECT game_id, ejected_id, CASE WHEN count(DISTINCT club) = 1 THEN min(club) END AS club
    FROM may_have GROUP BY game_id, ejected_id
)
SELECT
    e.* EXCLUDE (club),
    CASE
        WHEN e.role = 'manager' THEN coalesce(ran.club, listed.club, e.club)
        ELSE coalesce(e.club, ran.club)
    END AS club
FROM event_file_ejection AS e
LEFT JOIN ran ON ran.game_id = e.game_id AND ran.ejected_id = e.ejected_id
LEFT JOIN listed ON listed.game_id = e.game_id AND listed.ejected_id = e.ejected_id
"""
