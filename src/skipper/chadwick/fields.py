"""The fields of cwevent by number and name, each with the corresponding Skipper column.

Names and meanings are those in cwevent's published documentation (http://chadwick.sourceforge.net/doc/cwevent.html);
standard fields are those of Retrosheet's BEVENT. A field's `kind` determines the format of its column: `word` (a
person's or club's id), `number`, `flag` (T or F), `hand`, `string` (a string of fielders, or a location), or one of the
few kinds that need their own code.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One field: cwevent's name, where the column is found (`ids`, `small`, `facts`, `pitches`, `game`), and the
    column's name and kind."""

    name: str
    source: str
    column: str
    kind: str


def _each(pattern: str, source: str, column: str, kind: str, numbers: range) -> list[Field]:
    return [Field(pattern.format(n), source, column.format(n), kind) for n in numbers]


_RUNNERS = range(1, 4)

STANDARD: tuple[Field, ...] = (
    Field("GAME_ID", "game", "name", "game"),
    Field("AWAY_TEAM_ID", "game", "visitor", "word"),
    Field("INN_CT", "small", "inning", "number"),
    Field("BAT_HOME_ID", "small", "side", "number"),
    Field("OUTS_CT", "small", "outs", "number"),
    Field("BALLS_CT", "small", "balls", "count"),
    Field("STRIKES_CT", "small", "strikes", "count"),
    Field("PITCH_SEQ_TX", "ids", "pitches", "pitch_text"),
    Field("AWAY_SCORE_CT", "small", "visitor_score", "number"),
    Field("HOME_SCORE_CT", "small", "home_score", "number"),
    Field("BAT_ID", "ids", "batter", "word"),
    Field("BAT_HAND_CD", "small", "batter_hand", "hand"),
    Field("RESP_BAT_ID", "ids", "charged_batter", "word"),
    Field("RESP_BAT_HAND_CD", "small", "charged_batter_hand", "hand"),
    Field("PIT_ID", "ids", "pitcher", "word"),
    Field("PIT_HAND_CD", "small", "pitcher_hand", "hand"),
    Field("RESP_PIT_ID", "ids", "charged_pitcher", "word"),
    Field("RESP_PIT_HAND_CD", "small", "charged_pitcher_hand", "hand"),
    *_each("POS{}_FLD_ID", "ids", "fielder{}", "word", range(2, 10)),
    *_each("BASE{}_RUN_ID", "ids", "runner{}", "word", _RUNNERS),
    Field("EVENT_TX", "ids", "event_row", "event_text"),
    Field("LEADOFF_FL", "small", "leadoff", "flag"),
    Field("PH_FL", "small", "pinch_hit", "flag"),
    Field("BAT_FLD_CD", "small", "batter_position", "number"),
    Field("BAT_LINEUP_ID", "small", "slot", "number"),
    Field("EVENT_CD", "facts", "event_code", "number"),
    Field("BAT_EVENT_FL", "facts", "batter_event", "flag"),
    Field("AB_FL", "facts", "at_bat", "flag"),
    Field("H_CD", "facts", "hit_value", "number"),
    Field("SH_FL", "facts", "sacrifice_hit", "flag"),
    Field("SF_FL", "facts", "sacrifice_fly", "flag"),
    Field("EVENT_OUTS_CT", "facts", "outs", "number"),
    Field("DP_FL", "facts", "double_play", "flag"),
    Field("TP_FL", "facts", "triple_play", "flag"),
    Field("RBI_CT", "small", "rbi", "number"),
    Field("WP_FL", "facts", "wild_pitch", "flag"),
    Field("PB_FL", "facts", "passed_ball", "flag"),
    Field("FLD_CD", "facts", "fielder", "number"),
    Field("BATTEDBALL_CD", "facts", "batted_ball", "batted_ball"),
    Field("BUNT_FL", "facts", "bunt", "flag"),
    Field("FOUL_FL", "facts", "foul", "flag"),
    Field("BATTEDBALL_LOC_TX", "facts", "location", "string"),
    Field("ERR_CT", "facts", "errors", "number"),
    Field("ERR1_FLD_CD", "facts", "error1", "number"),
    Field("ERR1_CD", "facts", "error1_kind", "error_kind"),
    Field("ERR2_FLD_CD", "facts", "error2", "number"),
    Field("ERR2_CD", "facts", "error2_kind", "error_kind"),
    Field("ERR3_FLD_CD", "facts", "error3", "number"),
    Field("ERR3_CD", "facts", "error3_kind", "error_kind"),
    Field("BAT_DEST_ID", "small", "batter_to", "number"),
    *_each("RUN{}_DEST_ID", "small", "runner{}_to", "number", _RUNNERS),
    Field("BAT_PLAY_TX", "facts", "batter_play", "string"),
    *_each("RUN{}_PLAY_TX", "facts", "runner{}_play", "string", _RUNNERS),
    *_each("RUN{}_SB_FL", "facts", "runner{}_steals", "flag", _RUNNERS),
    *_each("RUN{}_CS_FL", "facts", "runner{}_caught", "flag", _RUNNERS),
    *_each("RUN{}_PK_FL", "facts", "runner{}_picked", "flag", _RUNNERS),
    *_each("RUN{}_RESP_PIT_ID", "ids", "runner{}_pitcher", "word", _RUNNERS),
    Field("GAME_NEW_FL", "small", "new_game", "flag"),
    Field("GAME_END_FL", "small", "end_of_game", "flag"),
    *_each("PR_RUN{}_FL", "small", "runner{}_pinch", "flag", _RUNNERS),
    *_each("REMOVED_FOR_PR_RUN{}_ID", "ids", "runner{}_for", "word", _RUNNERS),
    Field("REMOVED_FOR_PH_BAT_ID", "ids", "batter_for", "word"),
    Field("REMOVED_FOR_PH_BAT_FLD_CD", "small", "batter_for_position", "number"),
    *_each("PO{}_FLD_CD", "facts", "putout{}", "number", _RUNNERS),
    *_each("ASS{}_FLD_CD", "facts", "assist{}", "number", range(1, 6)),
    Field("EVENT_ID", "small", "event_number", "number"),
)

