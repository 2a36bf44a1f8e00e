"""Record sets from event files: the rows from which the tables are made."""

from __future__ import annotations

import pyarrow as pa

from skipper.sources.named_people import NAMED
from skipper.sources.player_lines import PLAYER_LINE

_TEXT, _INT, _LONG, _FLAG, _DATE = pa.string(), pa.int32(), pa.int64(), pa.bool_(), pa.date32()

GAME = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("date", _DATE),
        ("game_number", _TEXT),
        ("game_type", _TEXT),
        ("source", _TEXT),
        ("account", _TEXT),
        ("has_plays", _FLAG),
        ("home_club", _TEXT),
        ("visitor_club", _TEXT),
        ("home_score", _INT),
        ("visitor_score", _INT),
        ("home_runs_among_steals", _INT),
        ("visitor_runs_among_steals", _INT),
        ("innings", _INT),
        ("outs", _INT),
        ("scheduled_innings", _INT),
        ("extra_inning_runner_on", _INT),
        ("uses_designated_hitter", _FLAG),
        ("park_id", _TEXT),
        ("start_time", _TEXT),
        ("day_night", _TEXT),
        ("attendance", _INT),
        ("duration_minutes", _INT),
        ("temperature_fahrenheit", _INT),
        ("wind_direction", _TEXT),
        ("wind_speed_mph", _INT),
        ("sky", _TEXT),
        ("precipitation", _TEXT),
        ("field_condition", _TEXT),
        ("plate_umpire_id", _TEXT),
        ("winning_pitcher_id", _TEXT),
        ("losing_pitcher_id", _TEXT),
        ("save_pitcher_id", _TEXT),
        ("pitches_recorded", _TEXT),
        ("forfeit", _TEXT),
        ("protest", _TEXT),
        ("completed_on", _DATE),
        ("contradictions", _TEXT),
        ("source_file", _TEXT),
        ("source_line", _LONG),
    ]
)
CLUB_GAME = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("date", _DATE),
        ("game_number", _TEXT),
        ("club", _TEXT),
        ("opponent", _TEXT),
        ("is_home", _FLAG),
        ("league", _TEXT),
        ("runs", _INT),
        ("hits", _INT),
        ("errors", _INT),
        ("left_on_base", _INT),
        ("outs_pitched", _INT),
        ("pitchers_used", _INT),
        ("batters_runs", _INT),
        ("has_lineup", _FLAG),
        ("starting_pitcher_id", _TEXT),
        ("opposing_starter_id", _TEXT),
        ("opposing_starter_throws", _TEXT),
    ]
)
LINEUP = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("club", _TEXT),
        ("slot", _INT),
        ("player_id", _TEXT),
        ("player_person_id", _TEXT),
        ("player_name", _TEXT),
        ("position", _INT),
        ("bats", _TEXT),
    ]
)
PITCHING = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("date", _DATE),
        ("game_number", _TEXT),
        ("pitched_on", _DATE),
        ("club", _TEXT),
        ("opponent", _TEXT),
        ("pitcher_id", _TEXT),
        ("pitcher_person_id", _TEXT),
        ("pitcher_hand", _TEXT),
        ("pitcher_order", _INT),
        ("is_starter", _FLAG),
        ("entry_inning", _INT),
        ("entry_half", _TEXT),
        ("entry_outs", _INT),
        ("entry_bases", _INT),
        ("entry_score_difference", _INT),
        ("entry_mid_inning", _FLAG),
        ("exit_inning", _INT),
        ("exit_half", _TEXT),
        ("exit_outs", _INT),
        ("exit_bases", _INT),
        ("exit_score_difference", _INT),
        ("finished_game", _FLAG),
        ("batters_faced", _INT),
        ("outs", _INT),
        ("pitches", _INT),
        ("runs", _INT),
        ("runs_scored_during", _INT),
        ("times_through_order_max", _INT),
    ]
)
EJECTION = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("date", _DATE),
        ("sequence", _INT),
        ("ejected_id", _TEXT),
        ("ejected_person_id", _TEXT),
        ("role", _TEXT),
        ("umpire_id", _TEXT),
        ("reason", _TEXT),
        ("club", _TEXT),
        ("source_file", _TEXT),
        ("source_line", _LONG),
    ]
)
EARNED_RUN = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("club", _TEXT),
        ("figure", _TEXT),
        ("pitcher_id", _TEXT),
        ("plays", _INT),
        ("other", _INT),
        ("other_source", _TEXT),
    ]
)
PLAY_EXCEPTION = pa.schema(
    [
        ("kind", _TEXT),
        ("season", _INT),
        ("game_id", _TEXT),
        ("club", _TEXT),
        ("event_number", _INT),
        ("evidence", _TEXT),
        ("source_file", _TEXT),
        ("source_line", _LONG),
    ]
)
COMPARED = pa.schema([("season", _INT), ("figure", _TEXT), ("compared", _LONG)])
# What event files and CSV files state of games, with the games' ids in the lake: record set file_account.
ACCOUNT = pa.schema(
    [
        ("game_id", pa.string()),
        ("season", pa.int32()),
        ("source", pa.string()),
        ("source_game_id", pa.string()),
        ("game_number", pa.string()),
        ("home_club", pa.string()),
        ("visitor_club", pa.string()),
        ("home_score", pa.int32()),
        ("visitor_score", pa.int32()),
        ("account", pa.string()),
        ("source_file", pa.string()),
        ("source_line", pa.int64()),
    ]
)

RECORD_SETS = {
    "event_file_game": GAME,
    "event_file_club_game": CLUB_GAME,
    "event_file_lineup": LINEUP,
    "event_file_pitching": PITCHING,
    "event_file_ejection": EJECTION,
    "event_file_earned_run": EARNED_RUN,
    "event_file_person": NAMED,
    "event_file_compared": COMPARED,
    "event_file_player_line": PLAYER_LINE,
}
OF_PLAYS = tuple(name for name in RECORD_SETS if name not in ("event_file_compared", "event_file_player_line"))
# Plays converted to event records have record sets of their own for games, clubs' sides and lineups, because an event
# file may have the same game without plays.
CONVERTED = {
    "event_file_game": "converted_game",
    "event_file_club_game": "converted_club_game",
    "event_file_lineup": "converted_lineup",
}
CONVERTED_RECORD_SETS = {own: RECORD_SETS[name] for name, own in CONVERTED.items()}
