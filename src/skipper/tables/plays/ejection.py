"""Table `ejection`: one row per ejection."""

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
        Column("ejected_id", "string", "Retrosheet id of the person ejected", required=True),
        Column("ejected_person_id", "string", "person_id of the person ejected; null where unknown"),
        Column("role", "string", "manager, coach, player or other; null where the comment does not say"),
        Column("umpire_id", "string", "Retrosheet id of the umpire; null where unknown"),
        Column("reason", "string", "the reason in the comment; null where it gives none"),
        Column(
            "club",
            "string",
            "the club's code: for the manager who ran the game or is credited with it, the club managed; for another "
            "manager, the club of unknown manager in the game that lists the person in Lahman Managers; for others, "
            "the club whose roster lists the person; null where neither or both match, such as for coaches, whose "
            "comments give no club",
        ),
        "source_file",
        "source_line",
    ),
    rows_need=("event_file_ejection",),
)

# A person who ran the game for a club, or is credited with it, belongs to that club, whatever the role in the comment.
# Any other person ejected as manager belongs to the club that lacks a manager for the game and has that person among
# its appointed managers of the season. A person who matches both clubs gets neither.
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
