"""Each club's side of the games in minor-league score files, which do not contain managers, lineups or pitchers."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="club_game_of_scores",
    grain="one row per club per game",
    published=False,
    rows_need=("score",),
)

_SIDE = """
SELECT
    source, game_id, season, date, game_number, game_type, game_type_source, {us}_league AS league,
    {us}_club AS club, {them}_club AS opponent, '{us}' = 'home' AS is_home,
    {us}_score AS runs_for, {them}_score AS runs_against, false AS has_lineup
FROM game_of_scores
"""

SQL = f"""
{_SIDE.format(us="visitor", them="home")}
UNION ALL BY NAME
{_SIDE.format(us="home", them="visitor")}
"""
