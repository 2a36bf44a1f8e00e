"""Each club's side of the games in event files."""

from __future__ import annotations

from skipper.lake.contract import Table
from skipper.tables.games.club_leagues import league_against

TABLE = Table(
    name="club_game_of_event_files",
    grain="one row per club per game",
    notes="Event files do not name the manager. It comes from Lahman if Lahman lists a single manager for the club's "
    "whole season; otherwise it is null. The league is that of the files, else of `club_leagues`. A club that changed "
    "leagues during the season is in the league of its opponent.",
    published=False,
    rows_need=("event_file_game",),
)

SQL = f"""
SELECT
    g.source, e.game_id, e.season, e.date, e.game_number, g.game_type, g.game_type_source,
    coalesce(e.league, {league_against("t", "o")}) AS league, e.club, e.opponent, e.is_home,
    a.appointed[1] AS manager_id, p.name AS manager_name,
    CASE WHEN a.appointed IS NOT NULL THEN 'lahman_whole_season' END AS manager_source,
    if(e.is_home, g.home_score, g.visitor_score) AS runs_for,
    if(e.is_home, g.visitor_score, g.home_score) AS runs_against, g.forfeit, g.protest,
    e.starting_pitcher_id, e.opposing_starter_id, e.opposing_starter_throws, e.has_lineup,
    e.hits, e.errors, e.left_on_base, e.outs_pitched, f.has_plays AS has_counted_plays
FROM event_file_club_game AS e
JOIN event_file_game AS f ON f.game_id = e.game_id
JOIN game_of_event_files AS g ON g.game_id = e.game_id
LEFT JOIN club_leagues AS t ON t.season = e.season AND t.club = e.club
LEFT JOIN club_leagues AS o ON o.season = e.season AND o.club = e.opponent
LEFT JOIN appointed_manager AS a ON a.season = e.season AND a.club = e.club AND len(a.appointed) = 1
LEFT JOIN known_person AS p ON p.source_id = a.appointed[1]
"""
