"""Verdicts, days, costs and what changed: case by case."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from directive_lake import SEASON, MemoryLake
from directive_plans import MAY, games, plan_of, status
from skipper.answers.directives.check import check


def test_at_the_end_the_count_decides_and_before_it_the_pace() -> None:
    sides = games("5555555555" + "." * 10)
    asked = "start: {against: LHP, at_least: 60%}"
    absence = "unavailable:\n  - {player: Al Mann, from: 2031-12-31, source: club}\n"
    plan = plan_of(f"id: a, player: Al Mann, {asked}", before=absence)
    verdicts = {
        day: check(MemoryLake(sides), [plan], through=MAY + timedelta(day)).directed[0].status["verdict"]
        for day in (0, 5, 9, 14, 19)
    }
    assert verdicts == {0: "too early to say", 5: "met", 9: "met", 14: "too early to say", 19: "missed"}


def test_with_every_game_asked_for_one_miss_decides() -> None:
    sides = games("55555.5555")
    asked = "rest: {max_consecutive: 4}"
    assert status(sides, asked, through=MAY + timedelta(3))["verdict"] == "too early to say"
    assert status(sides, asked, through=MAY + timedelta(4))["verdict"] == "missed"
    assert status(sides, "rest: {max_consecutive: 5}")["verdict"] == "met"


def test_a_week_is_judged_when_no_day_of_it_is_to_come() -> None:
    """2031-05-01 is a Thursday; the games go on to the 20th."""
    sides = games("5." * 10)
    asked = "start: {games_per_week: 4}, to: 2031-05-03"
    assert status(sides, asked, through=date(SEASON, 5, 2))["applicable"] == 0
    assert status(sides, asked, through=date(SEASON, 5, 3))["applicable"] == 3
    assert status(sides, asked.partition(", to")[0], through=date(SEASON, 5, 3))["applicable"] == 0
    assert status(sides, asked.partition(", to")[0], through=date(SEASON, 5, 4))["applicable"] == 3


def test_no_applicable_game_is_said() -> None:
    row = status(games("555"), "start: {against: RHP, at_least: 60%}")
    assert (row["verdict"], row["verdict_by"]) == ("too early to say", "no game was applicable")
    assert (row["club_games"], row["rate"], row["interval_low"], row["on_course"]) == (0, None, None, None)


def test_the_newest_season_of_an_incomplete_league_is_running() -> None:
    asked = [plan_of("id: a, player: Al Mann, start: {at_least: 60%}")]
    sides = games("555")
    assert check(MemoryLake(sides), asked).directed[0].status["verdict"] == "met"
    assert check(MemoryLake(sides, complete=False), asked).directed[0].status["verdict"] == "too early to say"


def test_a_plan_that_calls_a_starter_unavailable_is_told_so() -> None:
    absence = f"unavailable:\n  - {{player: Al Mann, from: {MAY}, to: {MAY + timedelta(1)}, source: the club}}\n"
    (one,) = check(
        MemoryLake(games("5.55")), [plan_of("id: a, player: Al Mann, start: {at_least: 60%}", before=absence)]
    ).directed
    assert (one.status["unavailable"], one.status["unavailable_started"], one.status["applicable"]) == (2, 1, 2)
    assert "yet the player started 1 game on days listed as unavailable" in one.availability
    assert one.games[0]["reason"] == "unavailable: the club"


def test_costs_are_signed_and_limited_to_what_the_target_does_not_allow() -> None:
    row = status(games("99999.....5"), "start: {at_least: 60%}")
    own = (5 * 622 + 696 + 5 * 618 + 693) / (2 * 6 * 162)
    assert (row["applicable"], row["followed"], row["needed"]) == (11, 6, 7)
    assert row["lost_by_all_misses"] == pytest.approx(5 * own)
    assert row["cost"] == pytest.approx(own)
    assert row["cost_low"] < row["cost"] < row["cost_high"]
    gained = status(games("1111"), "bat: {slots: 7-9, at_least: 50%}")
    assert gained["cost"] < 0
    assert gained["cost_low"] < gained["cost"] < gained["cost_high"]
    assert status(games("1111"), "field: {position: 2B, at_least: 50%}")["cost"] is None


def test_what_changed_since_a_day() -> None:
    sides = games("5" * 12 + "." * 30 + "55")
    absence = "unavailable:\n  - {player: Al Mann, from: 2031-12-31, source: club}\n"
    wanted = (
        "start: {at_least: 60%}",
        "start: {at_least: 30%}",
        "rest: {max_consecutive: 20}",
        "pitch: {max_pitches: 9}",
    )
    plan = plan_of(*(f"id: d{n}, player: Al Mann, {words}" for n, words in enumerate(wanted)), before=absence)
    since, through = MAY + timedelta(5), MAY + timedelta(41)
    checked = check(MemoryLake([*sides, *games("5", first=date(SEASON, 9, 30))]), [plan], through, since)
    changes = [one.change["change"] for one in checked.directed]
    assert changes == ["newly missed", "no longer met: behind", "on course", "needs play-by-play"]
    assert (checked.directed[0].change["applicable_since"], checked.directed[0].change["followed_since"]) == (36, 6)
