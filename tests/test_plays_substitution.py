"""Kinds of substitutions, in small games written by hand."""

from __future__ import annotations

from event_files import half, header, man, play, sub
from made_plays import column


def test_kinds_of_substitutions(made):
    rows = made(
        [
            *header(),
            play(1, 0, 1, "S7"),
            sub(0, 11, 1, 12),
            sub(0, 12, 2, 11),
            play(1, 0, 12, "K"),
            *[play(1, 0, n, "K") for n in (3, 4)],
            sub(0, 11, 1, 2),
            sub(0, 13, 2, 3),
            sub(0, 3, 3, 5),
            sub(0, 4, 4, 4),
            *half(1, 1, 1),
            f"data,er,{man(0, 10)},0",
        ]
    )["substitution"]
    assert column(rows, "kind") == [
        "pinch_runner",
        "pinch_hitter",
        "position_change",
        "defensive",
        "position_change",
        "position_change",
    ]
    assert column(rows, "replaced_id") == [man(0, 1), man(0, 2), None, man(0, 12), None, None]
    assert column(rows, "mid_inning") == [True, True, False, False, False, False]
    assert {row["half"] for row in rows[2:]} == {"bottom"}


def test_a_man_of_the_line_up_who_runs_for_another_is_a_courtesy_runner(made):
    rows = made(
        [
            *header(),
            play(1, 0, 1, "S7"),
            sub(0, 4, 1, 12),  # of the starting line-up
            play(1, 0, 2, "W.1-2"),
            sub(0, 11, 2, 12),  # from the bench: whether the other may come back the file does not say
            *half(1, 0, 3),
            sub(0, 1, 1, 2),
            sub(0, 2, 2, 3),
            *half(1, 1, 1),
            play(2, 0, 6, "S7"),
            sub(0, 11, 6, 12),  # who was in the batting order
            *half(2, 0, 7),
            sub(0, 6, 6, 7),
            f"data,er,{man(0, 10)},0",
        ]
    )["substitution"]
    back = "position_change"
    assert column(rows, "kind") == ["courtesy_runner", "pinch_runner", back, back, "courtesy_runner", back]
    assert column(rows, "replaced_id") == [man(0, 1), man(0, 2), man(0, 4), man(0, 11), man(0, 6), man(0, 11)]


def test_the_pitcher_who_runs_for_the_designated_hitter_is_a_pinch_runner(made):
    runs = [play(1, 0, 9, "S7"), sub(0, 10, 9, 12), *half(1, 0, 1)]  # the ninth man, whoever it was who was due
    rows = made([*header(), *runs, *half(1, 1, 1), f"data,er,{man(0, 10)},0"])
    assert column(rows["substitution"], "kind") == ["pinch_runner"]


def test_a_new_designated_hitter_is_no_defensive_substitution(made):
    changes = [sub(0, 11, 9, 10), sub(0, 12, 3, 4), sub(0, 9, 8, 9)]
    rows = made([*header(), *half(1, 0, 1), *changes, *half(1, 1, 1), f"data,er,{man(0, 10)},0"])
    assert column(rows["substitution"], "kind") == ["designated_hitter", "defensive", "position_change"]


def double_switch_game(slot_of_pitcher: int, slot_of_fielder: int) -> list[str]:
    """The visitors' pitcher bats ninth; after the top of the first a new one and a new left fielder come in."""
    hitter, pitcher = f"start,{man(0, 9)}", f"start,{man(0, 10)}"
    lines = [line for line in header() if not line.startswith((hitter, pitcher))]
    changes = [sub(0, 11, slot_of_pitcher, 1), sub(0, 12, slot_of_fielder, 7)]
    return [*lines, f'{pitcher},"A Man",0,9,1', *half(1, 0, 1), *changes, *half(1, 1, 1), f"data,er,{man(1, 10)},0"]


def test_a_double_switch_needs_the_fielder_in_the_pitcher_s_slot(made):
    rows = made(double_switch_game(6, 9))["substitution"]  # slot 6 plays left field
    assert column(rows, "kind") == ["double_switch", "double_switch"]
    assert column(rows, "replaced_id") == [man(0, 6), man(0, 10)]


def test_a_pitcher_in_his_predecessor_s_slot_is_no_double_switch(made):
    rows = made(double_switch_game(9, 6))["substitution"]
    assert column(rows, "kind") == ["pitching_change", "defensive"]
