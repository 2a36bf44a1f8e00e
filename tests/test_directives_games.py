"""Games that are not like the others: doubleheaders, days off, ejections, changes, openers, unknown lineups."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from directive_lake import SEASON, Play, Side
from directive_plans import MAN, MAY, games, judged, status

MONDAY = date(SEASON, 5, 5)


def side(day: int, play: Play | None = None, number: str = "0", hand: str = "R", **known: object) -> Side:
    return Side("ALP", MONDAY + timedelta(day), number, hand, starts={MAN: play} if play else None, **known)


def followed(sides: list[Side], words: str) -> list[bool | None]:
    return [row["followed"] for row in judged(sides, words)]


def test_each_game_of_a_doubleheader_is_a_game() -> None:
    sides = [side(0, Play(5, 6), "1"), side(0, None, "2"), side(1, Play(5, 6))]
    rows = judged(sides, "start: {at_least: 60%}")
    assert [(row["game_number"], row["followed"]) for row in rows] == [("1", True), ("2", False), ("0", True)]


def test_both_games_of_a_doubleheader_count_in_a_row_of_starts() -> None:
    sides = [side(0, Play(5, 6), "1"), side(0, Play(5, 6), "2"), side(1, Play(5, 6))]
    assert followed(sides, "rest: {max_consecutive: 2}") == [True, True, False]


def test_both_games_of_a_doubleheader_are_on_one_day() -> None:
    sides = [side(0, Play(5, 6), "1"), side(0, Play(5, 6), "2"), side(1, Play(5, 6), "1"), side(1, Play(5, 6), "2")]
    assert followed(sides, "start: {not_consecutive_days: true}") == [True, True, False, False]


def test_a_day_off_does_not_end_a_row_of_starts() -> None:
    sides = [side(day, Play(5, 6)) for day in (0, 1, 3, 4)]  # nobody plays on the third day
    assert followed(sides, "rest: {max_consecutive: 3}") == [True, True, True, False]


def test_a_day_off_parts_consecutive_days() -> None:
    sides = [side(day, Play(5, 6)) for day in (0, 2, 3)]
    assert followed(sides, "start: {not_consecutive_days: true}") == [True, True, False]


def test_a_week_with_days_off_asks_for_no_more_games_than_it_has() -> None:
    sides = [side(0, Play(5, 6)), side(2, Play(5, 6)), side(5, None), side(7, Play(5, 6))]
    assert followed(sides, "start: {games_per_week: 6}") == [True, True, False, True]


@pytest.mark.parametrize("words", ["start: {at_least: 60%}", "bat: {slots: 1-5, at_least: 60%}"])
def test_a_start_is_a_start_though_he_was_ejected(words: str) -> None:
    (row,) = judged([side(0, Play(5, 6, 1, "defensive", ejected=True), outings={})], words)
    assert (row["followed"], row["observed"], row["plate_appearances"]) == (True, "slot 5, ejected", 1)


def test_a_start_is_a_start_though_he_was_replaced_in_the_game() -> None:
    sides = [side(0, Play(5, 6, 2, "double_switch"), outings={}), side(1, Play(5, 6, 4), outings={})]
    rows = judged(sides, "bat: {slots: 1-5, at_least: 60%}")
    assert [row["followed"] for row in rows] == [True, True]
    assert [row["observed"] for row in rows] == ["slot 5, replaced", "slot 5"]
    assert [row["plate_appearances"] for row in rows] == [2, 4]


def test_a_courtesy_runner_replaces_nobody() -> None:
    (row,) = judged([side(0, Play(5, 6, 4, "courtesy_runner"), outings={})], "start: {at_least: 60%}")
    assert (row["observed"], row["plate_appearances"]) == ("slot 5", 4)


def test_a_start_is_a_start_though_he_was_pinch_hit_for_before_batting() -> None:
    sides = [side(0, Play(8, 6, 0, "pinch_hitter"), outings={}), side(1, Play(8, 6, 2, "pinch_hitter"), outings={})]
    rows = judged(sides, "start: {at_least: 60%}")
    assert [row["followed"] for row in rows] == [True, True]
    assert [row["observed"] for row in rows] == ["slot 8, pinch-hit for before batting", "slot 8, pinch-hit for"]
    assert [row["plate_appearances"] for row in rows] == [0, 2]


def test_without_play_by_play_what_became_of_a_starter_is_not_known() -> None:
    (row,) = judged([side(0, Play(8, 6, 3, "pinch_hitter"))], "start: {at_least: 60%}")
    assert (row["observed"], row["plate_appearances"]) == ("slot 8", None)


def test_a_game_without_a_lineup_is_no_miss_and_in_no_count() -> None:
    sides = [side(0, Play(5, 6)), side(1, None, has_lineup=False), side(2, None), side(3, Play(5, 6))]
    rows = judged(sides, "start: {at_least: 60%}")
    assert [row["reason"] for row in rows] == [None, "lineup unknown", None, None]
    row = status(sides, "start: {at_least: 60%}")
    assert (row["applicable"], row["followed"], row["club_games"], row["undecided"]) == (3, 2, 3, 1)


def test_a_game_without_a_lineup_ends_a_row_of_starts() -> None:
    sides = [side(0, Play(5, 6)), side(1, None, has_lineup=False), side(2, Play(5, 6))]
    assert followed(sides, "rest: {max_consecutive: 1}") == [True, None, True]


def test_an_opposing_opener_is_the_starter_that_he_is() -> None:
    """A left-handed opener before a right-handed bulk man: the game is one against a left-hander, and only that."""
    opener = side(0, None, hand="L", outings={})
    usual = [side(1, Play(5, 6), hand="R"), side(2, Play(5, 6), hand="L")]
    sides = [side(-1, Play(5, 6), hand="R"), opener, *usual]
    against_left = judged(sides, "start: {against: LHP, at_least: 60%}")
    assert [row["followed"] for row in against_left] == [None, False, None, True]
    assert status(sides, "start: {against: RHP, at_least: 60%}")["applicable"] == 2


def test_an_opposing_starter_of_unknown_hand_is_neither() -> None:
    sides = [side(0, Play(5, 6), hand="L"), *(side(day, None, hand=hand) for day, hand in ((1, None), (2, "S")))]
    for hand in ("LHP", "RHP"):
        row = status(sides, f"start: {{against: {hand}, at_least: 60%}}")
        assert (row["hand_unknown"], row["applicable"]) == (2, 1 if hand == "LHP" else 0)


def test_over_all_club_games_availability_is_not_asked() -> None:
    """Ten games, four of them before his first start for the club: of all, what he did in every one counts."""
    row = status(games("....5.55.5"), "start: {at_least: 60%}")
    assert [row[name] for name in ("applicable", "followed", "rate", "longest_run_of_misses")] == [6, 4, 4 / 6, 1]
    assert [row[f"club_{name}"] for name in ("games", "followed", "rate", "longest_run_of_misses")] == [10, 4, 0.4, 4]
    assert (row["first_miss"], row["club_first_miss"]) == (MAY + timedelta(5), MAY)
    assert (row["trend"], row["club_trend"]) == (0, pytest.approx(0.4))
    assert row["club_cost"] > row["cost"] == 0
    assert row["interval_high"] > row["club_interval_high"]


@pytest.mark.parametrize(
    ("words", "applicable", "club_games", "club_followed"),
    [
        ("bat: {slots: 1-5, at_least: 60%}", 4, 10, 3),
        ("bat: {slots: 1-5, at_most: 60%}", 4, 10, 7),
        ("field: {position: SS, at_least: 60%}", 4, 10, 4),
        ("field: {position: SS, at_most: 60%}", 4, 10, 6),
        ("start: {at_most: 60%}", 6, 10, 6),
        ("start: {games_per_week: 2}", 6, 10, 8),
        ("start: {not_consecutive_days: true}", 4, 10, 9),
        ("rest: {max_consecutive: 1}", 4, 10, 9),
    ],
)
def test_every_kind_is_counted_over_all_club_games(
    words: str, applicable: int, club_games: int, club_followed: int
) -> None:
    """2031-05-01 is a Thursday: weeks of four games (none started) and of six (four started)."""
    row = status(games("....5.58.5"), words)
    assert (row["applicable"], row["club_games"], row["club_followed"]) == (applicable, club_games, club_followed)
    assert row["club_interval_low"] < row["club_rate"] < row["club_interval_high"]
    assert (row["club_cost"] is None) == words.startswith("field")
