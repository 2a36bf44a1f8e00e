"""Each source's version of each club's side of each game; `club_game` keeps one of them."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="source_club_game",
    grain="one row per game, club and source",
    notes=(
        "Game logs name the manager. Event files do not: their manager is Lahman's where Lahman lists a single manager "
        "for the club's whole season, else null. `precedence` orders the sources; the lowest wins."
    ),
    published=False,
)

_GAMELOG_SIDE = """
SELECT
    1 AS precedence, 'retrosheet_gamelog' AS source, game_id, season, strptime(date, '%Y%m%d')::DATE AS date,
    game_number, game_type, {us}_league AS league, {us}_club AS club, {them}_club AS opponent,
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
{_GAMELOG_SIDE.format(us="visitor", them="home")}
UNION ALL BY NAME
{_GAMELOG_SIDE.format(us="home", them="visitor")}
UNION ALL BY NAME
SELECT
    2 AS precedence, 'retrosheet_event' AS source, e.game_id, e.season, e.date, e.game_number, g.game_type,
    coalesce(e.league, t.league) AS league, e.club, e.opponent, e.is_home,
    a.appointed[1] AS manager_id, p.name AS manager_name,
    CASE WHEN a.appointed IS NOT NULL THEN 'lahman_whole_season' END AS manager_source,
    e.runs AS runs_for, other.runs AS runs_against, NULL::VARCHAR AS forfeit, NULL::VARCHAR AS protest,
    e.starting_pitcher_id, e.opposing_starter_id, e.opposing_starter_throws, true AS has_lineup,
    e.hits, e.errors, e.left_on_base, e.outs_pitched
FROM event_file_club_game AS e
JOIN event_file_club_game AS other ON other.game_id = e.game_id AND other.is_home <> e.is_home
JOIN event_file_game AS g ON g.game_id = e.game_id
LEFT JOIN lahman_teams AS t ON t.season = e.season AND t.club = e.club
LEFT JOIN appointed_manager AS a ON a.season = e.season AND a.club = e.club AND len(a.appointed) = 1
LEFT JOIN known_person AS p ON p.retrosheet_id = a.appointed[1]
"""
