"""What the state kernel writes for each play: names and places of its columns.

Two arrays with a row per column: `ids` holds indices (into words, plays' rows and the like; -1 none), `small` the
rest as int16. State is that before the play unless the name says otherwise.
"""

ID_COLUMNS = (
    "game", "line", "event_row", "pitches", "batter", "charged_batter", "pitcher", "charged_pitcher",
    "fielder2", "fielder3", "fielder4", "fielder5", "fielder6", "fielder7", "fielder8", "fielder9",
    "runner1", "runner2", "runner3", "runner1_pitcher", "runner2_pitcher", "runner3_pitcher",
    "runner1_catcher", "runner2_catcher", "runner3_catcher", "runner1_for", "runner2_for", "runner3_for",
    "batter_for", "on_deck", "in_hold", "fielded_by",
)  # fmt: skip
(
    GAME, LINE, EVENT_ROW, PITCHES, BATTER, CHARGED_BATTER, PITCHER, CHARGED_PITCHER,
    FIELDER2, _, _, _, _, _, _, _,
    RUNNER1, _, _, RUNNER1_PITCHER, _, _,
    RUNNER1_CATCHER, _, _, RUNNER1_FOR, _, _,
    BATTER_FOR, ON_DECK, IN_HOLD, FIELDED_BY,
) = range(len(ID_COLUMNS))  # fmt: skip

SMALL_COLUMNS = (
    "inning", "side", "bats_last", "outs", "balls", "strikes", "visitor_score", "home_score",
    "batter_hand", "charged_batter_hand", "pitcher_hand", "charged_pitcher_hand",
    "leadoff", "pinch_hit", "batter_position", "slot", "batter_to", "runner1_to", "runner2_to", "runner3_to",
    "new_game", "end_of_game", "runner1_pinch", "runner2_pinch", "runner3_pinch", "batter_for_position",
    "event_number", "new_half", "end_of_half", "half_runs", "game_appearances", "half_appearances",
    "new_appearance", "cut_short", "bases", "bases_after", "batter_started", "charged_batter_started",
    "pitcher_started", "charged_pitcher_started", "runner1_position", "runner2_position", "runner3_position",
    "runner1_slot", "runner2_slot", "runner3_slot", "runner1_origin", "runner2_origin", "runner3_origin",
    "batter_fate", "runner1_fate", "runner2_fate", "runner3_fate", "half_runs_to_come", "rbi",
    "runner1_placed", "runner2_placed", "runner3_placed",
)  # fmt: skip
(
    INNING, SIDE, BATS_LAST, OUTS, BALLS, STRIKES, VISITOR_SCORE, HOME_SCORE,
    BATTER_HAND, CHARGED_BATTER_HAND, PITCHER_HAND, CHARGED_PITCHER_HAND,
    LEADOFF, PINCH_HIT, BATTER_POSITION, SLOT, BATTER_TO, _, _, _,
    NEW_GAME, END_OF_GAME, RUNNER1_PINCH, _, _, BATTER_FOR_POSITION,
    EVENT_NUMBER, NEW_HALF, END_OF_HALF, HALF_RUNS, GAME_APPEARANCES, HALF_APPEARANCES,
    NEW_APPEARANCE, CUT_SHORT, BASES_BEFORE, BASES_AFTER, BATTER_STARTED, CHARGED_BATTER_STARTED,
    PITCHER_STARTED, CHARGED_PITCHER_STARTED, RUNNER1_POSITION, _, _,
    RUNNER1_SLOT, _, _, RUNNER1_ORIGIN, _, _,
    BATTER_FATE, _, _, _, HALF_RUNS_TO_COME, RBI,
    RUNNER1_PLACED, _, _,
) = range(len(SMALL_COLUMNS))  # fmt: skip

SUBSTITUTION_COLUMNS = (
    "game", "line", "event", "inning", "batting_side", "side", "player", "replaced", "slot", "position",
    "position_before", "base", "balls", "strikes", "same_player",
)  # fmt: skip
