"""A club that the record book has in two leagues in one season: counts, names and lists cover both leagues."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from skipper.answers.catalogue_rows import club_rows, league_rows
from skipper.answers.compare import compare
from skipper.answers.coverage import CLUB_LEAGUES, CLUB_SEASONS, IN_TWO_LEAGUES, scope_coverage
from skipper.answers.errors import UnknownOptionError
from skipper.answers.leaders import leaders
from skipper.answers.narrow import Narrowed
from skipper.answers.records import records
from skipper.answers.scope import Scope
from skipper.answers.season import season
from skipper.lake.reader import LakeReader
from tiny_lake import write_lake

JL_PRESENT, JL_EXPECTED = 6, 10  # the tiny lake's IL has 4 of 4
RESULTS = {"IL": "WWL", "JL": "WLLLL"}


def two_leagues(folder: Path, **jl: Any) -> LakeReader:
    """Write the tiny lake with a club (TWO) of Tom Vale in both IL and JL in 2031; `jl` changes JL's coverage."""
    of_2031 = {"season": 2031, "level": "MLB"}
    man = {"manager_id": "valet801", "manager_person_id": "p-tvale", "manager_name": "Tom Vale"}
    games = {"games_present": JL_PRESENT, "games_expected": JL_EXPECTED, "complete": False}
    played = [
        {**of_2031, **man, "club": "TWO", "league": league, "game_type": "regular", "result": result}
        | {"credited_manager_id": "valet801", "credited_manager_person_id": "p-tvale", "decided_by": "play"}
        | {"game_id": f"TWO{league}{number}", "date": date(2031, 5, number + 1), "runs_for": 3, "runs_against": 2}
        for league, results in RESULTS.items()
        for number, result in enumerate(results)
    ]
    won, lost = (sum(results.count(result) for results in RESULTS.values()) for result in "WL")
    record = {**of_2031, **man, "club": "TWO", "games": won + lost, "wins": won, "losses": lost}
    more = {
        "club": [
            {**of_2031, "club": "TWO", "name": "Two Town", "league": "IL", "games_present": won + lost},
            {**of_2031, "club": "JAY", "name": "Jay Town", "league": "JL", "games_present": 5},
        ],
        "coverage": [{**of_2031, "source": "retrosheet_gamelog", "league": "JL", **games, **jl}],
        "book_record": [{"season": 2031, "lahman_club": f"T{code}", "club": "TWO", "league": code} for code in RESULTS],
        "club_game": played,
        "manager_season": [
            {**record, "rule": rule, "first_game": date(2031, 5, 1)} for rule in ("managed", "credited")
        ],
    }
    return LakeReader(write_lake(folder / "lake", more=more))


def test_a_manager_s_incomplete_season_names_the_leagues_that_are_counted(tmp_path: Path) -> None:
    lake = two_leagues(tmp_path)
    counted = {"season": 2031, "league": "IL and JL", "of_club": None, "games_present": 10, "games_expected": 14}
    for answer in (records(lake, "Tom Vale"), compare(lake, ("Tom Vale", "José Marsh"))):
        assert "2031 IL and JL, 10 of 14 games." in " ".join((*answer.lead, *answer.notes)), answer.question
        assert counted in answer.coverage["seasons_incomplete"]
    (row,) = (row for row in records(lake, "Tom Vale", "managed").main.rows if row["club"] == "TWO")
    assert (row["season_complete"], row["league_games_here"], row["league_games"]) == (False, 10, 14)


@pytest.mark.parametrize(("code", "games"), [("IL", (True, 4, 4)), ("JL", (False, 6, 10))])
def test_leaders_of_a_league_have_its_own_games(code: str, games: tuple[bool, int, int], tmp_path: Path) -> None:
    lake = two_leagues(tmp_path)
    answer = leaders(lake, "losses", first=2031, last=2031, league=code)
    (row,) = (row for row in answer.main.rows if row["club"] == "TWO")
    assert row["losses"] == RESULTS[code].count("L")
    assert (row["season_complete"], row["league_games_here"], row["league_games"]) == games
    of_season = next(table for table in season(lake, 2031, code).tables if table.name == "leaders").rows
    assert {row["league_games"] for row in of_season if row["club"] == "TWO"} == {games[2]}


def test_careers_are_not_listed_by_league(tmp_path: Path) -> None:
    with pytest.raises(UnknownOptionError, match="within a league, only seasons"):
        leaders(two_leagues(tmp_path), "wins", "career", league="IL")


@pytest.mark.parametrize(
    ("jl", "counted"),
    [
        ({}, (False, 10, 14)),
        ({"games_present": 10, "complete": True}, (True, 14, 14)),
        ({"games_expected": None, "complete": None}, (None, 10, None)),
    ],
)
def test_a_club_s_season_needs_the_games_of_both_leagues(
    jl: dict[str, Any], counted: tuple[bool | None, int, int | None], tmp_path: Path
) -> None:
    (row,) = two_leagues(tmp_path, **jl).rows(f"SELECT * FROM ({CLUB_SEASONS}) WHERE season = 2031 AND club = 'TWO'")
    assert (row["complete"], row["games_present"], row["games_expected"]) == counted
    assert (row["league"], row["leagues"]) == ("IL and JL", 2)


def test_lists_have_the_club_in_both_leagues(tmp_path: Path) -> None:
    lake = two_leagues(tmp_path)
    assert {row["league"]: row["club_count"] for row in league_rows(lake) if row["season"] == 2031} == {
        "IL": 3,
        "JL": 2,
    }
    clubs = {row["club"]: row["league"] for row in club_rows(lake) if row["season"] == 2031}
    assert clubs == {"ALP": "IL", "BET": "IL", "JAY": "JL", "TWO": "IL and JL"}


def test_coverage_of_a_club_has_its_leagues(tmp_path: Path) -> None:
    lake = two_leagues(tmp_path)
    lacking = {
        club: scope_coverage(lake, Scope(club=club, first=2031, last=2031)).incomplete for club in ("TWO", "JAY", "ALP")
    }
    of_jl = {"season": 2031, "league": "JL", "of_club": None, "games_present": 6, "games_expected": 10}
    assert lacking == {"TWO": (of_jl,), "JAY": (of_jl,), "ALP": ()}


def test_a_narrowed_reader_reads_the_leagues_of_clubs_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (("club_league", CLUB_LEAGUES), ("club_in_two_leagues", IN_TWO_LEAGUES))
    whole = two_leagues(tmp_path)
    narrowed = Narrowed(LakeReader(whole.lake)).lake
    for name, subquery in asked:
        sql = f"SELECT * FROM ({subquery}) ORDER BY ALL"
        rows = whole.rows(sql)
        assert [row for row in rows if row["club"] == "TWO"]
        read: list[str] = []
        with monkeypatch.context() as patched:  # the stored rows answer, not the tables
            patched.setattr(narrowed, "need", lambda *tables, read=read: read.extend(tables))
            assert narrowed.rows(sql) == rows
        assert not read, name
    assert season(narrowed, 2031) == season(whole, 2031)
