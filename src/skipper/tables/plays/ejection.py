"""Table `ejection`: one row per ejection."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="ejection",
    grain="one row per ejection",
    key=("game_id", "sequence"),
    sources='Retrosheet event files: comments of the form `com,"ej,person,role,umpire,reason"`; the Stats API\'s '
    "feeds; Retrosheet's list of ejections",
    notes="A person's ejection from a game counts once, whatever the sources. The list's ejections follow those of the "
    "plays in `sequence`. An ejection of the list whose game the lake does not have is not here.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        "date",
        Column("sequence", "int", "number of the ejection in the game, from 1", required=True),
        Column("ejected_id", "string", "the source's id of the ejected person; null if the source does not give it"),
        Column("ejected_person_id", "string", "person_id of the ejected person; null if unknown"),
        Column("role", "string", "manager, coach, player or other; null if the comment does not say"),
        Column("umpire_id", "string", "the source's id of the umpire; null if unknown"),
        Column("reason", "string", "the reason given in the comment; null if none"),
        Column(
            "club",
            "string",
            "the club's code, as the list states it, if that club played. Without the list, for the manager who ran "
            "the game or is credited with it, the club managed. For another person ejected as manager, the club for "
            "which Lahman Managers lists the person, if that club's manager in the game is unknown. For others, the "
            "club whose roster lists the person, or whose coach (table coach) the person was that day. Null if "
            "neither club or both clubs match, as for most coaches without a list of coaches, because the comment "
            "gives no club",
        ),
        Column("source", "string", "plays, list or both", required=True),
        "source_file",
        "source_line",
    ),
)

# The list's game is found by its day, its number and its person's club or, as some lines have a club that did not play,
# by the home club in its id. A comment may have a title before a name that the list has alone: the end decides.
# A person who ran the game for a club, or is credited with it, belongs to that club, regardless of the role in the
# comment. Anyone else ejected as manager belongs to the club that has the person among its appointed managers for the
# season, if that club's manager in the game is unknown. A person who matches both clubs is assigned to neither.
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
),
coached AS (
    SELECT g.game_id, c.coach_id AS ejected_id, CASE WHEN count(DISTINCT g.club) = 1 THEN min(g.club) END AS club
    FROM club_game AS g
    JOIN listed_coach AS c
        ON c.season = g.season AND c.club = g.club AND g.date BETWEEN c.first_day AND c.last_day
    GROUP BY g.game_id, c.coach_id
),
of_plays AS (
    SELECT
        e.* EXCLUDE (club), coalesce(e.ejected_person_id, e.ejected_id) AS who,
        CASE
            WHEN e.role = 'manager' THEN coalesce(ran.club, listed.club, e.club)
            ELSE coalesce(e.club, ran.club, coached.club)
        END AS club
    FROM event_file_ejection AS e
    LEFT JOIN ran ON ran.game_id = e.game_id AND ran.ejected_id = e.ejected_id
    LEFT JOIN coached ON coached.game_id = e.game_id AND coached.ejected_id = e.ejected_id
    LEFT JOIN listed ON listed.game_id = e.game_id AND listed.ejected_id = e.ejected_id
),
games AS (
    SELECT game_id, season, date, game_number, list(club) AS clubs FROM club_game GROUP BY ALL
),
placed AS (
    SELECT
        l.* EXCLUDE (home) REPLACE (if(list_contains(g.clubs, l.club), l.club, NULL) AS club), g.game_id
    FROM listed_ejection AS l
    JOIN games AS g ON g.season = l.season AND g.date = l.date AND g.game_number = l.game_number
        AND (list_contains(g.clubs, l.club) OR list_contains(g.clubs, l.home))
    QUALIFY row_number() OVER (
        PARTITION BY l.source_file, l.source_line
        ORDER BY list_contains(g.clubs, l.club) DESC, list_contains(g.clubs, l.home) DESC, g.game_id) = 1
),
of_list AS (
    SELECT
        l.*, coalesce(p.person_id, k.person_id) AS ejected_person_id,
        coalesce(p.person_id, k.person_id, l.ejected_id) AS who
    FROM placed AS l
    LEFT JOIN season_person AS p ON p.source_id = l.ejected_id
    LEFT JOIN known_person AS k ON k.source_id = l.ejected_id
    QUALIFY row_number() OVER (PARTITION BY l.game_id, who ORDER BY l.source_line) = 1
),
more AS (
    SELECT l.*, coalesce(n.number, 0) + row_number() OVER (PARTITION BY l.game_id ORDER BY l.source_line) AS sequence
    FROM of_list AS l ANTI JOIN of_plays AS e ON e.game_id = l.game_id AND ends_with(e.who, l.who)
    LEFT JOIN (SELECT game_id, max(sequence) AS number FROM of_plays GROUP BY game_id) AS n ON n.game_id = l.game_id
)
SELECT
    e.* EXCLUDE (who) REPLACE (
        coalesce(e.role, l.role) AS role, coalesce(e.umpire_id, l.umpire_id) AS umpire_id,
        coalesce(e.reason, l.reason) AS reason, coalesce(l.club, e.club) AS club),
    if(l.game_id IS NULL, 'plays', 'both') AS source
FROM of_plays AS e LEFT JOIN of_list AS l ON l.game_id = e.game_id AND ends_with(e.who, l.who)
UNION ALL BY NAME
SELECT
    game_id, season, date, sequence::INTEGER AS sequence, ejected_id, ejected_person_id, role, umpire_id, reason, club,
    source_file, source_line, 'list' AS source
FROM more
"""
