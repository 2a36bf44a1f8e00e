"""Each club's side of the games in Retrosheet's CSV distribution.

Hits and the other figures come from the plays of the same files, else from the box score; half of the games have none.
"""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="club_game_of_csvs",
    grain="one row per club per game",
    notes="`mgr` names the manager who ran the game. Where it is blank, the manager comes from Lahman if Lahman lists "
    "a single manager for the club's whole season.",
    published=False,
    rows_need=("csv_game",),
)

SQL = """
SELECT
    g.source, g.game_id, g.season, g.date, g.game_number, g.game_type, g.game_type_source,
    if(s.is_home, g.home_league, g.visitor_league) AS league, s.club, o.club AS opponent, s.is_home,
    coalesce(s.manager_id, a.appointed[1]) AS manager_id, p.name AS manager_name,
    CASE
        WHEN s.manager_id IS NOT NULL THEN 'retrosheet_csv'
        WHEN a.appointed IS NOT NULL THEN 'lahman_whole_season'
    END AS manager_source,
    if(s.is_home, g.home_score, g.visitor_score) AS runs_for,
    if(s.is_home, g.visitor_score, g.home_score) AS runs_against, g.forfeit, NULL::VARCHAR AS protest,
    coalesce(f.starting_pitcher_id, s.starting_pitcher_id) AS starting_pitcher_id,
    coalesce(f.opposing_starter_id, o.starting_pitcher_id) AS opposing_starter_id,
    if(f.game_id IS NULL, o.starting_pitcher_throws, f.opposing_starter_throws) AS opposing_starter_throws,
    s.has_lineup OR f.game_id IS NOT NULL AS has_lineup,
    if(f.game_id IS NULL, s.hits, f.hits) AS hits, if(f.game_id IS NULL, s.errors, f.errors) AS errors,
    if(f.game_id IS NULL, s.left_on_base, f.left_on_base) AS left_on_base,
    if(f.game_id IS NULL, s.outs_pitched, f.outs_pitched) AS outs_pitched, f.game_id IS NOT NULL AS has_counted_plays
FROM csv_side AS s
JOIN csv_side AS o ON o.game_id = s.game_id AND o.is_home <> s.is_home
JOIN game_of_csvs AS g ON g.game_id = s.game_id
LEFT JOIN converted_club_game AS f ON f.game_id = s.game_id AND f.club = s.club
LEFT JOIN appointed_manager AS a ON a.season = s.season AND a.club = s.club AND len(a.appointed) = 1
LEFT JOIN known_person AS p ON p.source_id = coalesce(s.manager_id, a.appointed[1])
"""
