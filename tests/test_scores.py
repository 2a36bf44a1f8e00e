"""Minor-league scores: which club is home, which day it was, and which lines give no game."""

from __future__ import annotations

import gzip
import zipfile
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import season_tables
from score_files import SEASON, write_scores
from skipper.build.account import Account
from skipper.build.inputs import Inputs, plan
from skipper.sources.leagues.reading import read_leagues
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.scores import reading as scores

LEAGUES = [("LCL", "Lantern Coast League"), ("HSL", "High Saddle League")]
HARROW_BAY = "07/04/41,Lantern Coast League,Harrow Bay vs. Quoin Harbor,HBR,QUO,3,4"


def read(folder: Path, *lines: str) -> Parsed:
    return scores.parse(write_scores(folder, *lines), SEASON, LEAGUES)


def games(parsed: Parsed) -> list[dict[str, Any]]:
    return parsed.records["score"][0].to_pylist()


def test_the_second_club_is_home_and_the_game_was_the_day_before(tmp_path: Path) -> None:
    parsed = read(tmp_path, HARROW_BAY)
    assert games(parsed) == [
        {
            "source_file": "minors-scores-2041.csv",
            "source_line": 1,
            "game_id": "QUO-LCL204107030",
            "season": 2041,
            "date": date(2041, 7, 3),
            "game_number": "0",
            "league": "LCL",
            "visitor_club": "HBR-LCL",
            "home_club": "QUO-LCL",
            "visitor_name": "Harrow Bay",
            "home_name": "Quoin Harbor",
            "visitor_score": 3,
            "home_score": 4,
        }
    ]


def test_games_of_a_day_are_numbered_as_the_file_has_them(tmp_path: Path) -> None:
    found = games(read(tmp_path, HARROW_BAY, HARROW_BAY.replace(",3,4", ",7,0")))
    assert [(row["game_id"], row["visitor_score"]) for row in found] == [
        ("QUO-LCL204107031", 3),
        ("QUO-LCL204107032", 7),
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (",3,4", ",3", "6 fields, but a score has 7"),
        ("07/04/41", "2041-07-04", "date '2041-07-04' is not month/day/year"),
        ("07/04/41", "07/04/40", "date 07/04/40 is outside the file's season"),
        (" vs. ", " at ", "does not name two clubs"),
        ("QUO", "", "does not name two clubs"),
        (",3,4", ",3,Fi", "runs 3 and Fi are not two numbers"),
        (",3,4", ",3,-1", "runs 3 and -1 are not two numbers"),
        (",3,4", ",3,999999999999", "runs 3 and 999999999999 are not two numbers"),
        (",HBR", ',"HBR', "not a comma-separated record on one line: unexpected end of data"),
        (",3,4", ",0,0", "the game has no result: 0-0 (postponed, cancelled or not reported)"),
        ("Lantern", "Tallow", "league 'Tallow Coast League' is not one of the season's leagues"),
        ("Harrow Bay vs. Quoin Harbor,HBR", "Quoin Harbor vs. Quoin Harbor,QUO", "both sides are QUO-LCL"),
    ],
)
def test_a_line_without_a_game_is_quarantined_with_its_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    bad = HARROW_BAY.replace(old, new)
    parsed = read(tmp_path, HARROW_BAY, bad)
    assert [(item.line, item.season, item.text, item.reason) for item in parsed.rejected] == [(2, SEASON, bad, reason)]
    assert len(games(parsed)) == 1
    assert (parsed.read.total(), parsed.kept.total()) == (2, 1)


def test_a_leagues_name_is_cut_at_twenty_characters(tmp_path: Path) -> None:
    cut = ("High Saddle League Baseball"[:20], "Lantern Coast League"[:20], "High Saddle League")
    lines = [HARROW_BAY.replace("Lantern Coast League", name) for name in cut]
    assert [row["league"] for row in games(read(tmp_path, *lines))] == ["HSL", "LCL", "HSL"]


SERIES = [HARROW_BAY.replace("07/04", f"07/{day:02d}") for day in range(1, 21)]


def test_a_code_of_another_club_than_the_title_says_is_quarantined(tmp_path: Path) -> None:
    swapped = HARROW_BAY.replace("HBR,QUO", "QUO,HBR")
    parsed = read(tmp_path, *SERIES, swapped)
    assert [item.reason for item in parsed.rejected] == [
        "code QUO is that of 'Quoin Harbor', and the title says 'Harrow Bay'"
    ]


