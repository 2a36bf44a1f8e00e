"""Games from game logs."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="game_of_gamelogs", grain="one row per game", published=False, rows_need=("gamelog",))

# A line score writes an inning of ten or more runs in parentheses: 010000(10)0x.
SQL = r"""
SELECT
    'retrosheet_gamelog' AS source, source_file, source_line, game_id, season,
    strptime(date, '%Y%m%d')::DATE AS date, game_number, game_type, 'stated' AS game_type_source,
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
"""
