"""Games from event files, both Retrosheet's and minorleaguesplits'."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="game_of_event_files",
    grain="one row per game",
    notes="A minorleaguesplits game whose plays end with the score level is not recorded as a tie, because the last "
    "play may be missing. Its scores are null. So are the scores of a game whose winner depends on a run listed among "
    "steals or a pickoff, where Retrosheet's grammar has no advance.",
    published=False,
    rows_need=("event_file_game",),
)

SQL = """
SELECT
    g.source, g.source_file, g.source_line, g.game_id, g.season,
    g.date, g.game_number,
    coalesce(nullif(g.game_type, 'unknown'), CASE
        WHEN g.game_type = 'unknown' THEN NULL
        WHEN g.date > e.last_day THEN 'postseason'
        ELSE 'regular'
    END) AS game_type,
    CASE g.game_type WHEN 'unknown' THEN 'unknown' ELSE if(g.game_type IS NULL, 'inferred', 'stated') END
        AS game_type_source,
    home.league AS home_league, visitor.league AS visitor_league, g.home_club, g.visitor_club,
    if(g.is_decided, g.home_score, NULL) AS home_score, if(g.is_decided, g.visitor_score, NULL) AS visitor_score,
    g.outs AS outs_played, g.innings, g.scheduled_innings,
    g.forfeit, g.protest, g.completed_on,
    g.park_id, g.attendance, g.duration_minutes
FROM (
    SELECT
        *, home_score - visitor_score AS lead, lead - home_runs_among_steals + visitor_runs_among_steals AS sure_lead,
        source <> 'minorleaguesplits' OR (sign(lead) = sign(sure_lead) AND lead <> 0) AS is_decided
    FROM event_file_game
) AS g
JOIN event_file_club_game AS home ON home.game_id = g.game_id AND home.is_home
JOIN event_file_club_game AS visitor ON visitor.game_id = g.game_id AND NOT visitor.is_home
LEFT JOIN regular_season_end AS e ON e.season = g.season AND e.league = home.league
"""
