"""Retrosheet's lists: ejections, beside those of the plays, and coaches."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from season_tables import one
from skipper.sources.leagues.reading import read_leagues
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.retrosheet.reference.reading import find_files, parse

HEADER = "GAMEID,DATE,DH,EJECTEE,EJECTEENAME,TEAM,JOB,UMPIRE,UMPIRENAME,INNING,REASON"
LINES = (
    'INK204107040,07/04/2041, ,blott001,"Tom Blot",INK,M,umpi001,"An Umpire",3,"Balls and strikes"',
    'INK204107040,07/04/2041, ,nibbx001,"Al Nibb",QUI,C,,,-1,',
    'INK204107040,07/04/2041, ,nibbx001,"Al Nibb",QUI,C,,,5,',
    'BLO204107052,07/05/2041,2,quilp001,"Pat Quill",BLO,N,umpi001,"An Umpire",9,Fighting',
)
GAMES = [
    {"game_id": "INK204107040", "season": 2041, "date": date(2041, 7, 4), "game_number": "0", "club": club}
    for club in ("INK", "QUI")
]


def read(folder: Path, *lines: str) -> Path:
    path = folder / "ejections.csv"
    path.write_text("\r\n".join((HEADER, *lines, "")))
    return path


def test_rows_of_the_list(tmp_path: Path) -> None:
    parsed = parse(read(tmp_path, *LINES))
    (rows,) = parsed.records["listed_ejection"]
    assert rows.num_rows == sum(parsed.read.values()) == sum(parsed.kept.values()) == 4
    assert rows.to_pylist()[3] == {
        **{"season": 2041, "date": date(2041, 7, 5), "game_number": "2", "home": "BLO", "club": "BLO"},
        **{"ejected_id": "quilp001", "role": "other", "umpire_id": "umpi001", "reason": "Fighting"},
        **{"source_file": "ejections.csv", "source_line": 5},
    }


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (LINES[0].replace("INK204107040", "INK20410704"), "'INK20410704' is not a game id"),
        (LINES[0].replace("INK204107040", "INK204113040"), "month must be in 1..12"),
        (LINES[0].replace("blott001", ""), "no person or no club"),
        (LINES[0] + ",more", "12 fields"),
    ],
)
def test_a_line_without_game_or_person_is_quarantined(tmp_path: Path, line: str, reason: str) -> None:
    parsed = parse(read(tmp_path, LINES[1], line))
    (rejected,) = parsed.rejected
    assert (rejected.line, rejected.reason.startswith(reason)) == (3, True)
    assert (sum(parsed.read.values()), sum(parsed.kept.values())) == (2, 1)


def test_find_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no list"):
        find_files(tmp_path)
    assert find_files(read(tmp_path).parent) == [tmp_path / "ejections.csv"]


def ejections(folder: Path, *of_plays: dict[str, Any]) -> list[dict[str, Any]]:
    (rows,) = parse(read(folder, *LINES)).records["listed_ejection"]
    person = {"source_id": "blott001", "id_source": "retrosheet", "person_id": "p-blot"}
    stated = [{"game_id": "INK204107040", "season": 2041, "date": date(2041, 7, 4), **row} for row in of_plays]
    given = {"event_file_ejection": stated, "club_game": GAMES, "known_person": [person], "listed_ejection": rows}
    return sorted(one("ejection", **given), key=lambda row: row["sequence"])


def test_a_game_with_no_plays_has_the_ejections_of_the_list(tmp_path: Path) -> None:
    first, second = ejections(tmp_path)
    assert (first["ejected_person_id"], first["club"], first["role"], first["source"]) == (
        *("p-blot", "INK", "manager", "list"),
    )
    # The list has Al Nibb twice.
    assert (second["ejected_id"], second["sequence"], second["source_line"]) == ("nibbx001", 2, 3)


def test_an_ejection_of_both_sources_counts_once(tmp_path: Path) -> None:
    comment = {"sequence": 1, "ejected_id": "nibbx001", "role": "coach", "umpire_id": "umpi002", "source_line": 70}
    first, second = ejections(tmp_path, comment)
    assert (first["source"], first["umpire_id"], first["club"], first["source_line"]) == ("both", "umpi002", "QUI", 70)
    assert (second["source"], second["ejected_id"], second["sequence"]) == ("list", "blott001", 2)


def test_a_line_whose_club_did_not_play_is_found_by_the_home_club(tmp_path: Path) -> None:
    wrong = LINES[0].replace(",INK,M,", ",BLO,M,")
    (rows,) = parse(read(tmp_path, wrong)).records["listed_ejection"]
    (row,) = one("ejection", event_file_ejection=[], club_game=GAMES, listed_ejection=rows)
    assert (row["game_id"], row["ejected_id"], row["club"], row["source"]) == (
        *("INK204107040", "blott001", None, "list"),
    )


def test_a_name_after_a_title_is_the_name_in_the_list(tmp_path: Path) -> None:
    line = LINES[1].replace("nibbx001", "Al Nibb", 1)
    (rows,) = parse(read(tmp_path, line)).records["listed_ejection"]
    comment = {"game_id": "INK204107040", "season": 2041, "date": date(2041, 7, 4), "sequence": 1}
    comment |= {"ejected_id": "field coordinator Al Nibb", "role": "coach", "source_line": 70}
    (row,) = one("ejection", event_file_ejection=[comment], club_game=GAMES, listed_ejection=rows)
    assert (row["source"], row["club"]) == ("both", "QUI")


def test_a_person_of_another_source_is_the_same(tmp_path: Path) -> None:
    feed = {"sequence": 1, "ejected_id": "90101", "ejected_person_id": "p-blot", "role": "manager"}
    first, second = ejections(tmp_path, feed)
    assert [(row["ejected_id"], row["source"]) for row in (first, second)] == [("90101", "both"), ("nibbx001", "list")]
    assert first["reason"] == "Balls and strikes"


TEAMS = "TEAM,LEAGUE,CITY,NICKNAME,FIRST,LAST"


def teams(folder: Path, *lines: str) -> Path:
    path = folder / "teams.csv"
    path.write_text("\r\n".join((TEAMS, *lines, "")))
    return path


def test_a_club_that_the_record_book_lacks_has_the_name_of_its_years(tmp_path: Path) -> None:
    """Of two lines for a year the one of fewer years counts; the record book's name comes first."""
    path = teams(tmp_path, "INK,,Ink,Larks,1930,2060", "INK,NNL,Ink,Wrens,2040,2042", "QUI,,Quill,Foxes,2030,2050")
    (rows,) = parse(path).records["listed_team"]
    played = [
        {"season": season, "club": club, "date": date(season, 7, 4), "game_type": "regular"}
        for season, club in ((2041, "INK"), (2043, "INK"), (2051, "QUI"), (2041, "QUI"))
    ]
    book = [{"season": 2041, "club": "QUI", "name": "Quill City Foxes", "lahman_club": "QUI"}]
    made = one("club", club_game=played, listed_team=rows, lahman_teams=book)
    assert {(row["season"], row["club"]): row["name"] for row in made} == {
        (2041, "INK"): "Ink Wrens",
        (2043, "INK"): "Ink Larks",
        (2051, "QUI"): None,
        (2041, "QUI"): "Quill City Foxes",
    }


