"""Availability by transactions: assigned to another club, released, on a list, and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from directive_lake import SEASON, MemoryLake
from directive_plans import MAN, MAY, plan_of
from season_tables import one
from skipper.answers.directives.check import check
from skipper.answers.directives.plan_file import parse_plan
from statsapi_league import SEASON as API_SEASON
from test_directives_affiliates import ASKED, LISTED, on_days
from test_statsapi_games import Season
from test_transactions import club as api_club
from test_transactions import only, transaction

if TYPE_CHECKING:
    pass

Rows = dict[str, list[dict[str, Any]]]
MARKS = {None: ".", "on another club": "x", "between clubs": "b", "outside the window of games that season": "o"}
MARKS |= {"outside the window of starts for the club": "w"}


def said(*given: tuple[int, str, str | None], listed: bool = True) -> Rows:
    """Transactions of Al Mann: day of May from 0, effect, and the club that takes or keeps the player."""
    rows = [
        {"source": "statsapi", "season": SEASON, "transaction_id": str(number), "date": MAY + timedelta(30)}
        | {"effective_date": MAY + timedelta(day), "player_person_id": f"p-{MAN}", "effect": effect, "to_club": club}
        | {"description": f"{effect} {club}"}
        for number, (day, effect, club) in enumerate(given, 8)
    ]
    # Both clubs are the API's: some transaction of the season names each.
    others = [{"season": SEASON, "transaction_id": name, "date": MAY, "to_club": name} for name in ("ALP", "GAM")]
    return {**(LISTED if listed else {}), **with_availability([*rows, *others])}


def with_availability(transactions: list[dict[str, Any]]) -> Rows:
    """The transactions, and the spells made of them."""
    precise = [{"date_precision": "day", **row} for row in transactions]
    return {"transaction": precise, "availability": one("availability", transaction=precise)}


def reasons(lake: MemoryLake, words: str = f"{ASKED}, club: Alpha Town", before: str = "", **days: date) -> str:
    """A mark per game of Alpha: `.` applicable, `u` unavailable by a transaction, else see MARKS."""
    (judgement,) = check(lake, [plan_of(words, before=before)], **days).directed
    return "".join(MARKS.get(game["reason"], "u") for game in judgement.games if game["club"] == "ALP")


@pytest.mark.parametrize(
    ("starts", "transactions", "expected"),
    [
        # Without a transaction, or with one that says nothing, the games alone decide.
        ("-A-A---", [], "o...ooo"),
        ("-A-A---", [(0, None, "ALP")], "o...ooo"),
        # With the club from then on: in place of the window.
        ("-A-A---", [(0, "joined", "ALP")], "......."),
        ("-A-A---", [(2, "joined", "ALP")], "o......"),
        # Assigned elsewhere, released, on a list; the day counts.
        ("-A-A---", [(0, "joined", "ALP"), (5, "joined", "GAM")], ".....xx"),
        ("-A-A---", [(0, "joined", "ALP"), (4, "left", "ALP")], "....uuu"),
        ("-A-A---", [(0, "joined", "ALP"), (2, "listed", "ALP")], "..u.ooo"),
        # Back: activated, assigned, or in a game, after which the games decide until the next transaction.
        ("A-----A", [(1, "listed", "ALP"), (4, "joined", "ALP")], ".uuu..."),
        ("A-----A", [(1, "joined", "GAM"), (4, "joined", "ALP")], ".xxx..."),
        ("A-A---A", [(1, "listed", "ALP")], ".u....."),
        ("A-A----", [(1, "listed", "ALP"), (5, "joined", "ALP")], ".u.oo.."),
        # A start on the day of the move comes before it.
        ("A--", [(0, "joined", "GAM")], ".xx"),
        # A game for another club contradicts a transaction until the player is back.
        ("A-GG--A", [(0, "joined", "ALP")], "..xxbb."),
        # A club whose code is not known is another club.
        ("A--A", [(1, "joined", None)], ".xx."),
        # Of two on a day the one reported last counts.
        ("A--", [(1, "listed", "ALP"), (1, "joined", "ALP")], "..."),
    ],
)
def test_the_last_transaction_decides(
    starts: str, transactions: list[tuple[int, str, str | None]], expected: str
) -> None:
    assert reasons(MemoryLake(on_days(starts), more=said(*transactions))) == expected


def test_the_window_decides_before_the_first_transaction() -> None:
    alone = [side for side in on_days("-A-A---") if side.club == "ALP"]
    assert reasons(MemoryLake(alone, more=said((4, "joined", "ALP"), listed=False))) == "w......"


def test_the_answer_names_transactions_as_its_source() -> None:
    lake = MemoryLake(on_days("-A-A---"), more=said((0, "joined", "ALP"), (4, "left", "ALP")))
    (judgement,) = check(lake, [plan_of(f"{ASKED}, club: Alpha Town")]).directed
    assert judgement.status["availability"] == "transactions"
    assert judgement.availability.startswith("availability from transactions")
    assert [judgement.status[name] for name in ("applicable", "followed", "unavailable")] == [4, 2, 3]
    assert judgement.games[-1]["reason"] == "unavailable: left ALP"


def test_the_plan_comes_before_transactions() -> None:
    before = "unavailable:\n  - {player: Al Mann, from: 2031-05-01, to: 2031-05-01, source: notice}\n"
    lake = MemoryLake(on_days("--AA--"), more=said((3, "left", "ALP")))
    assert reasons(lake, before=before) == "u....."


def test_a_club_that_the_api_does_not_know_is_judged_by_the_games() -> None:
    more = said((0, "joined", "GAM"))
    more |= with_availability([row for row in more["transaction"] if row["to_club"] != "ALP"])
    assert reasons(MemoryLake(on_days("-A-A-"), more=more)) == "o...o"


def test_through_a_day_only_transactions_until_then_count() -> None:
    lake = MemoryLake(on_days("A-----"), more=said((0, "joined", "ALP"), (4, "left", "ALP")))
    assert reasons(lake, through=MAY + timedelta(3)) == "...."


def test_a_pitch_directive_counts_games_pitched_whatever_a_transaction_says() -> None:
    lake = MemoryLake(on_days("A-"), more=said((0, "listed", "ALP")))
    (judgement,) = check(lake, [plan_of("id: a, player: Bo Boyd, pitch: {max_pitches: 95}, club: Alpha Town")]).directed
    assert judgement.status["availability"] is None
    assert judgement.status["applicable"] == 2


# The invented season of the Stats API: Alder Foxes (AAA) and Cedar Larks (AA) are clubs of the New York Mets.

FOXES = api_club(901, "Alder Foxes")
PLAN = f"""\
organization: New York Mets
season: {API_SEASON}
directives:
  - {{id: a, player: Batter 90103, club: Alder Foxes, start: {{at_least: 60%}}}}
