"""Table `club_name`: all clubs in the record book by season, with or without games in the lake."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="club_name",
    grain="one row per season and major-league club in the record book",
    key=("season", "lahman_club"),
    by_season=False,
    sources="Lahman Teams; empty if it is not supplied",
    notes="`club` has only clubs with games in the lake; this table has every season's clubs.",
    columns=(
        Column("season", "int", "the season", required=True),
        Column("lahman_club", "string", "Lahman's club code", required=True),
        Column(
            "club",
            "string",
            "the club's code, as in every game table: Retrosheet's, or made from Lahman's id if "
            "Lahman gives none; see identity_decision",
        ),
        Column(
            "baseball_reference_club",
            "string",
            "Baseball-Reference's club code, by which the club may be asked for (NYM); null if not given",
        ),
        Column(
            "name",
            "string",
            "the club's name that season; if Teams exchanges the names of two clubs, the name of the seasons near; "
            "null if not given",
        ),
        Column("league", "string", "Lahman's league code; null if not given"),
        Column("stated_name", "string", "the name in Teams, if it is another club's; null if it is not"),
        Column("exchanged_with", "string", "Lahman's code of that other club; null if there is none"),
    ),
)

SEASONS_NEAR = 3  # before and after; a club keeps a name longer than it keeps another's by mistake
# Two names are exchanged if each club has, in one season alone of at least three near ones, a name that is the other's
# in these.
SQL = f"""
WITH near AS (
    SELECT t.season, t.lahman_club, n.name, count(*) OVER (PARTITION BY t.season, t.lahman_club) AS seasons
    FROM lahman_club_season AS t
    JOIN lahman_club_season AS n
        ON n.lahman_club = t.lahman_club AND n.season <> t.season
        AND n.season BETWEEN t.season - {SEASONS_NEAR} AND t.season + {SEASONS_NEAR}
    WHERE n.name IS NOT NULL
    QUALIFY seasons >= 2
),
exchanged AS (
    SELECT a.season, a.lahman_club, any_value(b.lahman_club) AS other, any_value(b.name) AS name
    FROM lahman_club_season AS a
    JOIN lahman_club_season AS b ON b.season = a.season AND b.lahman_club <> a.lahman_club AND b.name <> a.name
    SEMI JOIN near AS own
        ON own.season = a.season AND own.lahman_club = a.lahman_club AND own.name = b.name
    SEMI JOIN near AS theirs
        ON theirs.season = b.season AND theirs.lahman_club = b.lahman_club AND theirs.name = a.name
    ANTI JOIN near AS kept ON kept.season = a.season AND kept.lahman_club = a.lahman_club AND kept.name = a.name
    ANTI JOIN near AS held ON held.season = b.season AND held.lahman_club = b.lahman_club AND held.name = b.name
    GROUP BY a.season, a.lahman_club HAVING count(DISTINCT b.lahman_club) = 1
)
SELECT
    t.season, t.lahman_club, t.club, t.baseball_reference_club, coalesce(e.name, t.name) AS name, t.league,
    CASE WHEN e.name IS NOT NULL THEN t.name END AS stated_name, e.other AS exchanged_with
FROM lahman_club_season AS t LEFT JOIN exchanged AS e ON e.season = t.season AND e.lahman_club = t.lahman_club
"""
