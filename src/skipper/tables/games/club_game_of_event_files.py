"""Each club's side of the games of event files."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="club_game_of_event_files",
    grain="one row per club per game",
    notes="Event files do not name the manager: it is Lahman's where Lahman lists a single manager for the club's "
    "whole season, else null.",
    published=False,
    rows_need=("event_file_game",),
)

SQL = """
SELECT
    'retrosheet_event' AS source, e.game_id, e.season, e.date, e.game_number, g.game_type,
    coalesce(e.league, t.league) AS league, e.club, e.opponent, e.is_home,
    a.appointed[1] AS manager_id, p.name AS manager_name,
    CASE WHEN a.appointed IS NOT NULL THEN 'lahman_whole_season' END AS manager_source,
    e.runs AS runs_for, other.runs AS runs_against, NULL::VARCHAR AS forfeit, NULL::VARCHAR AS protest,
    e.starting_pitcher_id, e.opposing_starter_id, e.opposing_starter_throws, true AS has_lineup,
    e.hits, e.errors, e.left_on_base, e.outs_pitched
FROM event_file_club_game AS e
JOIN event_file_club_game AS other ON other.game_id = e.game_id AND other.is_home <> e.is_home
JOIN event_file_game AS g ON g.game_id = e.game_id
LEFT JOIN lahman_teams AS t ON t.season = e.season AND t.club = e.club
LEFT JOIN appointed_manager AS a ON a.season = e.season AND a.club = e.club AND len(a.appointed) = 1
LEFT JOIN known_person AS p ON p.retrosheet_id = a.appointed[1]
"""
