"""Each source's version of each game; `game` keeps one of them."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="source_game",
    grain="one row per game and source",
    notes="`precedence` ranks the sources; the lowest value wins.",
    published=False,
)

# A stated game type comes before an inferred or unknown one, whatever the source.
TYPE_PRECEDENCE = "precedence + if(game_type_source = 'stated', 0, 10)"

SQL = """
SELECT 1 AS precedence, * FROM game_of_gamelogs
UNION ALL BY NAME
SELECT 2 AS precedence, * FROM game_of_event_files
UNION ALL BY NAME
SELECT
    3 AS precedence, g.* EXCLUDE (innings), f.outs AS outs_played, coalesce(f.innings, g.innings) AS innings
FROM game_of_csvs AS g LEFT JOIN converted_game AS f ON f.game_id = g.game_id
UNION ALL BY NAME
SELECT 4 AS precedence, g.* EXCLUDE (game_pk, is_turned), f.outs AS outs_played, f.innings
FROM game_of_statsapi AS g LEFT JOIN converted_game AS f ON f.game_id = g.game_id
UNION ALL BY NAME
SELECT 5 AS precedence, * FROM game_of_scores
"""
