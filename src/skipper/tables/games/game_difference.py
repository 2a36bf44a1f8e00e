"""Table `game_difference`: disagreements between two sources on the same game."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

_OF_GAME = (
    "date",
    "game_type",
    "home_league",
    "visitor_league",
    "outs_played",
    "innings",
    "park_id",
    "attendance",
    "duration_minutes",
)
_OF_CLUB = ("runs_for", "starting_pitcher_id")
_OF_SLOT = ("player_id", "position")
_PEOPLE = ("player_id", "starting_pitcher_id")  # in each source's own ids

TABLE = Table(
    name="game_difference",
    grain="one row per figure (of a game, club or lineup slot) on which two sources differ",
    key=("game_id", "club", "slot", "figure", "other_source"),
    sources="all game sources, for games in more than one",
    notes="Figures missing from either source, and inferred game types, are not compared, and people are compared as "
    "persons. `play_difference` covers figures counted from plays.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        Column("club", "string", "the club's code; null for a figure of the whole game"),
        Column("slot", "int", "batting slot, 1 to 9; null for figures other than lineups"),
        Column("figure", "string", f"one of {', '.join((*_OF_GAME, *_OF_CLUB, *_OF_SLOT))}", required=True),
        Column("source", "string", "the source used in `game`, `club_game` and `lineup`", required=True),
        Column("value", "string", "value in that source, as text", required=True),
        Column("other_source", "string", "the other source", required=True),
        Column("other_value", "string", "value in the other source, as text", required=True),
    ),
    small=True,
)


def _listed(figures: tuple[str, ...]) -> str:
    names, values = (", ".join(form.format(name) for name in figures) for form in ("'{}'", "{}::VARCHAR"))
    return f"unnest([{names}]) AS figure, unnest([{values}]) AS value"


SQL = f"""
WITH shared AS (SELECT game_id FROM source_game GROUP BY game_id HAVING count(*) > 1),
told AS (
    SELECT game_id, season, NULL AS club, NULL AS slot, source, precedence, {_listed(_OF_GAME)}
    FROM (SELECT * REPLACE (if(game_type_source = 'stated', game_type, NULL) AS game_type) FROM source_game)
    SEMI JOIN shared USING (game_id)
    UNION ALL BY NAME
    SELECT game_id, season, club, source, precedence, {_listed(_OF_CLUB)}
    FROM source_club_game SEMI JOIN shared USING (game_id)
    UNION ALL BY NAME
    SELECT game_id, season, club, slot, source, precedence, {_listed(_OF_SLOT)}
    FROM source_lineup SEMI JOIN shared USING (game_id)
)
SELECT
    a.game_id, a.season, a.club, a.slot, a.figure, a.source, a.value,
    b.source AS other_source, b.value AS other_value
FROM told AS a
JOIN told AS b
    ON b.game_id = a.game_id AND b.club IS NOT DISTINCT FROM a.club AND b.slot IS NOT DISTINCT FROM a.slot
    AND b.figure = a.figure AND b.precedence > a.precedence
LEFT JOIN season_person AS p ON a.figure IN {_PEOPLE} AND p.source_id = a.value
LEFT JOIN season_person AS q ON b.figure IN {_PEOPLE} AND q.source_id = b.value
WHERE a.value <> b.value AND coalesce(p.person_id, a.value) <> coalesce(q.person_id, b.value)
    AND a.precedence = (SELECT min(precedence) FROM source_game AS first WHERE first.game_id = a.game_id)
"""
