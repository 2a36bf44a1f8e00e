"""The games of event files."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="game_of_event_files", grain="one row per game", published=False, rows_need=("event_file_game",))

SQL = """
SELECT
    'retrosheet_event' AS source, g.source_file, g.source_line, g.game_id, g.season,
    g.date, g.game_number, g.game_type,
    home.league AS home_league, visitor.league AS visitor_league, g.home_club, g.visitor_club,
    g.home_score, g.visitor_score, g.outs AS outs_played, g.innings, g.scheduled_innings,
    NULL::VARCHAR AS forfeit, NULL::VARCHAR AS protest, NULL::DATE AS completed_on,
    g.park_id, g.attendance, g.duration_minutes
FROM event_file_game AS g
JOIN event_file_club_game AS home ON home.game_id = g.game_id AND home.is_home
JOIN event_file_club_game AS visitor ON visitor.game_id = g.game_id AND NOT visitor.is_home
"""
