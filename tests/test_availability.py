"""Spells of availability, made of transactions of an invented season of Retrosheet's file."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directive_lake import SEASON, MemoryLake, manifest
from directive_plans import MAN, plan_of
from season_tables import made, one
from skipper.answers import available
from skipper.answers.directives.check import check
from skipper.build.graph import graph
from skipper.lake.manifest import LakeFile
from skipper.lake.reader import LakeReader
from test_directives_affiliates import ASKED, on_days
from test_directives_transactions import with_availability
from test_retrosheet_transactions import read
from trials import trials

KNOWN = [{"source_id": MAN, "id_source": "retrosheet", "person_id": f"p-{MAN}", "name": "Al Mann"}]


def line(day: str, kind: str, from_club: str = "", to_club: str = "", time: str = "", mark: str = "") -> str:
    """A line of tran.txt about Al Mann; `day` is a month and day of the season."""
    return f'"{SEASON}{day}",{time},"{mark}",,,{day},"{MAN}","{kind}","{from_club}","AL","{to_club}","AL",,,,'


def transactions(*lines: str) -> list[dict[str, Any]]:
    """The rows of table `transaction`."""
    with TemporaryDirectory() as folder:
        (rows,) = read(Path(folder), *lines).records["retrosheet_transaction"]
    return one("transaction", retrosheet_transaction=rows, known_person=KNOWN, source_game=[{"season": SEASON}])


def spells(*lines: str, club: str | None = "ALP") -> list[tuple[str, str, bool | None, str | None]]:
    """The player's spells at a club: first and last day as month and day, whether available, and the reason."""
    rows = one("availability", transaction=transactions(*lines))
    own = sorted((row for row in rows if row["club"] == club), key=lambda row: row["first_day"])
    return [(f"{row['first_day']:%m%d}", f"{row['last_day']:%m%d}", row["is_available"], row["reason"]) for row in own]


def certain(*lines: str, club: str = "ALP") -> list[tuple[date | None, date | None]]:
    rows = one("availability", transaction=transactions(*lines))
    own = sorted((row for row in rows if row["club"] == club), key=lambda row: row["first_day"])
    return [(row["known_from"], row["known_through"]) for row in own]


DISABLED, OPTIONED = "unavailable: on the disabled list", "unavailable: optioned"
BEFORE = "not yet with the club"


def test_a_list_and_back() -> None:
    assert spells(line("0510", "Hi", "ALP"), line("0525", "Hir", "ALP")) == [
        ("0510", "0524", False, DISABLED),
        ("0525", "1231", True, None),
    ]


def test_an_option_says_nothing_of_the_affiliates() -> None:
    moves = (line("0510", "Hf", "ALP"), line("0525", "Hfr", "", "ALP"))
    assert spells(*moves) == [("0510", "0524", False, OPTIONED), ("0525", "1231", True, None)]
    assert spells(*moves, club=None) == [
        ("0510", "0524", None, None),
        ("0525", "1231", False, "on another club"),
    ]


def test_a_trade_leaves_the_new_roster_to_the_games() -> None:
    traded = line("0731", "T", "ALP", "BET")
    assert spells(traded) == [("0731", "1231", False, "on another club")]
    assert spells(traded, club="BET") == [("0101", "0730", False, BEFORE), ("0731", "1231", None, None)]


def test_a_trade_during_a_day_counts_for_neither_club() -> None:
    traded = line("0731", "T", "ALP", "BET", time="1")
    assert spells(traded) == [("0731", "1231", False, "on another club")]
    assert spells(traded, club="BET")[0] == ("0101", "0731", False, BEFORE)


def test_after_all_games_is_the_next_day() -> None:
    assert spells(line("0510", "Hi", "ALP", time="2")) == [("0511", "1231", False, DISABLED)]


def test_released_and_signed_elsewhere() -> None:
    moves = (line("0510", "R", "ALP"), line("0601", "F", "", "BET"))
    assert spells(*moves) == [
        ("0510", "0531", False, "unavailable: released"),
        ("0601", "1231", False, "on another club"),
    ]


def test_a_return_without_a_departure() -> None:
    assert spells(line("0525", "Hir", "ALP")) == [
        ("0101", "0524", False, "unavailable: not back yet"),
        ("0525", "1231", True, None),
    ]


def test_on_one_day_what_makes_the_player_unavailable_counts() -> None:
    back, down = line("0525", "Hir", "ALP"), line("0525", "Hf", "ALP")
    for both in ((back, down), (down, back)):
        assert spells(line("0510", "Hi", "ALP"), *both)[-1] == ("0525", "1231", False, OPTIONED)


