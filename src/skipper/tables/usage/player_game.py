"""Each player's part in a regular-season game: start, slot, position, plate appearances, pitching.

A player who did not start is known only from play-by-play."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="player_game",
    grain="one row per player, club and regular-season game in which the player took part",
    notes="`manager` identifies the manager: the id, else the name, else empty.",
    published=False,
)

# Every player in a game is in the lineup, the starting pitcher or a substitute.
SQL = """
WITH part AS (
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
),
figure AS (
    SELECT
        game_id, club, player_id, any_value(player_person_id) AS player_person_id,
        max(slot) AS slot, max(position) AS position,
        coalesce(bool_or(started_as_pitcher), FALSE) AS started_as_pitcher,
        sum(plate_appearances) AS plate_appearances,
        sum(batters_faced) AS batters_faced, sum(outs_pitched) AS outs_pitched
    FROM part GROUP BY game_id, club, player_id
)
SELECT
    f.*, g.season, g.date, g.level, g.manager_id, g.manager_person_id, g.manager_name,
    coalesce(g.manager_id, g.manager_name, '') AS manager
FROM figure AS f JOIN regular_club_game AS g ON g.game_id = f.game_id AND g.club = f.club
"""