def test_a_side_of_a_line_or_two_is_no_club_of_the_league(tmp_path: Path) -> None:
    all_stars = "07/12/41,Lantern Coast League,HIGHSTARS vs. LANTERNSTARS,HIS,LAS,2,5"
    parsed = read(tmp_path, *SERIES, all_stars)
    assert [item.reason for item in parsed.rejected] == [
        "HIS is not a club in the league: lines with its code that season: 1"
    ]
    assert len(games(parsed)) == 20


def test_one_club_under_two_spellings_and_two_codes_is_one_club(tmp_path: Path) -> None:
    recoded = [line.replace("QUO", "QHB") for line in SERIES[:5]]
    respelled = [line.replace("Quoin Harbor", "QUOIN") for line in SERIES[5:8]]
    found = games(read(tmp_path, *recoded, *respelled, *SERIES[8:]))
    assert len(found) == 20
    assert {(row["home_club"], row["home_name"]) for row in found} == {("QUO-LCL", "Quoin Harbor")}


def test_two_clubs_under_one_code_are_two_clubs(tmp_path: Path) -> None:
    shared = [line.replace("HBR", "QUO") for line in SERIES]
    found = games(read(tmp_path, *shared))
    assert {(row["visitor_club"], row["home_club"]) for row in found} == {("HARROWBAY-LCL", "QUOINHARBOR-LCL")}


def test_a_packed_file_is_read_and_a_damaged_one_quarantined(tmp_path: Path) -> None:
    packed = tmp_path / "minors-scores-2041.csv.gz"
    packed.write_bytes(gzip.compress(HARROW_BAY.encode()))
    assert len(games(scores.parse(scores.list_seasons(tmp_path)[0][SEASON], SEASON, LEAGUES))) == 1
    packed.write_bytes(b"not gzip")
    parsed = scores.parse(packed, SEASON, LEAGUES)
    assert (games(parsed), parsed.rejected[0].line) == ([], None)


@pytest.mark.parametrize("name", ["MINORS-SCORES-1997.CSV", "minors-scores-1997.csv.zip", "Minors-Scores-1997.ZIP"])
def test_a_season_that_we_do_not_have_is_read_in_any_form(tmp_path: Path, name: str) -> None:
    """The American Association ended with 1997; its name is what is left of `American Association Baseball`."""
    text = "07/05/97,American Association,Nashville vs. Omaha,NAS,OMA,3,4\n" * 20
    if name.lower().endswith(".zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("minors-scores-1997.csv", text)
    else:
        (tmp_path / name).write_text(text)
    of_season = [(row["league"], row["name"]) for row in read_leagues(None).to_pylist() if covers(row, 1997)]
    found = games(scores.parse(scores.list_seasons(tmp_path)[0][1997], 1997, of_season))
    assert {(row["league"], row["home_club"], row["date"]) for row in found} == {("AMA", "OMA-AMA", date(1997, 7, 4))}
    assert len(found) == 20


def covers(league: dict[str, Any], season: int) -> bool:
    return bool(league["first_season"] <= season <= (league["last_season"] or season))


def test_an_archive_of_several_seasons_is_quarantined(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "minors-scores-2041.zip", "w") as archive:
        for season in (2041, 2042):
            archive.writestr(f"minors-scores-{season}.csv", HARROW_BAY)
    parsed = scores.parse(scores.list_seasons(tmp_path)[0][SEASON], SEASON, LEAGUES)
    (rejected,) = parsed.rejected
    assert (games(parsed), rejected.reason) == ([], "the archive holds several files of scores")


def test_a_folder_without_scores_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"minors-scores-2004\.csv"):
        scores.find_files(tmp_path)


def test_two_files_of_one_season_cost_that_season(tmp_path: Path) -> None:
    """Once, one of them was read and the other's games were lost; later, the build was refused."""
    for season in (2041, 2042):
        (tmp_path / f"minors-scores-{season}.csv").write_text(HARROW_BAY)
    (tmp_path / "minors-scores-2041.csv.gz").write_bytes(gzip.compress(HARROW_BAY.encode()))
    for wanted, rejected in ((None, [2041]), (frozenset({2041}), [2041]), (frozenset({2042}), [])):
        account = Account()
        planned = plan(Inputs(scores=tmp_path, seasons=wanted), account)
        assert list(planned.seasons) == ([2042] if wanted is None or 2042 in wanted else [])
        assert [row["season"] for row in account.quarantine] == rejected
    (row,) = scores.list_seasons(tmp_path)[1]
    assert row.reason == "minors-scores-2041.csv and minors-scores-2041.csv.gz are for the same season: keep one"


