"""Table run_expectancy: halves counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

import season_tables
from play_rows import Row, sides, tables


def half(game: str, inning: int, side: str, *plays: tuple[int, int, int, int, int]) -> list[Row]:
    """Events of a half: (outs before, bases before, outs made, bases after, runs)."""
    score, rows = 0, []
    for number, (outs, bases, made, after, runs) in enumerate(plays):
        state = {"outs_before": outs, "bases_before": bases, "outs_on_play": made, "bases_after": after}
        state |= {"runs_on_event": runs, "batting_score_before": score, "event_number": number}
        rows.append({"game_id": game, "inning": inning, "half": side, **state})
        score += runs
    return rows


OUT = [(0, 0, 1, 0, 0), (1, 0, 1, 0, 0), (2, 0, 1, 0, 0)]


def expectancy(events: list[Row], **game: Any) -> dict[tuple[int, int], Row]:
    made = season_tables.one("run_expectancy", **tables(event=events, **sides(**game)))
    return {(row["outs"], row["bases"]): row for row in made}


def test_runs_to_the_end_of_the_half_by_state():
    scored = [(0, 0, 0, 1, 0), (0, 1, 0, 1, 0), (0, 1, 0, 0, 2), (0, 0, 1, 0, 0), (1, 0, 1, 0, 0), (2, 0, 1, 0, 0)]
    found = expectancy([*half("g0", 1, "top", *OUT), *half("g0", 1, "bottom", *scored)])
    assert (found[0, 0]["events"], found[0, 0]["mean_runs"]) == (3, pytest.approx(2 / 3))
    assert (found[0, 1]["events"], found[0, 1]["mean_runs"]) == (1, 2.0)  # the event that changed nothing is out
    assert found[0, 1]["standard_error"] is None
    assert found[0, 0]["standard_error"] == pytest.approx((4 / 3) ** 0.5 / 3**0.5)


def test_incomplete_halves_and_the_last_bottom_halves_are_left_out():
    cut = half("g0", 2, "top", *OUT[:2])
    events = [*half("g0", 9, "bottom", *OUT), *half("g0", 10, "bottom", *OUT), *half("g0", 9, "top", *OUT), *cut]
    assert {state: row["events"] for state, row in expectancy(events).items()} == {
        (0, 0): 1,
        (1, 0): 1,
        (2, 0): 1,
    }
    seven = half("g0", 7, "bottom", *OUT)
    assert len(expectancy(seven)) == 3
    assert expectancy(seven, scheduled_innings=7) == {}


def test_only_games_of_the_regular_season_count():
    events = half("g0", 1, "top", *OUT)
    assert len(expectancy(events)) == 3
    assert expectancy(events, game_type="postseason") == {}