def test_a_league_that_the_record_book_lacks_has_the_clubs_of_the_list(tmp_path: Path) -> None:
    """A club is in those of its leagues that existed; a league that the book has is the book's alone."""
    path = teams(
        tmp_path,
        *("INK,NN1,Ink,Larks,1918,1948", "QUI,NN1;NAL,Quill,Foxes,1920,1948", "OAK,NN2;NAL,Oak,Owls,1930,1948"),
        *("FIG,NN2,Fig,Figs,1930,1948", "ASW,,West,All Stars,1933,1948"),
    )
    (rows,) = parse(path).records["listed_team"]
    book = [
        {"season": 1940, "lahman_club": "OK1", "club": "OAK", "name": "Oak Owls", "league": "NN2"},
        {"season": 1941, "lahman_club": "QU1", "club": "QUI", "name": "Quill Foxes", "league": None},
    ]
    made = one("club_leagues", listed_team=rows, lahman_team=book, league_file=read_leagues(None).to_pylist())
    found = {(row["club"], row["season"]): (row["league"], row["leagues"]) for row in made}
    assert [season for club, season in sorted(found) if club == "INK"] == list(range(1920, 1932))
    assert {found["INK", season][0] for season in range(1920, 1932)} == {"NNL"}
    assert [found.get(("QUI", season)) for season in (1931, 1933, 1941)] == [("NNL", ["NNL"]), None, ("NAL", ["NAL"])]
    assert found["OAK", 1936] == ("NN2", ["NN2"])
    assert found["OAK", 1937] == (None, ["NAL", "NN2"])
    assert found["OAK", 1940] == ("NN2", ["NN2"])
    assert {season for club, season in found if club == "FIG"} == set(range(1933, 1949)) - {1940}
    assert not any(club == "ASW" for club, _season in found)


