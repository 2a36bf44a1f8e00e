"""The plays as an Arrow table: every column once, nulls for the unknown."""

from __future__ import annotations

import pyarrow as pa

from skipper.sources.retrosheet.events.arrow import play_table
from skipper.sources.retrosheet.events.state_columns import ID_COLUMNS, SMALL_COLUMNS


def test_every_column_is_there_once(simulated_games):
    plays, _ = simulated_games
    table = play_table(plays)
    assert len(set(table.column_names)) == table.num_columns
    assert set(SMALL_COLUMNS) | set(ID_COLUMNS) - {"game", "event_row", "pitches"} <= set(table.column_names)
    assert {"outs_on_play", "runs_on_play", "event_code", "putout1", "assist10"} <= set(table.column_names)


def test_values_agree_with_the_truth_and_unknown_is_null(simulated_games):
    plays, truth = simulated_games
    table = play_table(
        plays,
        [
            "batter",
            "runner1",
            "outs",
            "outs_on_play",
            "balls",
            "putout1",
            "pitch_sequence",
            "pitch_pitches",
            "at_bat",
            "batter_hand",
            "game_id",
        ],
    )
    assert table["batter"].to_pylist() == [play["batter"] for play in truth]
    assert table["runner1"].to_pylist() == [play["runner1"] or None for play in truth]
    assert table["outs"].to_pylist() == [play["outs"] for play in truth]
    assert table["balls"].null_count == len(truth)  # written ??
    assert table["pitch_sequence"].null_count == table["pitch_pitches"].null_count == len(truth)
    assert 0 < table["putout1"].null_count < len(truth)
    assert table.schema.field("at_bat").type == pa.bool_()
    assert set(table["batter_hand"].to_pylist()) <= {"L", "R"}
