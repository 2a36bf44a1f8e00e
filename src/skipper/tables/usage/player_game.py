"""Each player's part in a regular-season game: start, slot, position, plate appearances, pitching.

A player who did not start is known from play-by-play or, without it, from the game's box score or another list of its
players."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="player_game",
    grain="one row per player, club and regular-season game in which the player took part",
    notes="`manager` identifies the manager: the id, else the name, else empty.",
    published=False,
)

# With plays, every player in a game is in the lineup, the starting pitcher or a substitute. Without plays, the lines
# name the players, and those of a box score have figures; has_unknown_* marks a box score's line without the figure.
SQL = """
WITH line AS (
    SELECT l.* FROM player_game_line AS l SEMI JOIN (FROM game WHERE NOT has_plays) AS g ON g.game_id = l.game_id
),
part AS (
    SELECT game_id, club, player_id, player_person_id, slot, position FROM lineup
    UNION ALL BY NAME
    SELECT
        game_id, club, starting_pitcher_id AS player_id, starting_pitcher_person_id AS player_person_id,
        TRUE AS started_as_pitcher
    FROM club_game WHERE starting_pitcher_id IS NOT NULL
    UNION ALL BY NAME
    SELECT DISTINCT game_id, club, player_id, player_person_id FROM substitution
    UNION ALL BY NAME
    SELECT
        game_id, batting_club AS club, batter_id AS player_id, batter_person_id AS player_person_id,
        count(*) AS plate_appearances
    FROM plate_appearance GROUP BY ALL
    UNION ALL BY NAME
    SELECT
        game_id, club, pitcher_id AS player_id, pitcher_person_id AS player_person_id,
        sum(batters_faced) AS batters_faced, sum(outs) AS outs_pitched
    FROM pitching_appearance GROUP BY ALL
    UNION ALL BY NAME
    SELECT
        game_id, club, player_id, player_person_id, is_pitcher AS pitched,
        if(has_box_score, plate_appearances, NULL) AS plate_appearances,
        if(has_box_score, batters_faced, NULL) AS batters_faced,
        if(has_box_score, outs_pitched, NULL) AS outs_pitched,
        has_box_score AND is_batter AND plate_appearances IS NULL AS has_unknown_plate_appearances,
        has_box_score AND is_pitcher AND batters_faced IS NULL AS has_unknown_batters_faced,
        has_box_score AND is_pitcher AND outs_pitched IS NULL AS has_unknown_outs_pitched
    FROM line
),
figure AS (
    SELECT
        game_id, club, player_id, any_value(player_person_id) AS player_person_id,
        max(slot) AS slot, max(position) AS position,
        coalesce(bool_or(started_as_pitcher), FALSE) AS started_as_pitcher,
        sum(plate_appearances) AS plate_appearances,
        sum(batters_faced) AS batters_faced, sum(outs_pitched) AS outs_pitched,
        coalesce(bool_or(started_as_pitcher OR pitched OR batters_faced IS NOT NULL), FALSE) AS pitched,
        coalesce(bool_or(has_unknown_plate_appearances), FALSE) AS has_unknown_plate_appearances,
        coalesce(bool_or(has_unknown_batters_faced), FALSE) AS has_unknown_batters_faced,
        coalesce(bool_or(has_unknown_outs_pitched), FALSE) AS has_unknown_outs_pitched
    FROM part GROUP BY game_id, club, player_id
)
SELECT
    f.*, g.season, g.date, g.level, g.manager_id, g.manager_person_id, g.manager_name,
    coalesce(g.manager_id, g.manager_name, '') AS manager
FROM figure AS f JOIN regular_club_game AS g ON g.game_id = f.game_id AND g.club = f.club
"""
