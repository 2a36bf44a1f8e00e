"""Each source's version of each game; `game` keeps one of them."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="source_game",
    grain="one row per game and source",
    notes="`precedence` orders the sources: the lowest wins.",
    published=False,
)

# A line score writes an inning of ten or more runs in brackets: 010000(10)0x.
SQL = r"""
SELECT
    1 AS precedence, 'retrosheet_gamelog' AS source, source_file, source_line, game_id, season,
    strptime(date, '%Y%m%d')::DATE AS date, game_number, game_type,
    home_league, visitor_league, home_club, visitor_club, home_score, visitor_score, outs_played,
    coalesce(
        greatest(
            length(regexp_replace(visitor_line_score, '\(\d+\)', '0', 'g')),
            length(regexp_replace(home_line_score, '\(\d+\)', '0', 'g'))
        ),
        ceil(outs_played / 6)
    )::INTEGER AS innings,
    NULL::INTEGER AS scheduled_innings,
    forfeit, protest,
    try_strptime(completion[1:8], '%Y%m%d')::DATE AS completed_on,
    park_id,
    -- The first major-league game without spectators was on 29 April 2015. Before, and on days of more than one game,
    -- 0 stands for an unknown crowd.
    CASE WHEN attendance > 0 OR (season >= 2015 AND game_number = '0') THEN attendance END AS attendance,
    duration_minutes
FROM gamelog
UNION ALL BY NAME
SELECT
    2 AS precedence, 'retrosheet_event' AS source, g.source_file, g.source_line, g.game_id, g.season,
    g.date, g.game_number, g.game_type,
    home.league AS home_league, visitor.league AS visitor_league, g.home_club, g.visitor_club,
    g.home_score, g.visitor_score, g.outs AS outs_played, g.innings, g.scheduled_innings,
    NULL::VARCHAR AS forfeit, NULL::VARCHAR AS protest, NULL::DATE AS completed_on,
    g.park_id, g.attendance, g.duration_minutes
FROM event_file_game AS g
JOIN event_file_club_game AS home ON home.game_id = g.game_id AND home.is_home
JOIN event_file_club_game AS visitor ON visitor.game_id = g.game_id AND NOT visitor.is_home
"""
