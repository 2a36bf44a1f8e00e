"""Table `game`: one row per game."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick
from skipper.sources.plays.events.accounts import BY_PRECEDENCE
from skipper.tables.games.source_game import TYPE_PRECEDENCE

_UNDECIDED = (
    "null if the plays end with the score level, or the winner depends on a run listed among steals, and no source "
    "says how the game ended"
)

TABLE = Table(
    name="game",
    guards="games",
    grain="one row per game",
    key=("game_id",),
    sources="Retrosheet game logs, else event files (Retrosheet's and the minor leagues'), else Retrosheet's CSV "
    "files, else the Stats API, else minor-league scores",
    notes=(
        "A game in several sources has one row, taken from the first source in this order. A fact missing from that "
        "source, such as park, attendance or playing time, comes from the next; a stated game type comes before an "
        "inferred or unknown one, whatever the source. `game_difference` lists the disagreements between sources. "
        "The plays are those of the event files; for a game without plays there, those of Retrosheet's CSV files or, "
        "failing these, of the Stats API's feed. "
        "Weather, umpire, pitching decisions and game rules come from event files, else from Retrosheet's CSV files, "
        "and are null for games in neither."
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
        Column("home_league", "string", "the home club's league; null if blank"),
        Column("visitor_league", "string", "the visitor's league; null if blank"),
        Column("home_club", "string", "the home club's code", required=True),
        Column("visitor_club", "string", "the visitor's code", required=True),
        Column("home_score", "int", f"runs scored by the home club; {_UNDECIDED}"),
        Column("visitor_score", "int", f"runs scored by the visiting club; {_UNDECIDED}"),
        Column("outs_played", "int", "length in outs, 54 for nine full innings; null if unknown"),
        Column(
            "innings",
            "int",
            "innings begun, from the line score, else from the outs or the plays; null if none of these is known",
        ),
        Column("scheduled_innings", "int", "innings scheduled; null if no source gives the number (game logs do not)"),
        Column(
            "forfeit",
            "string",
            "V or H if awarded to the visiting or home club, T if ruled no decision; otherwise null",
        ),
        Column(
            "protest",
            "string",
            "Retrosheet's codes (X, Y upheld; V, H disallowed; P protesting club unknown); otherwise null",
        ),
        Column("completed_on", "date", "date on which a suspended game was completed; null for other games"),
        Column("park_id", "string", "Retrosheet park id; null if unknown"),
        Column(
            "attendance",
            "int",
            "spectators; null if unknown. The sources write 0 both for an unknown attendance and for one counted "
            "with the day's other game; both are null here. Single games since 2015 keep 0, because some had no "
            "spectators",
        ),
        Column("duration_minutes", "int", "playing time in minutes; null if unknown"),
        Column("has_plays", "boolean", "whether the lake has the game's play-by-play", required=True),
        Column(
            "account",
            "string",
            "the fullest account of the game in Retrosheet's event and CSV files: play_by_play (`.EV?`, and "
            "minorleaguesplits), deduced (`.ED?`: plays deduced from newspapers), box_score (`.EB?`: no plays) or "
            "line_score (runs by inning); null for a game in none of these files. game_account has the account of each "
            "source",
        ),
        Column(
            "extra_inning_runner_on",
            "int",
            "base on which extra innings began with a placed runner; null if no source states it",
        ),
        Column("uses_designated_hitter", "boolean", "whether a designated hitter was used; null if not stated"),
        Column("start_time", "string", "local start time, hh:mm AM or PM; null if unknown"),
        Column("day_night", "string", "day or night; null if unknown"),
        Column("temperature_fahrenheit", "int", "temperature at the start; null if unknown"),
        Column("wind_direction", "string", "Retrosheet's code, such as ltor or fromlf; null if unknown"),
        Column("wind_speed_mph", "int", "wind speed at the start; null if unknown"),
        Column("sky", "string", "Retrosheet's code, such as sunny or dome; null if unknown"),
        Column("precipitation", "string", "Retrosheet's code; null if unknown"),
        Column("field_condition", "string", "Retrosheet's code; null if unknown"),
        Column("plate_umpire_id", "string", "Retrosheet id; null if unknown"),
        Column("winning_pitcher_id", "string", "Retrosheet id; null if none or unknown"),
        Column("losing_pitcher_id", "string", "Retrosheet id; null if none or unknown"),
        Column("save_pitcher_id", "string", "Retrosheet id; null if none or unknown"),
        Column(
            "home_batted_first",
            "boolean",
            "whether the home club batted first; null if Retrosheet's CSV files do not state it",
        ),
        Column("pitches_recorded", "string", "pitch detail recorded: pitches, count or none; null if not stated"),
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
_FROM_EVENT_AND_CSV_FILES = (
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
)
_TYPE = ("game_type", "game_type_source")
_BELIEVED = (
    "source",
    "source_file",
    "source_line",
    "season",
    "date",
    "game_number",
    "home_club",
    "visitor_club",
    "home_score",
    "visitor_score",
)

_CASES = " ".join(f"WHEN '{account}' IN (e.account, c.account) THEN '{account}'" for account in BY_PRECEDENCE)
_FULLEST = f"CASE {_CASES} ELSE c.account END"

# arg_min skips nulls, so it takes the first source that states a value.
SQL = f"""
WITH repeated AS (SELECT game_id FROM source_game GROUP BY game_id HAVING count(*) > 1),
told AS (
    SELECT game_id, {", ".join((*_BELIEVED, *_TYPE, *_FIRST_STATED))}
    FROM source_game ANTI JOIN repeated USING (game_id)
    UNION ALL BY NAME
    SELECT game_id, {", ".join(f"arg_min({name}, precedence) AS {name}" for name in (*_BELIEVED, *_FIRST_STATED))},
        {", ".join(f"arg_min({name}, {TYPE_PRECEDENCE}) AS {name}" for name in _TYPE)}
    FROM source_game SEMI JOIN repeated USING (game_id) GROUP BY game_id
)
SELECT
    told.*, l.level, coalesce(e.has_plays, false) OR f.game_id IS NOT NULL AS has_plays,
    {", ".join(f"coalesce(e.{name}, c.{name}) AS {name}" for name in _FROM_EVENT_AND_CSV_FILES)}, e.pitches_recorded,
    {_FULLEST} AS account, c.home_batted_first
FROM told
LEFT JOIN event_file_game AS e ON e.game_id = told.game_id
LEFT JOIN csv_game AS c ON c.game_id = told.game_id
LEFT JOIN converted_game AS f ON f.game_id = told.game_id
LEFT JOIN league AS l
    ON l.league = told.home_league AND told.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
"""
