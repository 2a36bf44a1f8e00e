"""Codes of the Stats API's major-league clubs: by teamCode, never by name alone."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import season_tables

YEAR = 2041


def team(team_id: int, name: str, **codes: str) -> dict[str, Any]:
    """A major-league club of the API with the given codes."""
    return {"season": YEAR, "team_id": str(team_id), "name": name, "level": "MLB", **codes}


def book(club: str, name: str, lahman_club: str | None = None, reference: str | None = None) -> dict[str, Any]:
    """A club in Lahman Teams."""
    given = {"lahman_club": lahman_club or club, "baseball_reference_club": reference or club}
    return {"season": YEAR, "club": club, "name": name, **given}


def codes(teams: list[dict[str, Any]], **given: season_tables.Rows) -> dict[str, str]:
    rows = season_tables.one("statsapi_club", statsapi_team=teams, **given)
    return {row["team_id"]: row["club"] for row in rows}


def test_a_club_is_found_by_its_team_code_whatever_its_name() -> None:
    book_rows = [book("ANX", "Herons of Anx", "LAX", "LAX"), book("TEX", "Rangers")]
    assert codes([team(1, "Herons", code="anx"), team(2, "Rangers", code="tex")], lahman_teams=book_rows) == {
        "1": "ANX",
        "2": "TEX",
    }


def test_a_name_alone_finds_no_club() -> None:
    assert codes([team(1, "Herons", code="xyz")], lahman_teams=[book("ANX", "Herons")]) == {"1": "1"}
    assert codes([team(1, "Herons")], lahman_teams=[book("ANX", "Herons")]) == {"1": "1"}


def test_a_parent_organization_without_a_list_of_the_majors_is_found_by_id_and_name() -> None:
    minor = {"season": YEAR, "team_id": "5", "name": "Foxes", "level": "AAA", "parent_id": "1", "parent": "Herons"}
    assert codes([minor], lahman_teams=[book("ANX", "Herons")]) == {"5": "5", "1": "ANX"}


def test_without_a_team_code_other_codes_are_used() -> None:
    book_rows = [book("NYA", "Herons", reference="NYY"), book("MLN", "Owls", "ML1")]
    teams = [team(1, "The Herons", abbreviation="NYY"), team(2, "The Owls", file_code="mln")]
    assert codes(teams, lahman_teams=book_rows) == {"1": "NYA", "2": "MLN"}


def test_a_code_that_is_another_clubs_in_another_system_finds_its_own_club() -> None:
    """Baseball-Reference calls the Kansas City Athletics KCA, Retrosheet the Royals."""
    book_rows = [book("KC1", "Athletics", reference="KCA"), book("KCA", "Royals", reference="KCR")]
    teams = [team(1, "Athletics", code="kc1", abbreviation="KCA"), team(2, "Royals", code="kca", abbreviation="KC")]
    assert codes(teams, lahman_teams=book_rows) == {"1": "KC1", "2": "KCA"}


def test_the_codes_of_game_logs_and_event_files_need_no_book() -> None:
    logged = {"season": YEAR, "game_id": "ANX204104050", "home_club": "ANX", "visitor_club": "TEX"}
    teams = [team(1, "Herons", code="anx"), team(2, "Rangers", code="tex")]
    assert codes(teams, gamelog=[logged]) == {"1": "ANX", "2": "TEX"}
    assert codes(teams, event_file_game=[{**logged, "source": "retrosheet_event"}]) == {"1": "ANX", "2": "TEX"}


def test_a_club_without_a_code_keeps_its_id_and_is_an_exception() -> None:
    played = [
        {"season": YEAR, "game_id": f"12041040{day}0", "date": date(YEAR, 4, day), "game_number": "0", "club": "1"}
        for day in (5, 6)
    ]
    played = [{**row, "game_type": "regular"} for row in played]
    rows = season_tables.one(
        "exception",
        statsapi_team=[team(1, "Herons", code="anx")],
        club_game=played,
        game=[{"game_id": row["game_id"], "season": YEAR, "source": "statsapi"} for row in played],
    )
    assert [(row["kind"], row["game_id"], row["club"]) for row in rows] == [("club_without_code", "1204104050", "1")]
    assert "Herons" in rows[0]["evidence"]


@pytest.mark.parametrize(
    "path",
    [
        "statsapi/teams_season-2024_sportId-1_a5c3f17672c0.json.gz",
        "minors/statsapi/teams_season-2022_all-sports.json.gz",
    ],
)
def test_each_real_club_has_retrosheets_code(real_data: Path, path: str) -> None:
    """All thirty clubs of two real responses against SABR's Teams of the same season."""
    found = json.loads(gzip.decompress((real_data / path).read_bytes()))
    listed = [row for row in found.get("response", found)["teams"] if row["sport"]["id"] == 1]
    season = listed[0]["season"]
    with zipfile.ZipFile(real_data / "releases/lahman2024/lahman2024.zip") as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/Teams.csv") or name == "Teams.csv")
        rows = list(csv.DictReader(io.TextIOWrapper(archive.open(name), "utf-8-sig")))
    book_rows = [
        {**book(row["teamIDretro"], row["name"], row["teamID"], row["teamIDBR"]), "season": season}
        for row in rows
        if row["yearID"] == str(season)
    ]
    teams = [
        {**team(row["id"], row["name"], code=row["teamCode"], abbreviation=row["abbreviation"]), "season": season}
        for row in listed
    ]
    assert len(teams) == 30
    assert codes(teams, lahman_teams=book_rows) == {row["team_id"]: row["code"].upper() for row in teams}
