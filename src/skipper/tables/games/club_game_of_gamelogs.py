"""Each club's side of the games in game logs."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="club_game_of_gamelogs", grain="one row per club per game", published=False, rows_need=("gamelog",))

_SIDE = """
SELECT
    'retrosheet_gamelog' AS source, game_id, season, strptime(date, '%Y%m%d')::DATE AS date,
    game_number, game_type, 'stated' AS game_type_source,
    {us}_league AS league, {us}_club AS club, {them}_club AS opponent,
    '{us}' = 'home' AS is_home,
    {us}_manager_id AS manager_id,
    CASE WHEN {us}_manager_id IS NOT NULL THEN {us}_manager_name END AS manager_name,
    CASE WHEN {us}_manager_id IS NOT NULL THEN 'game_log' END AS manager_source,
    {us}_score AS runs_for, {them}_score AS runs_against, forfeit, protest,
    {us}_starting_pitcher_id AS starting_pitcher_id, {them}_starting_pitcher_id AS opposing_starter_id,
    NULL::VARCHAR AS opposing_starter_throws, {us}_has_lineup AS has_lineup,
    {us}_hits AS hits, {us}_errors AS errors, {us}_left_on_base AS left_on_base, {us}_putouts AS outs_pitched
FROM gamelog
"""

SQL = f"""
{_SIDE.format(us="visitor", them="home")}
UNION ALL BY NAME
{_SIDE.format(us="home", them="visitor")}
"""