def test_what_is_certain() -> None:
    day, month = date(SEASON, 5, 10), line("0500", "Hi", "ALP")
    assert certain(line("0510", "Hi", "ALP")) == [(day, date(SEASON, 12, 31))]
    assert certain(month) == [(date(SEASON, 6, 1), date(SEASON, 12, 31))]
    # Before a guess nothing is certain to last until it.
    guess = line("0510", "Hi", "ALP", mark="@")
    assert certain(guess) == [(date(SEASON, 1, 1), None), (None, date(SEASON, 12, 31))]
    assert certain(line("0000", "Hi", "ALP")) == [(date(SEASON, 1, 1), date(SEASON, 12, 31))]


def test_each_spell_has_its_lines() -> None:
    rows = one("availability", transaction=transactions(line("0510", "Hi", "ALP"), line("0525", "Hir", "ALP")))
    lines = sorted((row["line"], row["until_line"]) for row in rows if row["club"] == "ALP" and row["until_line"])
    assert lines == [(1, 2)]


KINDS = st.sampled_from(("Hi", "Hir", "Hf", "Hfr", "Hs", "Hsr", "T", "P", "R", "F", "Z", "Zr", "Tv"))
CLUBS = st.sampled_from(("ALP", "BET", "GAM", ""))
DAYS = st.sampled_from(("0000", "0401", "0400", "0510", "0511", "0500", "0731"))


@settings(deadline=None, max_examples=trials(40))
@given(st.lists(st.builds(line, DAYS, KINDS, CLUBS, CLUBS, st.sampled_from("012"), st.sampled_from(("", "@")))))
def test_spells_of_a_club_follow_one_another(lines: list[str]) -> None:
    rows = one("availability", transaction=transactions(*lines))
    by_club: dict[str | None, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: row["first_day"]):
        by_club.setdefault(row["club"], []).append(row)
    for own in by_club.values():
        assert own[-1]["last_day"] == date(SEASON, 12, 31)
        for before, after in pairwise(own):
            assert before["last_day"] + timedelta(1) == after["first_day"]
        for row in own:
            assert (row["reason"] is not None) == (row["is_available"] is False)


# Directives

MARKS = {None: ".", "on another club": "x", "roster status unknown": "?", BEFORE: "n"}
MARKS |= {"outside the window of starts for the club": "w"}


def marks(starts: str, *lines: str) -> str:
    """A mark per game of Alpha, one a day from 1 May: `.` applicable, `u` unavailable, else see MARKS."""
    alone = [side for side in on_days(starts) if side.club == "ALP"]
    # A club that no transaction of the season names is not judged by transactions.
    lake = MemoryLake(alone, more=with_availability(transactions(*lines)))
    (judgement,) = check(lake, [plan_of(f"{ASKED}, club: Alpha Town")]).directed
    return "".join(MARKS.get(game["reason"], "u") for game in judgement.games if game["club"] == "ALP")


@pytest.mark.parametrize(
    ("starts", "lines", "expected"),
    [
        # Exact days decide.
        ("A-----A", [line("0503", "Hi", "ALP"), line("0505", "Hir", "ALP")], "..uu..."),
        ("A-----A", [line("0503", "Hf", "ALP"), line("0505", "Hfr", "", "ALP")], "..uu..."),
        # A purchased player may not be on the roster: from the first start on.
        ("--A-A--", [line("0502", "P", "BET", "ALP")], "nw...ww"),
        # A guess never decides against a manager: no absence counts until a game shows where the player was.
        ("A--A--A", [line("0505", "Hi", "ALP", mark="@")], "....uu."),
        ("A-A----", [line("0505", "Hi", "ALP", mark="@"), line("0507", "Hir", "ALP")], "...?uu."),
        ("A------", [line("0503", "Hi", "ALP"), line("0505", "Hir", "ALP", mark="@")], ".wuu???"),
        ("A----A-", [line("0503", "Hi", "ALP"), line("0505", "Hir", "ALP", mark="@")], "..uu?.."),
        # A month is uncertain to its end.
        ("A-A----", [line("0500", "Hi", "ALP")], ".u.????"),
    ],
)
def test_a_guess_never_decides_against_a_manager(starts: str, lines: list[str], expected: str) -> None:
    assert marks(starts, *lines) == expected


