"""The columns that the state kernel writes for each play: names and indices.

There are two arrays with one row per column: `ids` holds indices (into words, rows of plays and so on; -1 for none),
and `small` holds the other values as int16. Values describe the state before the play unless the name states otherwise.
"""

from __future__ import annotations

ID_COLUMNS = (
    "game",
    "line",
    "event_row",
    "pitches",
    "batter",
    "charged_batter",
    "pitcher",
    "charged_pitcher",
    "fielder2",
    "fielder3",
    "fielder4",
    "fielder5",
    "fielder6",
    "fielder7",
    "fielder8",
    "fielder9",
    "runner1",
    "runner2",
    "runner3",
    "runner1_pitcher",
    "runner2_pitcher",
    "runner3_pitcher",
    "runner1_catcher",
    "runner2_catcher",
    "runner3_catcher",
    "runner1_for",
    "runner2_for",
    "runner3_for",
    "batter_for",
    "on_deck",
    "in_hold",
    "fielded_by",
)
GAME = ID_COLUMNS.index("game")
LINE = ID_COLUMNS.index("line")
EVENT_ROW = ID_COLUMNS.index("event_row")
PITCHES = ID_COLUMNS.index("pitches")
BATTER = ID_COLUMNS.index("batter")
CHARGED_BATTER = ID_COLUMNS.index("charged_batter")
PITCHER = ID_COLUMNS.index("pitcher")
CHARGED_PITCHER = ID_COLUMNS.index("charged_pitcher")
FIELDER2 = ID_COLUMNS.index("fielder2")
RUNNER1 = ID_COLUMNS.index("runner1")
RUNNER1_PITCHER = ID_COLUMNS.index("runner1_pitcher")
RUNNER1_CATCHER = ID_COLUMNS.index("runner1_catcher")
RUNNER1_FOR = ID_COLUMNS.index("runner1_for")
BATTER_FOR = ID_COLUMNS.index("batter_for")
ON_DECK = ID_COLUMNS.index("on_deck")
IN_HOLD = ID_COLUMNS.index("in_hold")
FIELDED_BY = ID_COLUMNS.index("fielded_by")

SMALL_COLUMNS = (
    "inning",
    "side",
    "bats_last",
    "outs",
    "balls",
    "strikes",
    "visitor_score",
    "home_score",
    "batter_hand",
    "charged_batter_hand",
    "pitcher_hand",
    "charged_pitcher_hand",
    "leadoff",
    "pinch_hit",
    "batter_position",
    "slot",
    "batter_to",
    "runner1_to",
    "runner2_to",
    "runner3_to",
    "new_game",
    "end_of_game",
    "runner1_pinch",
    "runner2_pinch",
    "runner3_pinch",
    "batter_for_position",
    "event_number",
    "new_half",
    "end_of_half",
    "half_runs",
    "game_appearances",
    "half_appearances",
    "new_appearance",
    "cut_short",
    "bases",
    "bases_after",
    "batter_started",
    "charged_batter_started",
    "pitcher_started",
    "charged_pitcher_started",
    "runner1_position",
    "runner2_position",
    "runner3_position",
    "runner1_slot",
    "runner2_slot",
    "runner3_slot",
    "runner1_origin",
    "runner2_origin",
    "runner3_origin",
    "batter_fate",
    "runner1_fate",
    "runner2_fate",
    "runner3_fate",
    "half_runs_to_come",
    "rbi",
    "runner1_placed",
    "runner2_placed",
    "runner3_placed",
    "charged_batter_position",
    "charged_pinch_hit",
)
INNING = SMALL_COLUMNS.index("inning")
SIDE = SMALL_COLUMNS.index("side")
BATS_LAST = SMALL_COLUMNS.index("bats_last")
OUTS = SMALL_COLUMNS.index("outs")
BALLS = SMALL_COLUMNS.index("balls")
STRIKES = SMALL_COLUMNS.index("strikes")
VISITOR_SCORE = SMALL_COLUMNS.index("visitor_score")
HOME_SCORE = SMALL_COLUMNS.index("home_score")
BATTER_HAND = SMALL_COLUMNS.index("batter_hand")
CHARGED_BATTER_HAND = SMALL_COLUMNS.index("charged_batter_hand")
PITCHER_HAND = SMALL_COLUMNS.index("pitcher_hand")
CHARGED_PITCHER_HAND = SMALL_COLUMNS.index("charged_pitcher_hand")
LEADOFF = SMALL_COLUMNS.index("leadoff")
PINCH_HIT = SMALL_COLUMNS.index("pinch_hit")
BATTER_POSITION = SMALL_COLUMNS.index("batter_position")
SLOT = SMALL_COLUMNS.index("slot")
BATTER_TO = SMALL_COLUMNS.index("batter_to")
NEW_GAME = SMALL_COLUMNS.index("new_game")
END_OF_GAME = SMALL_COLUMNS.index("end_of_game")
RUNNER1_PINCH = SMALL_COLUMNS.index("runner1_pinch")
BATTER_FOR_POSITION = SMALL_COLUMNS.index("batter_for_position")
EVENT_NUMBER = SMALL_COLUMNS.index("event_number")
NEW_HALF = SMALL_COLUMNS.index("new_half")
END_OF_HALF = SMALL_COLUMNS.index("end_of_half")
HALF_RUNS = SMALL_COLUMNS.index("half_runs")
GAME_APPEARANCES = SMALL_COLUMNS.index("game_appearances")
HALF_APPEARANCES = SMALL_COLUMNS.index("half_appearances")
NEW_APPEARANCE = SMALL_COLUMNS.index("new_appearance")
CUT_SHORT = SMALL_COLUMNS.index("cut_short")
BASES_BEFORE = SMALL_COLUMNS.index("bases")
BASES_AFTER = SMALL_COLUMNS.index("bases_after")
BATTER_STARTED = SMALL_COLUMNS.index("batter_started")
CHARGED_BATTER_STARTED = SMALL_COLUMNS.index("charged_batter_started")
PITCHER_STARTED = SMALL_COLUMNS.index("pitcher_started")
CHARGED_PITCHER_STARTED = SMALL_COLUMNS.index("charged_pitcher_started")
RUNNER1_POSITION = SMALL_COLUMNS.index("runner1_position")
RUNNER1_SLOT = SMALL_COLUMNS.index("runner1_slot")
RUNNER1_ORIGIN = SMALL_COLUMNS.index("runner1_origin")
BATTER_FATE = SMALL_COLUMNS.index("batter_fate")
HALF_RUNS_TO_COME = SMALL_COLUMNS.index("half_runs_to_come")
RBI = SMALL_COLUMNS.index("rbi")
RUNNER1_PLACED = SMALL_COLUMNS.index("runner1_placed")
CHARGED_BATTER_POSITION = SMALL_COLUMNS.index("charged_batter_position")
CHARGED_PINCH_HIT = SMALL_COLUMNS.index("charged_pinch_hit")

SUBSTITUTION_COLUMNS = ("game", "line", "event", "side", "player", "replaced", "slot", "position", "same_player")
SUBSTITUTION_EVENT = SUBSTITUTION_COLUMNS.index("event")
