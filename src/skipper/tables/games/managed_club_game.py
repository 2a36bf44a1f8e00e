"""One row per club-game, with the manager who ran the game; `club_game` adds the credited manager."""

from __future__ import annotations

from skipper.lake.contract import Table
from skipper.tables.games.source_game import TYPE_PRECEDENCE

TABLE = Table(name="managed_club_game", grain="one row per club per game", published=False)

_TYPE = ("game_type", "game_type_source")
_BELIEVED = (
    "source",
    "season",
    "date",
    "game_number",
    "opponent",
    "is_home",
    "runs_for",
    "runs_against",
)
_FIRST_STATED = (
    "league",
    "forfeit",
    "protest",
)
_STARTERS = ("starting_pitcher_id", "opposing_starter_id")
# Plays show who threw the first pitch; a game log lists the announced starter, who was hurt in a few games before it.
_STARTER_PRECEDENCE = "precedence - if(has_counted_plays AND source IN ('retrosheet_event', 'retrosheet_csv'), 10, 0)"
# Hits and outs are counted from the plays; a game log repeats the box score.
_FROM_PLAYS_FIRST = ("hits", "errors", "left_on_base", "outs_pitched")

# Most games have one source and need no choice; choosing takes a third of the time of all the season's SELECTs on
# games. arg_min skips nulls, so it takes the first source that states a figure. The manager comes from the first source
# that states one; Lahman's single manager of a whole season comes last. The hand belongs to the named starter, since
# sources may name different starters. A forfeit counts for the side to which it was awarded, whatever the score. A game
# without a final score is no decision. If no game source names the manager, the manager comes from the manager file or,
# if that file does not have the club's season, from the Stats API's coaches. On a day for which the file names nobody,
# the manager is unknown.
_COUNT_PRECEDENCE = "precedence + if(has_counted_plays, 0, 10)"
_MANAGER_PRECEDENCE = "precedence + if(manager_source = 'lahman_whole_season', 10, 0)"
_MANAGER = "struct_pack(manager_id, manager_name, manager_source)"
_BY_COACHES = "(s.manager_id IS NOT NULL AND manager.manager_id IS NULL AND in_file.club IS NULL)"
SQL = f"""
WITH repeated AS (SELECT game_id, club FROM source_club_game GROUP BY game_id, club HAVING count(*) > 1),
chosen AS (
    SELECT
        game_id, club,
        {", ".join(f"arg_min({name}, precedence) AS {name}" for name in (*_BELIEVED, *_FIRST_STATED))},
        {", ".join(f"arg_min({name}, {_STARTER_PRECEDENCE}) AS {name}" for name in _STARTERS)},
        {", ".join(f"arg_min({name}, {TYPE_PRECEDENCE}) AS {name}" for name in _TYPE)},
        {", ".join(f"arg_min({name}, {_COUNT_PRECEDENCE}) AS {name}" for name in _FROM_PLAYS_FIRST)},
        arg_min({_MANAGER}, {_MANAGER_PRECEDENCE}) FILTER (manager_id IS NOT NULL) AS manager,
        bool_or(has_lineup) AS has_lineup
    FROM source_club_game SEMI JOIN repeated USING (game_id, club) GROUP BY game_id, club
),
hand AS (
    SELECT game_id, club, opposing_starter_id, arg_min(opposing_starter_throws, precedence) AS stated_throws
    FROM source_club_game SEMI JOIN repeated USING (game_id, club) GROUP BY game_id, club, opposing_starter_id
),
told AS (
    SELECT
        game_id, club, {", ".join((*_BELIEVED, *_TYPE, *_FIRST_STATED, *_STARTERS, *_FROM_PLAYS_FIRST))},
        {_MANAGER} AS manager, has_lineup,
        CASE WHEN opposing_starter_id IS NOT NULL THEN opposing_starter_throws END AS stated_throws
    FROM source_club_game ANTI JOIN repeated USING (game_id, club)
    UNION ALL BY NAME
    FROM chosen LEFT JOIN hand USING (game_id, club, opposing_starter_id)
),
in_file AS (SELECT DISTINCT season, club FROM told SEMI JOIN manager_by_hand USING (game_id, club))
SELECT
    t.* EXCLUDE (manager, forfeit),
    CASE WHEN {_BY_COACHES} THEN s.manager_id ELSE coalesce(manager.manager_id, h.manager_id) END AS manager_id,
    CASE
        WHEN manager.manager_id IS NOT NULL THEN manager.manager_name
        WHEN {_BY_COACHES} THEN s.name
        ELSE h.manager_name
    END AS manager_name,
    CASE
        WHEN manager.manager_id IS NOT NULL THEN manager.manager_source
        WHEN {_BY_COACHES} THEN 'statsapi_coaches'
        WHEN h.game_id IS NOT NULL THEN 'file'
    END AS manager_source,
    if(manager.manager_id IS NULL, h.manager_person_id, NULL) AS manager_person_id,
    if(manager.manager_id IS NULL, h.confidence, NULL) AS manager_confidence,
    coalesce(f.pitchers_used, e.pitchers_used) AS pitchers_used,
    CASE
        WHEN forfeit = 'T' THEN 'N'
        WHEN forfeit IS NOT NULL THEN if(forfeit = if(t.is_home, 'H', 'V'), 'W', 'L')
        WHEN runs_for IS NULL THEN 'N'
        WHEN runs_for > runs_against THEN 'W'
        WHEN runs_for < runs_against THEN 'L'
        ELSE 'T'
    END AS result,
    CASE
        WHEN forfeit = 'T' OR (forfeit IS NULL AND runs_for IS NULL) THEN 'none'
        WHEN forfeit IS NOT NULL THEN 'forfeit'
        ELSE 'play'
    END AS decided_by
FROM told AS t
LEFT JOIN manager_by_hand AS h ON h.game_id = t.game_id AND h.club = t.club
LEFT JOIN in_file ON in_file.season = t.season AND in_file.club = t.club
LEFT JOIN statsapi_manager AS s ON s.season = t.season AND s.club = t.club
LEFT JOIN event_file_club_game AS e ON e.game_id = t.game_id AND e.club = t.club
LEFT JOIN converted_club_game AS f ON f.game_id = t.game_id AND f.club = t.club
"""
