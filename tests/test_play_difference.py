"""Figures of club-games that the game logs give otherwise, each provoked alone."""

from __future__ import annotations

import pytest

import season_tables
from skipper.tables.plays.club_figure import FIGURES

OURS = {"runs": 4, "hits": 9, "errors": 1, "left_on_base": 7, "outs_pitched": 27}
LOGGED = {"runs": "score", "outs_pitched": "putouts"}
GAME = {"game_id": "g0", "season": 2031}
Found = dict[tuple[str, str], tuple[int, int | None]]


def compared(**home: int | None) -> tuple[Found, Found, dict[str, tuple[int, int]]]:
    """Of a game whose log says of both clubs what the plays do, but for `home`: figures, differences, and counts.

    By club and figure the plays' figure and the log's; by figure how many were compared and how many differ.
    """
    clubs = [
        {**GAME, **OURS, "club": club, "opponent": other, "is_home": club == "BET"}
        for club, other in (("ALP", "BET"), ("BET", "ALP"))
    ]
    log = {**GAME, "date": "20310401", "game_number": "0", "visitor_club": "ALP", "home_club": "BET"}
    for name in FIGURES:
        theirs = LOGGED.get(name, name)
        log |= {f"visitor_{theirs}": OURS[name], f"home_{theirs}": home.get(name, OURS[name])}
    found = season_tables.made(
        "club_figure",
        "play_difference",
        "play_comparison",
        event_file_club_game=clubs,
        event_file_game=[{**GAME, "home_club": "BET", "visitor_club": "ALP", "has_plays": True}],
        gamelog=[log],
    )
    assert {row["other_source"] for rows in found.values() for row in rows} <= {"game_log"}
    figures, differences = (
        {(row["club"], row["figure"]): (row["plays"], row["other"]) for row in found[name]}
        for name in ("club_figure", "play_difference")
    )
    counts = {row["figure"]: (row["compared"], row["differing"]) for row in found["play_comparison"]}
    return figures, differences, counts


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_that_differs_is_found_and_no_other(figure: str):
    figures, differences, counts = compared(**{figure: OURS[figure] + 1})
    assert len(figures) == 2 * len(FIGURES)
    assert differences == {("BET", figure): (OURS[figure], OURS[figure] + 1)}
    assert {key: value for key, value in figures.items() if value[0] != value[1]} == differences
    assert counts == {name: (2, int(name == figure)) for name in FIGURES}


def test_a_figure_that_the_log_does_not_give_is_not_compared():
    figures, differences, counts = compared(errors=None)
    assert ("BET", "errors") not in figures
    assert differences == {}
    assert counts["errors"] == (1, 0)


def test_earned_runs_of_the_files_own_records_are_counted_beside_the_differences():
    earned = {**GAME, "club": "BET", "figure": "earned_runs", "pitcher_id": "p", "plays": 1, "other": 2}
    found = season_tables.made(
        "play_difference",
        "play_comparison",
        event_file_earned_run=[{**earned, "other_source": "data_er"}],
        event_file_compared=[{"season": 2031, "figure": "earned_runs", "compared": count} for count in (3, 0, 4)],
    )
    assert [(row["figure"], row["pitcher_id"], row["plays"], row["other"]) for row in found["play_difference"]] == [
        ("earned_runs", "p", 1, 2)
    ]
    assert [tuple(row.values()) for row in found["play_comparison"]] == [(2031, "earned_runs", "data_er", 7, 1)]
