"""Plays that contradict themselves, or the bases as they were: their game goes to quarantine, with line and reason."""

from __future__ import annotations

import pytest

from simulated_reading import read
from skipper.sources.plays.events.plays import RejectedLines
from test_event_games import DATA, HEADER, H, V, names, numbers, played, three_out, top

IN_THE_WAY = "a runner who ends on the same base as the runner ahead, or beyond it"
NOT_IN_GRAMMAR = "an event outside Retrosheet's grammar"
ON_EMPTY_BASE = "an event that moves or retires a runner on an empty base"


def rejected(*records: str) -> RejectedLines:
    (found,) = read("".join(line + "\n" for line in [*HEADER, *records, DATA]).encode()).rejected
    return found


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ("WP.B-1", f"{NOT_IN_GRAMMAR}: the batter runs although the turn at bat goes on"),
        ("64(1)3/GDP.1-2", f"{NOT_IN_GRAMMAR}: a runner who is out advances: 1"),
        ("S8.1X2(86);1-3", f"{NOT_IN_GRAMMAR}: the runner's earlier movement rules out the advance"),
        ("S8.2-3", ON_EMPTY_BASE),
        ("64(2)3/GDP", ON_EMPTY_BASE),
        ("SBH", ON_EMPTY_BASE),
        ("S8", IN_THE_WAY),
        ("D8", IN_THE_WAY),
        ("HR", IN_THE_WAY),
        ("W", IN_THE_WAY),
        ("D8.1-2", IN_THE_WAY),
        ("T8.1-2", IN_THE_WAY),
        ("S8.1-2;B-3", IN_THE_WAY),
    ],
)
def test_a_play_that_cannot_be_with_a_man_on_first_rejects_its_game(event, reason):
    found = rejected(top(1, "S8"), top(2, event), top(3, "K"))
    assert found.reason.startswith(reason)
    assert (found.line, found.text) == (len(HEADER) + 2, top(2, event))
    assert (found.first_line, found.last_line) == (1, len(HEADER) + 4)


@pytest.mark.parametrize("event", ["D8.1-3", "T8.1-H", "HR.1-H", "HR.1X3", "S8.1X2(86)", "D8.1-H;BX3(85)", "SB2"])
def test_a_play_on_which_nobody_is_in_the_way_is_read(event):
    assert len(played(top(1, "S8"), top(2, event), top(3, "K"))) == 3


def test_two_men_who_change_places_are_in_one_anothers_way():
    assert rejected(top(1, "S8"), top(2, "S8.1-2"), top(3, "BK.2-1;1-2"), top(3, "K")).reason == IN_THE_WAY


def test_a_man_who_scores_ahead_of_one_who_stays_is_in_the_way():
    assert rejected(top(1, "S8"), top(2, "W.1-2"), top(3, "S8.1-H"), top(4, "K")).reason == IN_THE_WAY


def test_after_the_third_out_nobody_is_in_the_way():
    plays = played(top(1, "K"), top(2, "K"), top(3, "S8"), top(4, "S8.B-2;BX3(85)"), *three_out(1, 1, H(1)))
    assert numbers(plays, "end_of_half")[3] == 1


def test_the_last_play_of_a_game_need_not_tell_of_the_runners_who_did_not_matter():
    records = top(1, "T8"), top(2, "W"), top(3, "D8.3-H")
    plays = played(*records)
    assert names(plays, "runner1")[2] == V(2)
    assert numbers(plays, "rbi")[2] == 1
    found = rejected(*records, top(4, "K"))
    assert (found.reason, found.text) == (IN_THE_WAY, records[2])


def test_a_fourth_out_on_one_play_rejects_the_game():
    found = rejected(top(1, "K"), top(2, "K"), top(3, "S8"), top(4, "64(1)3/GDP"))
    assert found.reason == "a fourth out, or a play after the third"
