"""Table ejection: the club of a man sent off, where it is certain and only there."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

import season_tables
from play_rows import tables
from skipper.answers.ejections import ejections, ejections_of
from skipper.lake.reader import LakeReader
from tiny_lake import write_lake

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


def test_a_managers_file_lists_ejections_with_their_sources(tmp_path: Path) -> None:
    """One of the play-by-play, and three of the manager file: of a game, of a day of two games, and without a game."""
    game = {"season": 2031, "manager_person_id": "abbot", "club": "ALP", "opponent": "BET", "game_type": "regular"}
    scores = {"result": "W", "runs_for": 16, "runs_against": 5}
    days = [("g1", 1), ("g2", 2), ("g3", 3), ("g4", 3)]
    games = [game | scores | {"game_id": id_, "date": date(2031, 7, day)} for id_, day in days]
    listed = [
        {
            "manager_person_id": "abbot",
            "season": season,
            "role": "ejected",
            "club_name": "Alpha",
            "source": "page.example",
        }
        | {"first_day": day, "last_day": day}
        for season, day in ((2031, date(2031, 7, 2)), (2031, date(2031, 7, 3)), (2033, date(2033, 7, 4)))
    ]
    sent_off = {"season": 2031, "game_id": "g1", "sequence": 1, "ejected_person_id": "abbot", "date": date(2031, 7, 1)}
    known = [{"season": 2031, "game_id": id_, "has_plays": id_ == "g1"} for id_, _day in days]
    more = {
        "game": known,
        "club_game": games,
        "listed_manager": listed,
        "ejection": [sent_off, sent_off | {"sequence": 2}],
    }
    lake = LakeReader(write_lake(tmp_path / "lake", more=more))
    answer = ejections_of(lake, {"person_id": "abbot", "name": "Abbot"})
    assert answer is not None
    assert answer.lead[0] == "Known ejections: 4. Games that the manager ran: 4, with play-by-play: 1."
    (view,) = answer.main.views
    told = [(row["date"].isoformat(), row["club"], row["game_id"], row["score"], row["source"]) for row in view.rows]
    assert told == [
        ("2031-07-01", "ALP", "g1", "W 16-5", "play-by-play"),
        ("2031-07-02", "ALP", "g2", "W 16-5", "page.example"),
        ("2031-07-03", "Alpha", None, None, "page.example"),
        ("2033-07-04", "Alpha", None, None, "page.example"),
    ]
    assert [row["opponent"] for row in answer.main.rows] == ["BET", "BET", None, None]
    assert ejections_of(lake, {"person_id": "nobody", "name": "Nobody"}) is None


def test_without_a_known_ejection_the_answer_says_so(tiny: Path) -> None:
    answer = ejections(LakeReader(tiny), "Jose Marsh")
    assert answer.main.rows == []
    assert answer.lead[0].startswith("Known ejections: 0. Games that the manager ran: ")
