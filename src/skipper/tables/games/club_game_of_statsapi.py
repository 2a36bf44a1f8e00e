"""Each club's side of the Stats API's games. The feed does not name the manager.

Hits and the other figures counted from plays are null for a game whose plays were not read from its feed.
"""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="club_game_of_statsapi",
    grain="one row per club per game",
    published=False,
    rows_need=("statsapi_game",),
)

_SIDE = """
SELECT
    g.source, g.game_id, g.season, g.date, g.game_number, g.game_type, g.game_type_source, g.{us}_league AS league,
    g.{us}_club AS club, g.{them}_club AS opponent, {is_home} AS is_home,
    g.{us}_score AS runs_for, g.{them}_score AS runs_against, g.forfeit,
    s.starting_pitcher_id, o.starting_pitcher_id AS opposing_starter_id, p.throws AS opposing_starter_throws,
    l.game_pk IS NOT NULL AS has_lineup, f.hits, f.errors, f.left_on_base, f.outs_pitched,
    f.game_id IS NOT NULL AS has_counted_plays
FROM game_of_statsapi AS g
LEFT JOIN statsapi_side AS s ON s.game_pk = g.game_pk AND s.is_home = ({is_home} <> g.is_turned)
LEFT JOIN statsapi_side AS o ON o.game_pk = g.game_pk AND o.is_home <> s.is_home
LEFT JOIN statsapi_lineup AS l ON l.game_pk = s.game_pk AND l.team_id = s.team_id AND l.slot = 1
LEFT JOIN converted_club_game AS f ON f.game_id = g.game_id AND f.club = g.{us}_club
LEFT JOIN statsapi_player AS p ON p.player_id = o.starting_pitcher_id AND p.season = g.season
"""

SQL = f"""
{_SIDE.format(us="visitor", them="home", is_home="false")}
UNION ALL BY NAME
{_SIDE.format(us="home", them="visitor", is_home="true")}
"""
