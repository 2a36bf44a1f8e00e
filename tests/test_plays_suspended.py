"""Suspended games: who took the mound on which day, in small games written by hand and in those of 2019."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from event_files import man, quiet_game, sub, write_events
from made_plays import read
from test_plays_real import tables_of

BEGAN, RESUMED = date(2041, 4, 1), date(2041, 5, 20)
SUSPEND = 'com,"Suspend=20410520,,1,0,24"'
BREAK = 'com,"$Game suspended for rain, completed on May 20"'
BY_NEW_MAN = f"play,5,0,{man(0, 8)}"  # the first turn of the visitors' fifth inning, after 24 outs


def days(folder: Path, *records: str, suspend: str = SUSPEND, before: str = "play,5,0,") -> dict[str, date]:
    """`pitched_on` by pitcher, of a quiet game with more records before the first one that begins so."""
    lines = quiet_game()
    at = next(at for at, line in enumerate(lines) if line.startswith(before))
    first = next(at for at, line in enumerate(lines) if line.startswith("play"))
    _, tables = read(write_events(folder, [*lines[:first], suspend, *lines[first:at], *records, *lines[at:]]))
    rows = tables["event_file_pitching"].to_pylist()
    assert {row["date"] for row in rows} == {BEGAN}
    return {row["pitcher_id"]: row["pitched_on"] for row in rows}


STARTERS = {man(0, 10): BEGAN, man(1, 10): BEGAN}


def test_who_comes_in_after_the_break_pitches_on_the_day_of_resumption(tmp_path: Path):
    """He who was on the mound and goes on has the day before."""
    found = days(tmp_path, BREAK, sub(1, 11, 0, 1))
    assert found == {**STARTERS, man(1, 11): RESUMED}


def test_without_a_comment_at_the_break_the_outs_tell_where_it_was(tmp_path: Path):
    assert days(tmp_path, sub(1, 11, 0, 1)) == {**STARTERS, man(1, 11): RESUMED}
    assert days(tmp_path, sub(1, 11, 0, 1), before="play,4,0,") == {**STARTERS, man(1, 11): BEGAN}
    assert days(tmp_path, sub(1, 11, 0, 1), before="play,4,1,") == {**STARTERS, man(1, 11): RESUMED}  # threw in the 5th
    assert days(tmp_path, sub(0, 11, 0, 1), before="play,5,1,") == {**STARTERS, man(0, 11): RESUMED}


def test_who_came_in_at_the_break_and_threw_before_it_has_the_day_before(tmp_path: Path):
    thrown = f"{BY_NEW_MAN},21,BCB,NP"
    assert days(tmp_path, sub(1, 11, 0, 1), thrown, BREAK)[man(1, 11)] == BEGAN
    assert days(tmp_path, sub(1, 11, 0, 1), f"{BY_NEW_MAN},21,,NP", BREAK)[man(1, 11)] == BEGAN


def test_who_came_in_before_the_break_and_threw_only_after_it_has_the_day_of_resumption(tmp_path: Path):
    blank = f"{BY_NEW_MAN},00,,NP"
    assert days(tmp_path, blank, sub(1, 11, 0, 1), blank, BREAK)[man(1, 11)] == RESUMED


def test_a_count_that_another_left_behind_is_no_pitch_of_the_new_man(tmp_path: Path):
    left = f"{BY_NEW_MAN},21,BCB,NP"
    assert days(tmp_path, left, sub(1, 11, 0, 1), left, BREAK)[man(1, 11)] == RESUMED


def test_both_clubs_may_go_on_with_a_new_pitcher(tmp_path: Path):
    found = days(tmp_path, BREAK, sub(1, 11, 0, 1), sub(0, 11, 0, 1))
    assert found == {**STARTERS, man(1, 11): RESUMED, man(0, 11): RESUMED}


def test_a_starter_who_had_not_thrown_when_play_stopped(tmp_path: Path):
    """After one out of the first inning the visitors' pitcher has not been on the mound."""
    found = days(tmp_path, suspend='com,"Suspend=20410520,,1,0,1"')
    assert found == {man(0, 10): RESUMED, man(1, 10): BEGAN}


@pytest.mark.parametrize(
    "said",
    [
        "Suspend=20410231,,1,0,24",  # no day
        "Suspend=20410520,,1,0,",
        "Suspend=20410520,,1,0,2x",
        "Suspend=20410520,24",
        "Suspend=",
        "Suspend=20410520,,1,0,99",  # it never came to so many outs
        "Suspend=20410520,,1,0," + 5000 * "9",
        "Suspend=20410331,,1,0,24",  # before the game
        "Suspend=20420520,,1,0,24",  # of another season
        "Suspended=20410520,,1,0,24",
        "suspend",
    ],
)
@pytest.mark.parametrize("quote", ['"', ""])
def test_a_comment_that_cannot_be_leaves_the_day_of_the_game(tmp_path: Path, said: str, quote: str):
    assert set(days(tmp_path, sub(1, 11, 0, 1), suspend=f"com,{quote}{said}{quote}").values()) == {BEGAN}


def test_the_other_games_of_a_file_keep_their_days(tmp_path: Path):
    lines = quiet_game()
    first = next(at for at, line in enumerate(lines) if line.startswith("play"))
    suspended = [*lines[:first], SUSPEND, *lines[first:], sub(0, 11, 0, 1)]
    games = quiet_game(day="20410331"), suspended, quiet_game(day="20410402")
    _, tables = read(write_events(tmp_path, *games))
    other = [row for row in tables["event_file_pitching"].to_pylist() if row["date"] != row["pitched_on"]]
    assert [(row["game_id"], row["pitcher_id"], row["pitched_on"]) for row in other] == [
        ("HHH204104010", man(0, 11), RESUMED)
    ]


def test_the_suspended_games_of_2019(real_data: Path):
    """Taylor (BOS) and Hendriks (DET) had thrown when play stopped, Martinez (NYN) came in for the resumption."""
    rows = tables_of(real_data, 2019)["event_file_pitching"].to_pylist()
    assert {row["game_id"] for row in rows if row["pitched_on"] != row["date"]} == {
        "BOS201908070",
        "CHA201905270",
        "DET201905190",
        "NYN201906130",
    }
    found = {(row["game_id"], row["pitcher_id"]): row["pitched_on"] for row in rows}
    assert found["BOS201908070", "taylj001"] == date(2019, 8, 7)
    assert found["BOS201908070", "lover001"] == date(2019, 8, 22)
    assert found["CHA201905270", "flynb001"] == date(2019, 5, 27)
    assert found["CHA201905270", "barls001"] == found["CHA201905270", "bumma001"] == date(2019, 5, 28)
    assert found["DET201905190", "alcav001"] == found["DET201905190", "hendl001"] == date(2019, 5, 19)
    assert found["DET201905190", "mckad001"] == found["DET201905190", "diekj001"] == date(2019, 9, 6)
    assert found["NYN201906130", "diaze006"] == date(2019, 6, 13)
    assert found["NYN201906130", "martc006"] == found["NYN201906130", "hickj002"] == date(2019, 6, 14)
