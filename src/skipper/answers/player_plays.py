"""A player's games from play-by-play: starts, pitching, pinch appearances and plate appearances."""

from __future__ import annotations

from skipper.answers.answer import Row, Table, View, shown
from skipper.answers.plays import played_club_games, seasons_with_plays
from skipper.lake.reader import LakeReader

_SLOTS = range(1, 10)
FIELDS = (
    "season",
    "club",
    "manager_person_id",
    "manager_name",
    "manager_source",
    "club_games",
    "games_started",
    "games_pitched",
    "pitching_starts",
    "pinch_hit_games",
    "pinch_run_games",
    "plate_appearances",
    "plate_appearances_vs_l",
    "plate_appearances_vs_r",
    "plate_appearances_unknown_hand",
    "plate_appearances_as_pinch_hitter",
    *(f"plate_appearances_slot_{slot}" for slot in _SLOTS),
)
NOTE = (
    "From play-by-play, if the lake has it: PA are plate appearances; vs L and vs R refer to the hand of the pitcher "
    "faced, not of the starter. Started: starts in the lineup or on the mound, out of the manager's games with plays "
    "in this lake. PH, PR: games entered as a pinch hitter or pinch runner."
)
MOUND_NOTE = (
    "From play-by-play, if the lake has it: games pitched, out of the manager's games with plays in this lake, and "
    "games started."
)


def played(lake: LakeReader, person_id: str, season: int | None) -> Table | None:
    """Return the player's table `plays`, with one row per season, club and manager; null if the lake has no such plays.

    Only regular-season games count. `games_started` counts starts in the lineup or as pitcher, and `club_games` the
    manager's games with the club that have play-by-play. `manager_source` is game_log, lahman_whole_season, both, or
    null if the manager is unknown.
    """
    here = [year for year in seasons_with_plays(lake) if season in (None, year)]
    rows = lake.rows_of(_sql(here), ("player_person_id",), (person_id,)) if here else []
    return Table("plays", FIELDS, rows, _views(rows)) if rows else None


def _views(rows: list[Row]) -> tuple[View, ...]:
    place = (shown("Year", "season", "season"), shown("Club", "code"), shown("Manager", "text", "manager_name"))
    appearances = shown("PA", "count", "plate_appearances")
    by_hand = (
        *place,
        shown("Started", "share", "games_started", "club_games"),
        shown("PH", "count", "pinch_hit_games"),
        shown("PR", "count", "pinch_run_games"),
        appearances,
        shown("vs L", "count", "plate_appearances_vs_l"),
        shown("vs R", "count", "plate_appearances_vs_r"),
    )
    on_mound = (
        *place,
        shown("Pitched", "share", "games_pitched", "club_games"),
        shown("Started", "count", "pitching_starts"),
    )
    batted = [row for row in rows if _was_in_the_order(row)]
    pitched = [row for row in rows if row["games_pitched"]]
    by_slot = (*place, appearances, *(shown(str(slot), "tally", f"plate_appearances_slot_{slot}") for slot in _SLOTS))
    return (
        View(by_hand, batted, "In games, from play-by-play"),
        View(by_slot, batted, "Plate appearances by slot, from play-by-play", (NOTE,) if batted else ()),
        View(on_mound, pitched, "Pitching, from play-by-play", (MOUND_NOTE,) if pitched else ()),
    )


def _was_in_the_order(row: Row) -> bool:
    """Return whether the player batted, ran, or started in the lineup without batting."""
    came = row["plate_appearances"] + row["pinch_hit_games"] + row["pinch_run_games"]
    return came > 0 or row["games_started"] > row["pitching_starts"]


def _count(condition: str, name: str) -> str:
    return f"(count(*) FILTER (kind = 'turn' AND {condition}))::INTEGER AS {name}"


def _games(condition: str, name: str) -> str:
    return f"(count(DISTINCT game_id) FILTER ({condition}))::INTEGER AS {name}"


def _sql(seasons: list[int]) -> str:
    here = ", ".join(map(str, seasons))
    return _ROWS.replace("{games}", played_club_games(here)).replace("{seasons}", here)


_ROWS = f"""
WITH deeds AS (
    SELECT batter_person_id AS player_person_id, season, game_id, batting_club AS club, 'turn' AS kind, slot,
        pitcher_hand, is_pinch_hitter
    FROM plate_appearance WHERE batter_person_id IN $player_person_ids AND season IN ({{seasons}})
    UNION ALL BY NAME
    SELECT player_person_id, season, game_id, club, kind FROM substitution
    WHERE player_person_id IN $player_person_ids AND season IN ({{seasons}})
        AND kind IN ('pinch_hitter', 'pinch_runner')
    UNION ALL BY NAME
    SELECT player_person_id, season, game_id, club, 'lineup' AS kind FROM lineup
    WHERE player_person_id IN $player_person_ids AND season IN ({{seasons}})
    UNION ALL BY NAME
    SELECT pitcher_person_id AS player_person_id, season, game_id, club,
        CASE WHEN is_starter THEN 'mound_start' ELSE 'relief' END AS kind
    FROM pitching_appearance WHERE pitcher_person_id IN $player_person_ids AND season IN ({{seasons}})
),
played AS (
    SELECT g.* REPLACE (
            CASE WHEN min(manager_source) OVER his <> max(manager_source) OVER his THEN 'both'
                ELSE min(manager_source) OVER his END AS manager_source
        ), count(*) OVER his AS club_games
    FROM ({{games}}) AS g SEMI JOIN deeds USING (season, club)
    WINDOW his AS (PARTITION BY season, club, manager_person_id)
)
SELECT d.player_person_id, d.season, d.club, g.manager_person_id, any_value(g.manager_name) AS manager_name,
    any_value(g.manager_source) AS manager_source, any_value(g.club_games)::INTEGER AS club_games,
    {_games("kind IN ('lineup', 'mound_start')", "games_started")},
    {_games("kind IN ('mound_start', 'relief')", "games_pitched")},
    {_games("kind = 'mound_start'", "pitching_starts")},
    {_games("kind = 'pinch_hitter'", "pinch_hit_games")},
    {_games("kind = 'pinch_runner'", "pinch_run_games")},
    {_count("true", "plate_appearances")},
    {_count("pitcher_hand = 'L'", "plate_appearances_vs_l")},
    {_count("pitcher_hand = 'R'", "plate_appearances_vs_r")},
    {_count("pitcher_hand IS NULL", "plate_appearances_unknown_hand")},
    {_count("is_pinch_hitter", "plate_appearances_as_pinch_hitter")},
    {", ".join(_count(f"slot = {slot}", f"plate_appearances_slot_{slot}") for slot in _SLOTS)}
FROM deeds AS d JOIN played AS g USING (season, game_id, club)
GROUP BY d.player_person_id, d.season, d.club, g.manager_person_id
ORDER BY d.season, min(g.date), d.club, g.manager_person_id
"""
