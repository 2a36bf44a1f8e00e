"""Table `book_record`: the record book's won-lost records of clubs and managers, in every season."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="book_record",
    grain="one row per season and club of Lahman's Teams, with `lahman_id` null, and one row per season, club and "
    "manager of Managers",
    key=("season", "lahman_club", "lahman_id"),
    by_season=False,
    sources="Lahman Teams and Managers; empty if they are not supplied",
    notes="None of Skipper's figures come from here: answers state the book's record beside that of the known games. "
    "In the Negro Leagues, Teams counts games of the league and Managers other games too.",
    columns=(
        Column("season", "int", "the season", required=True),
        Column("lahman_club", "string", "Lahman's club code", required=True),
        Column("club", "string", "Retrosheet's club code, as in every game table; null if not given"),
        Column("league", "string", "Lahman's league code; null if not given"),
        Column("lahman_id", "string", "Lahman's id of the manager; null in a club's row"),
        Column("manager_id", "string", "Retrosheet id of the manager; null if unknown, and in a club's row"),
        Column("manager_person_id", "string", "person_id of the manager; null if unknown, and in a club's row"),
        Column("games", "int", "games, ties included; null if not given"),
        Column("wins", "int", "games won; null if not given"),
        Column("losses", "int", "games lost; null if not given"),
    ),
)

SQL = """
SELECT
    season, lahman_club, club, league, NULL::VARCHAR AS lahman_id, NULL::VARCHAR AS manager_id,
    NULL::VARCHAR AS manager_person_id, games, wins, losses
FROM lahman_club_season
UNION ALL
SELECT
    m.season, m.lahman_club, any_value(t.club), any_value(t.league), m.lahman_id, any_value(p.retrosheet_id),
    any_value(p.person_id), sum(m.games)::INTEGER, sum(m.wins)::INTEGER, sum(m.losses)::INTEGER
FROM lahman_managers AS m
LEFT JOIN lahman_club_season AS t ON t.season = m.season AND t.lahman_club = m.lahman_club
LEFT JOIN person_of_lahman AS p ON p.lahman_id = m.lahman_id
GROUP BY m.season, m.lahman_club, m.lahman_id
"""
