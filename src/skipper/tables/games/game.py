"""Table `game`: one row per game."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

_UNDECIDED = "null where the plays end with the score level and no source says how the game ended"

TABLE = Table(
    name="game",
    grain="one row per game",
    key=("game_id",),
    sources="Retrosheet game logs and event files; the minors' play by play and scores",
    notes=(
        "A game in several sources has one row: from the game log, else from the event file. A fact missing from the "
        "first source (park, attendance, playing time) comes from the next; `game_difference` lists their "
        "disagreements. Weather, umpire, pitching decisions and the rules of the game come only from event files and "
        "are null without them."
    ),
    columns=pick(
        SHARED,
        "game_id",
        "source",
        "source_file",
        "source_line",
        "season",
        "date",
        "game_number",
        "game_type",
        "game_type_source",
        "level",
        Column("home_league", "string", "the home club's league; null where blank"),
        Column("visitor_league", "string", "the visitor's league; null where blank"),
        Column("home_club", "string", "the home club's code", required=True),
        Column("visitor_club", "string", "the visitor's code", required=True),
        Column("home_score", "int", f"runs of the home club; {_UNDECIDED}"),
        Column("visitor_score", "int", f"runs of the visitor; {_UNDECIDED}"),
        Column("outs_played", "int", "length in outs, 54 for nine full innings; null where unknown"),
        Column(
            "innings",
            "int",
            "innings begun, from the line score, else from the outs or the plays; null without any of them",
        ),
        Column("scheduled_innings", "int", "innings scheduled; null where the sources do not say (game logs do not)"),
        Column(
            "forfeit",
            "string",
            "V or H: awarded to the visitor or the home club; T: ruled no decision; else null",
        ),
        Column(
            "protest",
            "string",
            "Retrosheet's codes (X, Y upheld; V, H disallowed; P protesting club unknown); else null",
        ),
        Column("completed_on", "date", "day a suspended game was completed; null for other games"),
        Column("park_id", "string", "Retrosheet's id of the park; null where unknown"),
        Column(
            "attendance",
            "int",
            "spectators; null where unknown. The sources write 0 for a crowd counted with the day's other game or "
            "not known: null here, except in single games since 2015, some of which had no spectators",
        ),
        Column("duration_minutes", "int", "playing time in minutes; null where unknown"),
        Column("has_plays", "boolean", "whether the lake has the game's play by play", required=True),
        Column(
            "extra_inning_runner_on",
            "int",
            "base on which extra innings began with a placed runner; null where no event file says so",
        ),
        Column("uses_designated_hitter", "boolean", "whether a designated hitter was used; null where not stated"),
        Column("start_time", "string", "local time of the start, hh:mm AM or PM; null where unknown"),
        Column("day_night", "string", "day or night; null where unknown"),
        Column("temperature_fahrenheit", "int", "value at the start; null where unknown"),
        Column("wind_direction", "string", "Retrosheet's code, such as ltor or fromlf; null where unknown"),
        Column("wind_speed_mph", "int", "value at the start; null where unknown"),
        Column("sky", "string", "Retrosheet's code, such as sunny or dome; null where unknown"),
        Column("precipitation", "string", "Retrosheet's code; null where unknown"),
        Column("field_condition", "string", "Retrosheet's code; null where unknown"),
        Column("plate_umpire_id", "string", "Retrosheet id; null where unknown"),
        Column("winning_pitcher_id", "string", "Retrosheet id; null where none or unknown"),
        Column("losing_pitcher_id", "string", "Retrosheet id; null where none or unknown"),
        Column("save_pitcher_id", "string", "Retrosheet id; null where none or unknown"),
        Column("pitches_recorded", "string", "pitches (each), count or none; null where not stated"),
    ),
)

_FIRST_STATED = (
    "home_league",
    "visitor_league",
    "outs_played",
    "innings",
    "scheduled_innings",
    "forfeit",
    "protest",
    "completed_on",
    "park_id",
    "attendance",
    "duration_minutes",
)
_FROM_EVENT_FILES = (
    "extra_inning_runner_on",
    "uses_designated_hitter",
    "start_time",
    "day_night",
    "temperature_fahrenheit",
    "wind_direction",
    "wind_speed_mph",
    "sky",
    "precipitation",
    "field_condition",
    "plate_umpire_id",
    "winning_pitcher_id",
    "losing_pitcher_id",
    "save_pitcher_id",
    "pitches_recorded",
)
_BELIEVED = (
    "source",
    "source_file",
    "source_line",
    "season",
    "date",
    "game_number",
    "game_type",
    "game_type_source",
    "home_club",
    "visitor_club",
    "home_score",
    "visitor_score",
)

# arg_min skips nulls, so it takes the first source that states a figure.
SQL = f"""
WITH told AS (
    SELECT game_id, {", ".join(f"arg_min({name}, precedence) AS {name}" for name in (*_BELIEVED, *_FIRST_STATED))}
    FROM source_game GROUP BY game_id
)
SELECT
    told.*, l.level, coalesce(e.has_plays, false) AS has_plays,
    {", ".join(f"e.{name}" for name in _FROM_EVENT_FILES)}
FROM told
LEFT JOIN event_file_game AS e ON e.game_id = told.game_id
LEFT JOIN league AS l
    ON l.league = told.home_league AND told.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
"""
