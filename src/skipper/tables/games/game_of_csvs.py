"""Games from Retrosheet's CSV distribution."""

from __future__ import annotations

from skipper.lake.contract import Table
from skipper.tables.games.club_leagues import league_against

TABLE = Table(
    name="game_of_csvs",
    grain="one row per game",
    notes="The files do not name leagues: a club's league comes from `club_leagues`; a club that changed leagues "
    "during the season is in the league of its opponent.",
    published=False,
    rows_need=("csv_game",),
)

SQL = f"""
SELECT
    'retrosheet_csv' AS source, g.source_file, g.source_line, g.game_id, g.season, g.date, g.game_number,
    nullif(g.game_type, 'unknown') AS game_type,
    if(g.game_type = 'unknown', 'unknown', 'stated') AS game_type_source,
    {league_against("h", "v")} AS home_league, {league_against("v", "h")} AS visitor_league,
    g.home_club, g.visitor_club, g.home_score, g.visitor_score,
    g.innings, g.scheduled_innings,
    g.forfeit, NULL::VARCHAR AS protest, g.completed_on, g.park_id, g.attendance, g.duration_minutes
FROM csv_game AS g
LEFT JOIN club_leagues AS h ON h.season = g.season AND h.club = g.home_club
LEFT JOIN club_leagues AS v ON v.season = g.season AND v.club = g.visitor_club
"""