def test_a_game_missed_by_a_transaction_is_no_game_of_the_window() -> None:
    """Mann starts on 1, 20 and 31 May of two seasons and pinch-hits on the 12th; he is listed from the 10th to the 24th
    of the first."""
    games, lineup, pinch = [], [], []
    for season in (SEASON, SEASON + 1):
        here = {"season": season, "club": "ALP", "player_id": MAN, "player_person_id": f"p-{MAN}"}
        for day in (1, 10, 12, 15, 20, 26, 31):
            game = {"season": season, "game_id": f"{season}-{day}", "club": "ALP", "date": date(season, 5, day)}
            games.append(
                {**game, "game_number": "0", "game_type": "regular", "manager_id": "ownm001", "has_lineup": True}
                | {"opposing_starter_throws": "L" if day == 15 else "R"}
            )
            if day in (1, 20, 31):
                lineup.append(here | {"game_id": game["game_id"], "slot": 1, "position": 7})
        pinch.append(here | {"game_id": f"{season}-12"})
    found = made(
        *("absence", "player_usage"),
        **{"club_game": games, "lineup": lineup, "substitution": pinch, "player_game_line": []},
        transaction=transactions(line("0510", "Hi", "ALP"), line("0525", "Hir", "ALP")),
        **{"season_person": [{"source_id": MAN, "person_id": f"p-{MAN}"}], "season_name": []},
        **{"plate_appearance": [], "pitching_appearance": []},
    )
    assert sorted(row["game_id"] for row in found["absence"]) == [f"{SEASON}-10", f"{SEASON}-15"]
    names = [f"{kind}_games{hand}" for kind in ("window", "absent") for hand in ("", "_vs_l", "_vs_r")]
    counts = {row["season"]: [row[name] for name in names] for row in found["player_usage"]}
    assert counts == {SEASON: [5, 0, 5, 2, 1, 1], SEASON + 1: [7, 1, 6, None, None, None]}


class SeasonLake(LakeReader):
    """The tables of a season in DuckDB, as `with_availability` asks for them."""

    def __init__(self, tables: dict[str, list[dict[str, Any]]]) -> None:
        files = {name: [LakeFile("memory", SEASON, len(rows), "")] for name, rows in tables.items() if rows}
        self.lake, self.manifest = Path("memory"), manifest(files)
        self.contracts = {table.name: table for table in graph().published}
        self.connection = duckdb.connect()
        self._made, self._stored, self._together, self._rows_by_key = set(tables), {}, (), {}
        for name, rows in tables.items():
            self.connection.register(f"given_{name}", pa.Table.from_pylist(rows, self.contracts[name].arrow_schema))
            self.connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given_{name}")


@pytest.mark.parametrize(
    ("mark", "figures", "reasons"),
    [
        ("", [20, 10, 1, 5, 2, 5], "on the disabled list 3, on another club 2"),
        ("@", [20, 10, 1, 2, 1, 8], "on another club 2"),
    ],
    ids=["stated", "guessed"],
)
def test_each_game_is_available_or_not_with_its_reason_or_unknown(mark: str, figures: list[int], reasons: str) -> None:
    """Twenty games each of Alpha and Beta. Mann starts for Alpha on 1, 2, 10 and 16 May and for Beta on the 5th and
    6th, and is on Alpha's disabled list from the 12th to the 14th; if that first day is a guess, these are unknown."""
    starts = {("ALP", 1), ("ALP", 2), ("BET", 5), ("BET", 6), ("ALP", 10), ("ALP", 16)}
    games, lineup = [], []
    for club in ("ALP", "BET"):
        for day in range(1, 21):
            game = {"season": SEASON, "game_id": f"{club}-{day}", "club": club, "date": date(SEASON, 5, day)}
            games.append(
                {**game, "game_number": "0", "game_type": "regular", "manager_id": "ownm001", "has_lineup": True}
                | {"opposing_starter_throws": "L" if day in (5, 12, 15) else "R"}
            )
            if (club, day) in starts:
                own = {"season": SEASON, "game_id": game["game_id"], "club": club, "slot": 1, "position": 7}
                lineup.append(own | {"player_id": MAN, "player_person_id": f"p-{MAN}"})
    given = {"club_game": games, "lineup": lineup, "substitution": [], "player_game_line": []}
    tables = made(
        *("absence", "player_usage", "availability", "club_game", "lineup", "substitution"),
        **given,
        transaction=transactions(line("0512", "Hi", "ALP", mark=mark), line("0515", "Hir", "ALP")),
        **{"season_person": [{"source_id": MAN, "person_id": f"p-{MAN}"}], "season_name": []},
        **{"plate_appearance": [], "pitching_appearance": []},
    )
    rows = available.with_availability(SeasonLake(tables), tables["player_usage"])
    names = ("club_games", "available_games", "available_games_vs_l", "unavailable_games", "unavailable_games_vs_l")
    found = {row["club"]: [row[name] for name in (*names, "unknown_games")] for row in rows}
    assert found == {"ALP": figures, "BET": [20, 2, 1, 9, 2, 9]}
    told = {row["club"]: available.reasons_in_words(row["unavailable_reasons"]) for row in rows}
    assert told == {"ALP": reasons, "BET": "on another club 9"}
