"""Transactions of the Stats API as a table, on the invented season of `statsapi_league`."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from statsapi_league import SEASON, Json, transactions_of
from test_statsapi_games import Season

MAY = date(SEASON, 5, 20)


@pytest.fixture
def season(tmp_path: Path) -> Season:
    return Season(tmp_path)


def only(season: Season, *listed: Json, month: int = 5) -> None:
    """Let the API have no transactions but these, listed in a month."""
    for each in range(2, 12):
        season.api.documents[transactions_of(each)] = {"transactions": []}
    season.api.documents[transactions_of(month)] = {"transactions": list(listed)}


def transaction(kind: str, **more: Any) -> Json:
    """A transaction of Batter 90101, reported on 20 May."""
    person = {"id": 90101, "fullName": "Batter 90101"}
    return {"id": 7, "person": person, "date": str(MAY), "typeCode": kind, **more}


def club(number: int, name: str | None = None) -> Json:
    return {"id": number, "name": name}


def test_clubs_days_and_player(season: Season) -> None:
    moved = {"effectiveDate": "2016-05-18", "description": "Cedar Larks assigned Batter 90101 to Alder Foxes."}
    only(season, transaction("ASG", fromTeam=club(903, "Cedar Larks"), toTeam=club(901, "Alder Foxes"), **moved))
    (row,) = season.made("transaction")
    assert {name: value for name, value in row.items() if value is not None} == {
        "source": "statsapi",
        "season": SEASON,
        "transaction_id": "7",
        "date": MAY,
        "date_precision": "day",
        "earliest_date": MAY,
        "latest_date": MAY,
        "effective_date": date(SEASON, 5, 18),
        "player_id": "90101",
        "player_person_id": "mlbam:90101",
        "player_name": "Batter 90101",
        "from_club": "903",
        "from_name": "Cedar Larks",
        "to_club": "901",
        "to_name": "Alder Foxes",
        "type_code": "ASG",
        "description": moved["description"],
        "effect": "joined",
    }


def test_what_the_api_does_not_say_is_null(season: Season) -> None:
    only(season, {"id": 8, "person": None, "date": str(MAY), "toTeam": club(1234, "Elsewhere")})
    (row,) = season.made("transaction")
    known = {name for name, value in row.items() if value is not None}
    days = {"date", "date_precision", "earliest_date", "latest_date"}
    assert known == {"source", "season", "transaction_id", "to_name", *days}


def test_a_player_whom_no_game_names_is_looked_up_in_the_register(season: Season) -> None:
    only(season, transaction("REL", person={"id": 555}), transaction("REL", person={"id": 556}))
    register = {"source_id": "555", "id_source": "mlbam", "person_id": "abcd1234", "name": "A Person"}
    rows = season.made("transaction", known_person=[register])
    assert {row["player_id"]: row["player_person_id"] for row in rows} == {"555": "abcd1234", "556": None}


def test_a_major_league_club_has_the_code_of_the_record_book(season: Season) -> None:
    only(season, transaction("CU", fromTeam=club(901, "Alder Foxes"), toTeam=club(121, "New York Mets")))
    mets = {"season": SEASON, "league": "NL", "club": "NYN", "lahman_club": "NYN", "name": "New York Mets"}
    (row,) = season.made("transaction", lahman_teams=[mets])
    assert (row["from_club"], row["to_club"]) == ("901", "NYN")
    (row,) = season.made("transaction")
    assert (row["from_club"], row["to_club"]) == ("901", "121")


@pytest.mark.parametrize(
    ("kind", "to", "description", "effect"),
    [
        ("OPT", 901, None, "joined"),
        ("ASG", 901, "Mets sent Batter on a rehab assignment to Alder Foxes.", "joined"),
        ("ASG", None, "Assigned.", None),
        ("REL", 901, "Alder Foxes released Batter.", "left"),
        ("DES", None, None, "left"),
        ("SC", 901, "Alder Foxes placed Batter on the 7-day disabled list retroactive to May 2, 2016.", "listed"),
        ("SC", 901, "Mets transferred Batter from the 15-day injured list to the 60-day injured list.", "listed"),
        ("SC", 901, "Alder Foxes placed Batter on the temporarily inactive list.", "listed"),
        ("SC", 901, "Alder Foxes activated Batter from the 7-day disabled list.", "joined"),
        ("SC", 901, "Alder Foxes reinstated Batter from the restricted list.", "joined"),
        ("SC", 901, "Batter roster status changed by Alder Foxes.", None),
        ("SC", 901, None, None),
        ("NUM", 901, "Batter changed number to 42.", None),
        ("XYZ", 901, "A type that comes next year.", None),
        (None, 901, None, None),
    ],
)
def test_effect(season: Season, kind: str, to: int | None, description: str | None, effect: str | None) -> None:
    only(season, transaction(kind, toTeam=to and club(to), description=description))
    (row,) = season.made("transaction")
    assert row["effect"] == effect


def test_a_transaction_of_two_players_has_two_rows_and_one_reported_again_the_last(season: Season) -> None:
    other = {"id": 90102, "fullName": "Batter 90102"}
    only(season, transaction("TR", toTeam=club(901)), transaction("TR", toTeam=club(901), person=other))
    again = transaction("TR", toTeam=club(902), date="2016-06-01")
    season.api.documents[transactions_of(6)] = {"transactions": [again, again]}
    rows = season.made("transaction")
    assert sorted((row["player_id"], row["to_club"]) for row in rows) == [("90101", "902"), ("90102", "901")]


def test_a_transaction_without_id_or_of_another_year_is_quarantined(season: Season) -> None:
    only(season, transaction("ASG", id=None), transaction("ASG", date="2015-05-20"), transaction("ASG", date=None))
    rejected = [
        (item.line, item.reason.split(":")[0]) for item in season.parsed().rejected if "transactions" in item.file
    ]
    assert rejected == [(1, "id"), (2, "season"), (3, "date")]
    assert season.made("transaction") == []
