"""Each source's version of each starting lineup, as listed; `withheld_lineup` has those that cannot be true."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="listed_lineup",
    grain="one row per game, club, slot and source",
    notes="`precedence` ranks the sources; the lowest value wins.",
    published=False,
    materialized=False,  # `source_lineup` reads nearly all of it
)

SQL = """
WITH of_csv_plays AS (SELECT game_id FROM converted_game WHERE source = 'retrosheet_csv')
SELECT
    1 AS precedence, 'retrosheet_gamelog' AS source, game_id, season, club, slot, player_id, player_name, position,
    NULL::VARCHAR AS bats
FROM gamelog_lineup
UNION ALL BY NAME
SELECT
    2 AS precedence, g.source, l.game_id, l.season, l.club, l.slot, l.player_id, l.player_name, l.position,
    l.bats
FROM event_file_lineup AS l JOIN event_file_game AS g ON g.game_id = l.game_id
UNION ALL BY NAME
SELECT
    3 AS precedence, 'retrosheet_csv' AS source, game_id, season, club, slot, player_id, player_name, position, bats
FROM csv_lineup ANTI JOIN of_csv_plays USING (game_id)
UNION ALL BY NAME
SELECT
    3 AS precedence, 'retrosheet_csv' AS source, game_id, season, club, slot, player_id, player_name, position, bats
FROM converted_lineup SEMI JOIN of_csv_plays USING (game_id)
UNION ALL BY NAME
SELECT
    4 AS precedence, g.source, g.game_id, g.season, if(s.is_home <> g.is_turned, g.home_club, g.visitor_club) AS club,
    l.slot, l.player_id, coalesce(p.name, l.name) AS player_name, l.position,
    if(p.bats = 'S', 'B', p.bats) AS bats
FROM statsapi_lineup AS l
JOIN game_of_statsapi AS g ON g.game_pk = l.game_pk
JOIN statsapi_side AS s ON s.game_pk = l.game_pk AND s.team_id = l.team_id
LEFT JOIN statsapi_player AS p ON p.player_id = l.player_id AND p.season = l.season
"""
