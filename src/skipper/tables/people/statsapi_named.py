"""The people named in the Stats API's games of a season, and its clubs' managers."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="statsapi_named",
    notes="A starting pitcher's name is from the game's feed or, if the lake has only its box score, from a club's "
    "roster.",
    grain="one row per season, person and kind of mention",
    published=False,
)

SQL = """
WITH rostered AS (SELECT season, player_id, any_value(name) AS name FROM statsapi_rostered GROUP BY season, player_id),
of_plays AS (SELECT g.game_pk FROM game_of_statsapi AS g SEMI JOIN converted_game AS f ON f.game_id = g.game_id)
SELECT season, player_id AS source_id, name, count(*) AS mentions, 'mlbam' AS id_source
FROM statsapi_lineup ANTI JOIN of_plays USING (game_pk) GROUP BY season, player_id, name
UNION ALL
SELECT s.season, s.starting_pitcher_id, coalesce(any_value(p.name), any_value(r.name)), count(*), 'mlbam'
FROM statsapi_side AS s
ANTI JOIN of_plays AS o ON o.game_pk = s.game_pk
LEFT JOIN statsapi_player AS p ON p.player_id = s.starting_pitcher_id AND p.season = s.season
LEFT JOIN rostered AS r ON r.player_id = s.starting_pitcher_id AND r.season = s.season
WHERE s.starting_pitcher_id IS NOT NULL GROUP BY s.season, s.starting_pitcher_id
UNION ALL
SELECT season, manager_id, name, 1, 'mlbam' FROM statsapi_manager
"""