EXTENDED: tuple[Field, ...] = (
    Field("HOME_TEAM_ID", "game", "home", "word"),
    Field("BAT_TEAM_ID", "game", "batting", "word"),
    Field("FLD_TEAM_ID", "game", "fielding", "word"),
    Field("BAT_LAST_ID", "small", "bats_last", "number"),
    Field("INN_NEW_FL", "small", "new_half", "flag"),
    Field("INN_END_FL", "small", "end_of_half", "flag"),
    Field("START_BAT_SCORE_CT", "game", "batting_score", "number"),
    Field("START_FLD_SCORE_CT", "game", "fielding_score", "number"),
    Field("INN_RUNS_CT", "small", "half_runs", "number"),
    Field("GAME_PA_CT", "small", "game_appearances", "number"),
    Field("INN_PA_CT", "small", "half_appearances", "number"),
    Field("PA_NEW_FL", "small", "new_appearance", "flag"),
    Field("PA_TRUNC_FL", "small", "cut_short", "flag"),
    Field("START_BASES_CD", "small", "bases", "number"),
    Field("END_BASES_CD", "small", "bases_after", "number"),
    Field("BAT_START_FL", "small", "batter_started", "flag"),
    Field("RESP_BAT_START_FL", "small", "charged_batter_started", "flag"),
    Field("BAT_ON_DECK_ID", "ids", "on_deck", "word"),
    Field("BAT_IN_HOLD_ID", "ids", "in_hold", "word"),
    Field("PIT_START_FL", "small", "pitcher_started", "flag"),
    Field("RESP_PIT_START_FL", "small", "charged_pitcher_started", "flag"),
    *(
        field
        for n in _RUNNERS
        for field in (
            Field(f"RUN{n}_FLD_CD", "small", f"runner{n}_position", "number"),
            Field(f"RUN{n}_LINEUP_CD", "small", f"runner{n}_slot", "number"),
            Field(f"RUN{n}_ORIGIN_EVENT_ID", "small", f"runner{n}_origin", "number"),
        )
    ),
    *_each("RUN{}_RESP_CAT_ID", "ids", "runner{}_catcher", "word", _RUNNERS),
    Field("PA_BALL_CT", "pitches", "balls", "number"),
    Field("PA_CALLED_BALL_CT", "pitches", "called_balls", "number"),
    Field("PA_INTENT_BALL_CT", "pitches", "intentional_balls", "number"),
    Field("PA_PITCHOUT_BALL_CT", "pitches", "pitchout_balls", "number"),
    Field("PA_HITBATTER_BALL_CT", "pitches", "hit_batter", "number"),
    Field("PA_OTHER_BALL_CT", "pitches", "other_balls", "number"),
    Field("PA_STRIKE_CT", "pitches", "strikes", "number"),
    Field("PA_CALLED_STRIKE_CT", "pitches", "called_strikes", "number"),
    Field("PA_SWINGMISS_STRIKE_CT", "pitches", "swinging_strikes", "number"),
    Field("PA_FOUL_STRIKE_CT", "pitches", "fouls", "number"),
    Field("PA_INPLAY_STRIKE_CT", "pitches", "in_play", "number"),
    Field("PA_OTHER_STRIKE_CT", "pitches", "other_strikes", "number"),
    Field("EVENT_RUNS_CT", "facts", "runs", "number"),
    Field("FLD_ID", "ids", "fielded_by", "word"),
    *_each("BASE{}_FORCE_FL", "facts", "force{}", "flag", range(2, 5)),
    Field("BAT_SAFE_ERR_FL", "facts", "batter_safe_on_error", "flag"),
    Field("BAT_FATE_ID", "small", "batter_fate", "number"),
    *_each("RUN{}_FATE_ID", "small", "runner{}_fate", "number", _RUNNERS),
    Field("FATE_RUNS_CT", "small", "half_runs_to_come", "number"),
    *_each("ASS{}_FLD_CD", "facts", "assist{}", "number", range(6, 11)),
    Field("UNKNOWN_OUT_EXC_FL", "facts", "unknown_fielder", "flag"),
    Field("UNCERTAIN_PLAY_EXC_FL", "facts", "uncertain", "flag"),
    Field("COUNT_TX", "count", "text", "count_text"),
    *_each("RUN{}_AUTO_FL", "small", "runner{}_placed", "flag", _RUNNERS),
)
NEW_IN_0_11 = 63  # number of the first extended field that cwevent 0.10 lacks


def chosen(numbers: str, fields: tuple[Field, ...]) -> list[Field]:
    """Return the fields in a list such as `0-5,29`, or no fields for an empty list.

    Raises ValueError for a malformed list or an unknown field number.
    """
    found: list[Field] = []
    for part in numbers.split(",") if numbers else ():
        first, _, last = part.partition("-")
        if not first.strip().isdigit() or (last and not last.strip().isdigit()):
            raise ValueError(f"{part!r} is not a field number or a range of fields")
        span = range(int(first), int(last or first) + 1)
        if not span or span[-1] >= len(fields):
            raise ValueError(f"{part!r}: fields run from 0 to {len(fields) - 1}")
        found.extend(fields[number] for number in span)
    return found
