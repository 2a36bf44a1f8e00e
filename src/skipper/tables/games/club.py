"""Table `club`: each season's clubs."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="club",
    grain="one row per club and season",
    key=("season", "club"),
    small=True,
    sources="club_game; names from Lahman Teams, else from the minors' sources, else from Retrosheet's list of clubs; "
    "levels from league; expected games from Lahman Teams, else from the Stats API's final standings, else from the "
    "pages of listed_manager",
    notes="A club that changed leagues during the season is in the league of its last regular-season game. The sides "
    "of an all-star game are in none, although game logs give both the code `ML`.",
    columns=pick(
        SHARED,
        "season",
        "club",
        Column(
            "name",
            "string",
            "the club's name that season, from Lahman, else from a source of affiliations that names clubs by season, "
            "else from the minor-league source (its one name for all seasons, or a place name in score files), else "
            "from Retrosheet's list of clubs; null if none names it",
        ),
        "league",
        "level",
        Column(
            "organization",
            "string",
            "the major-league organization: the club itself in the majors, elsewhere the one in affiliation; null if "
            "unknown, or if the sources differ",
        ),
        Column("lahman_club", "string", "Lahman's code of the club; null if Lahman lacks it"),
        Column("games_present", "int", "the club's regular-season games in the lake", required=True),
        Column(
            "games_expected",
            "int",
            "games in the club's official regular season; from pages, wins and losses of all its listed managers. Null "
            "if no source gives them",
        ),
    ),
)

SQL = """
WITH played AS (
    SELECT season, club,
        coalesce(
            arg_max(league, date) FILTER (game_type = 'regular'),
            min(league) FILTER (game_type IS DISTINCT FROM 'all_star')) AS league,
        (count(*) FILTER (game_type = 'regular'))::INTEGER AS games
    FROM club_game GROUP BY season, club
),
affiliated AS (
    SELECT season, club, if(count(DISTINCT organization_name) = 1, any_value(organization_name), NULL) AS organization,
        arg_max(name, source) FILTER (source IN ('milb_history', 'statsapi')) AS name
    FROM affiliation WHERE club IS NOT NULL
    GROUP BY season, club
),
standing AS (
    SELECT season, club, any_value(games) AS games FROM official_record
    WHERE manager_id IS NULL AND games IS NOT NULL GROUP BY season, club
),
page AS (
    SELECT season, club,
        CASE WHEN count(*) = count(official_wins + official_losses) THEN sum(official_wins + official_losses) END
            ::INTEGER AS games
    FROM listed_club WHERE role IN ('manager', 'interim') GROUP BY season, club
),
of_retrosheet AS (
    SELECT p.season, p.club, concat_ws(' ', r.city, r.nickname) AS name
    FROM played AS p JOIN listed_team AS r ON r.club = p.club AND p.season BETWEEN r.first_season AND r.last_season
    QUALIFY row_number() OVER (
        PARTITION BY p.season, p.club ORDER BY r.last_season - r.first_season, r.source_line, r.city, r.nickname) = 1
)
SELECT
    p.season, p.club, coalesce(b.name, t.name, a.name, n.name, r.name) AS name, p.league, l.level,
    CASE WHEN l.level = 'MLB' THEN coalesce(b.name, t.name, n.name, r.name) ELSE a.organization END AS organization,
    t.lahman_club,
    p.games AS games_present, coalesce(t.games, s.games, g.games) AS games_expected
FROM played AS p
LEFT JOIN affiliated AS a ON a.season = p.season AND a.club = p.club
LEFT JOIN league AS l ON l.league = p.league AND p.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
LEFT JOIN lahman_teams AS t ON t.season = p.season AND t.club = p.club
LEFT JOIN club_name AS b ON b.season = t.season AND b.lahman_club = t.lahman_club
LEFT JOIN named_club AS n ON n.season = p.season AND n.club = p.club
LEFT JOIN of_retrosheet AS r ON r.season = p.season AND r.club = p.club
LEFT JOIN standing AS s ON s.season = p.season AND s.club = p.club
LEFT JOIN page AS g ON g.season = p.season AND g.club = p.club
"""