def test_a_level_score_is_no_decision(tmp_path: Path) -> None:
    parsed = read(tmp_path, HARROW_BAY, HARROW_BAY.replace(",3,4", ",5,5"))
    found = season_tables.made("game", "club_game", "club", score=parsed.records["score"][0])
    assert Counter((row["result"], row["decided_by"], row["runs_for"]) for row in found["club_game"]) == {
        ("L", "play", 3): 1,
        ("W", "play", 4): 1,
        ("N", "none", None): 2,
    }
    assert {(row["game_type"], row["game_type_source"]) for row in found["game"]} == {("regular", "unknown")}
    assert {row["has_lineup"] for row in found["club_game"]} == {False}
    assert {(row["club"], row["name"]) for row in found["club"]} == {
        ("HBR-LCL", "Harrow Bay"),
        ("QUO-LCL", "Quoin Harbor"),
    }


# Real files


@cache
def real(folder: Path, season: int) -> Parsed:
    leagues = [
        (row["league"], row["name"])
        for row in read_leagues(None).to_pylist()
        if row["first_season"] <= season <= (row["last_season"] or 9999)
    ]
    return scores.parse(scores.list_seasons(folder / "minors" / "scores")[0][season], season, leagues)


@pytest.mark.parametrize(("season", "lines"), [(2000, 10440), (2001, 10235), (2002, 9008), (2003, 8848), (2004, 9550)])
def test_every_line_is_a_game_or_quarantined(real_data: Path, season: int, lines: int) -> None:
    parsed = real(real_data, season)
    found = games(parsed)
    assert parsed.read.total() == lines == len(found) + len(parsed.rejected)
    assert len({row["game_id"] for row in found}) == len(found)
    told = {row["source_line"] for row in found} | {item.line for item in parsed.rejected}
    assert told == set(range(1, lines + 1))
    without_result = sum(item.reason.startswith("the game has no result") for item in parsed.rejected)
    assert len(parsed.rejected) - without_result < lines / 150


@pytest.mark.parametrize(
    ("day", "visitor", "home"),
    [
        (date(2000, 4, 12), "NOR-IL", "LOU-IL"),  # Louisville Slugger Field
        (date(2000, 5, 15), "EDM-PCL", "SAC-PCL"),  # Raley Field
        (date(2001, 6, 25), "MAH-NYP", "BRK-NYP"),  # KeySpan Park
        (date(2002, 4, 9), "NOR-IL", "TOL-IL"),  # Fifth Third Field
    ],
)
def test_a_park_opened_on_its_day_with_its_club_at_home(real_data: Path, day: date, visitor: str, home: str) -> None:
    found = [row for row in games(real(real_data, day.year)) if row["date"] == day]
    assert (visitor, home) in {(row["visitor_club"], row["home_club"]) for row in found}


def test_sacramento_played_on_the_road_until_its_park_opened(real_data: Path) -> None:
    """Three games in April, listed as Calgary's at Sacramento, are the exception."""
    found = [row for row in games(real(real_data, 2000)) if "SAC-PCL" in (row["home_club"], row["visitor_club"])]
    before = [row for row in found if row["date"] < date(2000, 5, 15)]
    assert len(before) > 30
    assert {row["date"] for row in before if row["home_club"] == "SAC-PCL"} == {
        date(2000, 4, day) for day in (18, 19, 20)
    }
    assert {row["visitor_club"] for row in before if row["home_club"] == "SAC-PCL"} == {"CGY-PCL"}


def test_home_clubs_win_as_they_do_everywhere(real_data: Path) -> None:
    decided = [row for year in range(2000, 2005) for row in games(real(real_data, year))]
    decided = [row for row in decided if row["home_score"] != row["visitor_score"]]
    won = sum(row["home_score"] > row["visitor_score"] for row in decided) / len(decided)
    assert 0.525 < won < 0.545
