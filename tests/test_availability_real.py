"""Availability by transactions in the real games of 2016. Needs SKIPPER_DATA; the lines of tran.txt are written here.

The transactions are those of written_transactions.py.
"""

from __future__ import annotations

from datetime import date

import pytest

from built_lake import Built
from skipper.answers.directives.check import Directed, check
from skipper.answers.directives.check_answer import answer
from skipper.answers.directives.check_document import document
from skipper.answers.directives.plan_file import parse_plan
from skipper.answers.player import player
from skipper.answers.usage import usage
from skipper.lake.reader import LakeReader
from skipper.render.html.directives_page import plan_page
from written_transactions import SEASON

PLAN = f"""\
organization: New York Mets
season: {SEASON}
directives:
  - {{id: against-left-handers, player: Michael Conforto, club: NYN, start: {{against: LHP, at_least: 60%}}}}
  - {{id: duda, player: Lucas Duda, club: NYN, start: {{at_least: 60%}}}}
"""


@pytest.fixture(scope="module")
def lake(with_minors: Built) -> LakeReader:
    return with_minors.reader()


@pytest.fixture(scope="module")
def directed(lake: LakeReader) -> dict[str, Directed]:
    return {one.asked.directive.id: one for one in check(lake, [parse_plan(PLAN)]).directed}


def test_an_optioned_player_was_not_benched(directed: dict[str, Directed]) -> None:
    """5 of 37 games against left-handers; ten of them were played while Conforto was at Las Vegas."""
    status = directed["against-left-handers"].status
    names = ("availability", "club_games", "unavailable", "applicable", "followed")
    assert [status[name] for name in names] == ["transactions", 37, 10, 27, 5]


def test_the_answer_has_games_available_and_out_with_reasons(lake: LakeReader) -> None:
    """On the terminal, in JSON and on the page."""
    checked = check(lake, [parse_plan(PLAN)])
    row = answer(checked).table("availability").rows[0]
    names = ("id", "manager_name", "games", "available", "available_vs_l", "started", "unavailable", "unknown", "why")
    assert [row[name] for name in names] == [
        "against-left-handers",
        "Terry Collins",
        37,
        27,
        27,
        5,
        10,
        0,
        "optioned 10",
    ]
    (entry, _duda) = document(checked)["directives"]
    (stated,) = entry["availability_by_manager"]
    assert (stated["unavailable"], stated["unavailable_reasons"]) == (10, [{"reason": "optioned", "games": 10}])
    assert "optioned 10" in plan_page(checked, lake.manifest)


def test_a_guessed_day_counts_against_nobody(directed: dict[str, Directed]) -> None:
    """Between Duda's last start before the guess and his first after the return, no game is a miss."""
    games = directed["duda"].games
    started = [game["date"] for game in games if game["did"]]
    last, first = (
        max(day for day in started if day < date(2016, 5, 21)),
        min(day for day in started if day > date(2016, 7, 1)),
    )
    between = [game for game in games if last < game["date"] < date(2016, 9, 17)]
    assert len(between) > 100
    assert not any(game["applicable"] for game in between)
    assert first >= date(2016, 9, 17)


def test_games_missed_are_out_of_the_window(lake: LakeReader) -> None:
    """Conforto missed 32 games at Las Vegas, ten of them against left-handers; a guessed day takes none from Duda."""
    (conforto,) = [row for row in usage(lake, "Terry Collins", SEASON).main.rows if row["player_id"] == "confm001"]
    assert (conforto["lineup_starts_vs_l"], conforto["absent_games_vs_l"], conforto["absent_games"]) == (5, 10, 32)
    assert conforto["window_games_vs_l"] + 10 <= conforto["club_games_vs_l"] == 37
    assert conforto["unavailable_reasons"] == [{"reason": "optioned", "games": 32}]
    names = ("club_games", "available_games", "available_games_vs_l", "unavailable_games", "unknown_games")
    assert [conforto[name] for name in names] == [161, 129, 27, 32, 0]
    (duda,) = [row for row in usage(lake, "Terry Collins", SEASON).main.rows if row["player_id"] == "dudal001"]
    assert duda["absent_games"] == 0


def test_games_missed_are_counted_by_manager(lake: LakeReader) -> None:
    tables = {table.name: table for table in player(lake, "Michael Conforto", SEASON).tables}
    missed = [(row["first_day"], row["games"], row["games_vs_l"], row["reason"]) for row in tables["absences"].rows]
    assert missed == [(date(2016, 6, 25), 19, 4, "optioned"), (date(2016, 8, 13), 13, 6, "optioned")]
    assert {row["manager_name"] for row in tables["absences"].rows} == {"Terry Collins"}
