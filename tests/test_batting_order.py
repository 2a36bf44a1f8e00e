"""The batting order where a man of the line-up runs for another (courtesy runner) and bats before he is done."""

from __future__ import annotations

from pathlib import Path

from event_files import man, play, sub, write_events
from made_plays import column, game_of, read

RUNS_FOR_THE_FIRST = (
    play(1, 0, 1, "S8"),
    play(1, 0, 2, "NP"),
    sub(0, 8, 1, 12),  # the eighth man, whose own place he keeps
    play(1, 0, 2, "W.1-2"),
    play(1, 0, 3, "W.2-3;1-2"),
    play(1, 0, 4, "S8.3-H;2-3;1-2"),
    play(1, 0, 5, "HR.3-H;2-H;1-H"),
)
BACK = sub(0, 1, 1, 2)


def made(folder: Path, *records: str) -> dict[str, list]:
    plays, tables = read(write_events(folder, game_of(*records)))
    assert plays.rejected == []
    return {name: tables[name].to_pylist() for name in ("event", "plate_appearance", "play_exception")}


def test_a_courtesy_runner_bats_in_his_own_slot_and_nobody_out_of_turn(tmp_path):
    his_turn = play(1, 0, 8, "WP.1-2"), play(1, 0, 8, "K")
    tables = made(
        tmp_path, *RUNS_FOR_THE_FIRST, play(1, 0, 6, "K"), play(1, 0, 7, "S8"), *his_turn, play(1, 0, 9, "K"), BACK
    )
    assert tables["play_exception"] == []
    assert column(tables["plate_appearance"], "slot")[:9] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    his = [event for event in tables["event"][:12] if event["batter_id"] == man(0, 8)]
    assert [(event["slot"], event["batter_position"]) for event in his] == [(8, 9), (8, 9)]
    assert tables["plate_appearance"][7]["batter_position"] == 9


def test_a_courtesy_runner_who_bats_before_his_turn_is_out_of_it(tmp_path):
    tables = made(tmp_path, *RUNS_FOR_THE_FIRST, play(1, 0, 6, "K"), play(1, 0, 8, "K"), play(1, 0, 9, "K"), BACK)
    first, second, *_ = tables["play_exception"]
    assert first["evidence"].startswith("slot 1 batted after slot 6")
    assert second["evidence"].startswith("slot 9 batted after slot 1")