@pytest.mark.parametrize("line", [",,Ink,Larks,1930,2060", "INK,,,,1930,2060", "INK,,Ink,Larks,1930,", "INK,,Ink"])
def test_a_line_without_code_name_or_years_is_quarantined(tmp_path: Path, line: str) -> None:
    parsed = parse(teams(tmp_path, "QUI,,Quill,Foxes,2030,2050", line))
    assert [item.line for item in parsed.rejected] == [3]
    assert (sum(parsed.read.values()), sum(parsed.kept.values())) == (2, 1)


COACHES = ("nibbx001,2041,QUI,B,04/01/2041,07/04/2041", "nibbx001,2041,INK,1,07/05/2041,09/30/2041")


def coaches(folder: Path, *lines: str) -> Parsed:
    path = folder / "coaches.csv"
    path.write_text("\r\n".join(("id,year,team,role,start,end", *lines, "")))
    return parse(path)


def test_coaches_have_a_role_and_days(tmp_path: Path) -> None:
    (rows,) = coaches(tmp_path, *COACHES, "quilp001,1999,BLO,X,04/01/1999,04/01/1999").records["listed_coach"]
    person = {"source_id": "nibbx001", "person_id": "p-nibb", "name": "Al Nibb"}
    first, second, other = sorted(
        one("coach", listed_coach=rows, known_person=[person]), key=lambda row: (row["coach_id"], row["first_day"])
    )
    assert (first["person_id"], first["name"], first["club"], first["role"]) == ("p-nibb", "Al Nibb", "QUI", "bench")
    assert (second["role"], second["first_day"], second["last_day"]) == (
        *("first base", date(2041, 7, 5)),
        date(2041, 9, 30),
    )
    assert (other["name"], other["role"], other["season"]) == (None, None, 1999)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nibbx001,41,QUI,B,04/01/2041,07/04/2041", "'41' is not a season"),
        (",2041,QUI,B,04/01/2041,07/04/2041", "no person or no club"),
        ("nibbx001,2041,QUI,B,2041-04-01,07/04/2041", "'2041-04-01' is not a day"),
        ("nibbx001,2041,QUI,B,04/31/2041,07/04/2041", "day is out of range"),
        ("nibbx001,2041,QUI,B,07/05/2041,07/04/2041", "the last day, 07/04/2041, is before the first"),
    ],
)
def test_a_coach_without_club_or_days_is_quarantined(tmp_path: Path, line: str, reason: str) -> None:
    parsed = coaches(tmp_path, COACHES[1], line)
    (rejected,) = parsed.rejected
    assert (rejected.line, reason in rejected.reason) == (3, True)
    assert (sum(parsed.read.values()), sum(parsed.kept.values())) == (2, 1)


def test_a_coach_whom_a_comment_ejects_has_the_club_of_the_day(tmp_path: Path) -> None:
    ejected = {"game_id": "INK204107040", "season": 2041, "date": date(2041, 7, 4), "sequence": 1, "role": "coach"}
    (rows,) = coaches(tmp_path, *COACHES).records["listed_coach"]
    for listed, club in ((rows, "QUI"), ([], None)):
        (row,) = one(
            "ejection",
            event_file_ejection=[ejected | {"ejected_id": "nibbx001"}],
            club_game=GAMES,
            listed_coach=listed,
        )
        assert (row["club"], row["source"]) == (club, "plays")