"""
DISABLED = "Alder Foxes placed LF Batter 90103 on the 7-day disabled list."
MOVES = (
    {"kind": "SC", "id": 1, "effectiveDate": "2016-05-14", "toTeam": FOXES, "description": DISABLED},
    {"kind": "SC", "id": 2, "effectiveDate": "2016-06-17", "toTeam": FOXES}
    | {"description": "Alder Foxes activated LF Batter 90103 from the 7-day disabled list."},
    {"kind": "ASG", "id": 3, "effectiveDate": "2016-07-20", "fromTeam": FOXES, "toTeam": api_club(903, "Cedar Larks")},
)


def api_lake(season: Season) -> MemoryLake:
    """The season's tables, made of its responses."""
    wanted = ("club_game", "lineup", "club", "game", "affiliation", "playing_time", "player_usage")
    wanted += ("transaction", "availability")
    lake = MemoryLake([], more=season.tables(wanted=wanted))
    files = {name: [file._replace(season=API_SEASON) for file in own] for name, own in lake.manifest.files.items()}
    lake.manifest = replace(lake.manifest, seasons=[API_SEASON], files=files)
    return lake


def judged(season: Season) -> dict[date, str | None]:
    """The reason of each of the club's games without a start."""
    (judgement,) = check(api_lake(season), [parse_plan(PLAN)]).directed
    return {game["date"]: game["reason"] for game in judgement.games if game["observed"] != "slot 3"}


def test_availability_from_responses_of_the_api(tmp_path: Path) -> None:
    """Batter 90103 starts all games but those of 15 May, 16 June and 20 and 21 July; that of 18 June has no lineup."""
    season = Season(tmp_path)
    for game in (5005, 5006, 5010, 5011):
        players = season.api.documents[f"/api/v1.1/game/{game}/feed/live"]["liveData"]["boxscore"]["teams"]["home"][
            "players"
        ]
        players["ID90103"]["person"] = {"id": 90150, "fullName": "Batter 90150"}
    only(season)
    lineup_unknown = {date(2016, 6, 18): "lineup unknown"}
    assert judged(season) == {
        date(2016, 5, 15): None,
        date(2016, 6, 16): None,
        **lineup_unknown,
        date(2016, 7, 20): "outside the window of games that season",
        date(2016, 7, 21): "outside the window of games that season",
    }
    only(season, *(transaction(**{"person": {"id": 90103}, **move}) for move in MOVES))
    assert judged(season) == {
        date(2016, 5, 15): f"unavailable: {DISABLED}",
        date(2016, 6, 16): f"unavailable: {DISABLED}",
        **lineup_unknown,
        date(2016, 7, 20): "on another club",
        date(2016, 7, 21): "on another club",
    }
