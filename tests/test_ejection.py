"""Table ejection: the club of a man sent off, where it is certain and only there."""

from __future__ import annotations

from typing import Any

import pytest

import season_tables
from play_rows import tables

APPOINTED = {"ALP": ["boss1", "boss2"], "BET": ["boss3", "both"]}


def club_of(
    man: str,
    role: str | None,
    *,
    by_roster: str | None = None,
    appointed: dict[str, list[str]] | None = None,
    **alpha: Any,
) -> str | None:
    """The club of a man sent off in a game of Alpha, of whose side more may be known, against Beta."""
    if alpha.get("manager_id"):
        alpha["manager_source"] = "game_log"
    sides = [{"game_id": "g0", "club": "ALP", **alpha}, {"game_id": "g0", "club": "BET"}]
    sent_off = [{"game_id": "g0", "sequence": 1, "ejected_id": man, "role": role, "club": by_roster}]
    listed = [{"season": 2031, "club": club, "appointed": men} for club, men in (appointed or APPOINTED).items()]
    club_games = tables(club_game=sides)["club_game"]
    told = [{"season": 2031, **row} for row in sent_off]
    (row,) = season_tables.one("ejection", event_file_ejection=told, club_game=club_games, appointed_manager=listed)
    return row["club"]


@pytest.mark.parametrize("role", ["manager", "coach", "other", None])
def test_who_ran_the_game_is_his_clubs_whatever_his_role(role: str | None):
    assert club_of("acting", role, manager_id="acting", credited_manager_id="boss1") == "ALP"
    assert club_of("boss1", role, credited_manager_id="boss1") == "ALP"


def test_another_manager_is_of_the_one_club_that_had_him_and_lacks_a_manager_for_the_game():
    assert club_of("boss2", "manager") == "ALP"
    assert club_of("boss2", "manager", manager_id="boss1") is None  # somebody else ran it for Alpha
    assert club_of("boss3", "manager", manager_id="boss1") == "BET"
    assert club_of("nobody", "manager") is None


def test_a_manager_whom_both_clubs_had_that_season_is_neithers():
    assert club_of("both", "manager", appointed={"ALP": ["boss1", "both"], "BET": ["boss3", "both"]}) is None


@pytest.mark.parametrize("role", ["coach", "other", None])
def test_a_coach_is_no_clubs_even_if_he_managed_one_that_season(role: str | None):
    assert club_of("boss2", role) is None
    assert club_of("coach", role) is None


def test_a_players_club_is_his_rosters():
    assert club_of("man", "player", by_roster="BET") == "BET"
    assert club_of("man", "player") is None
    assert club_of("manager on the list", "manager", by_roster="BET") == "BET"
