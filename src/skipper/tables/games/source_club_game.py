"""Each source's version of each club's side of each game; `club_game` keeps one of them."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="source_club_game",
    grain="one row per game, club and source",
    notes="`precedence` ranks the sources; the lowest value wins. `has_counted_plays` is false where hits, errors "
    "and outs repeat a box score.",
    published=False,
)

SQL = """
WITH listed AS (
    SELECT 1 AS precedence, false AS has_counted_plays, * FROM club_game_of_gamelogs
    UNION ALL BY NAME
    SELECT 2 AS precedence, * FROM club_game_of_event_files
    UNION ALL BY NAME
    SELECT 3 AS precedence, * FROM club_game_of_csvs
    UNION ALL BY NAME
    SELECT 4 AS precedence, * FROM club_game_of_statsapi
    UNION ALL BY NAME
    SELECT 5 AS precedence, false AS has_counted_plays, * FROM club_game_of_scores
)
SELECT * REPLACE (has_lineup AND (precedence, game_id, club) NOT IN (
    SELECT (precedence, game_id, club) FROM withheld_lineup
) AS has_lineup)
FROM listed
"""
