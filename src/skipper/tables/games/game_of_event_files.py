"""Games from event files, both Retrosheet's and minorleaguesplits'."""

from __future__ import annotations

from skipper.lake.contract import Table
from skipper.tables.games.club_leagues import league_against

TABLE = Table(
    name="game_of_event_files",
    grain="one row per game",
    notes="A minorleaguesplits game whose plays end with the score level is not recorded as a tie, because the last "
    "play may be missing. Its scores are null. So are the scores of a game whose winner depends on a run listed among "
    "steals or a pickoff, where Retrosheet's grammar has no advance. The leagues are those of the files; where these "
    "have none, those of `club_leagues`, for stated games of the regular season and postseason between two clubs "
    "in a league.",
    published=False,
    rows_need=("event_file_game",),
)

_HOME, _VISITOR = league_against("h", "v"), league_against("v", "h")
_IS_OF_LEAGUES = f"g.game_type IN ('regular', 'postseason') AND {_HOME} IS NOT NULL AND {_VISITOR} IS NOT NULL"

SQL = f"""
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
    coalesce(home.league, CASE WHEN {_IS_OF_LEAGUES} THEN {_HOME} END) AS home_league,
    coalesce(visitor.league, CASE WHEN {_IS_OF_LEAGUES} THEN {_VISITOR} END) AS visitor_league,
    g.home_club, g.visitor_club,
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
LEFT JOIN club_leagues AS h ON h.season = g.season AND h.club = g.home_club
LEFT JOIN club_leagues AS v ON v.season = g.season AND v.club = g.visitor_club
LEFT JOIN regular_season_end AS e ON e.season = g.season AND e.league = home.league
"""
