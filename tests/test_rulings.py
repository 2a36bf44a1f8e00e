"""Forfeits, protests, resumptions, game types and starting pitchers that event files state beside the plays."""

from __future__ import annotations

from datetime import date
from itertools import product
from pathlib import Path

import pytest

from event_files import half, header, man, play, quiet_game, sub, write_events
from made_plays import column
from season_tables import made as made_of
from season_tables import records
from skipper.sources.plays.events.dialect import RETROSHEET

YEAR = 2041
SCORES = (0, 1, 3)  # the visitors' runs in a game in which the home club scores none


def with_comments(game: list[str], *comments: str) -> list[str]:
    """The game with comments before its first play."""
    first = next(at for at, line in enumerate(game) if line.startswith("play"))
    return [*game[:first], *(f'com,"{comment}"' for comment in comments), *game[first:]]


def season_of(folder: Path, *games: list[str]) -> dict[str, list[dict]]:
    """The season's games, club-games and exceptions."""
    write_events(folder, *games)
    return made_of("game", "club_game", "exception", **records(YEAR, events=folder))


@pytest.mark.parametrize(("letter", "runs"), list(product("VHTvht", SCORES)))
def test_a_forfeit_counts_for_the_side_that_the_comment_names(tmp_path: Path, letter: str, runs: int) -> None:
    made = season_of(tmp_path, with_comments(quiet_game(runs=runs), f"Forfeit={letter}"))
    (game,) = made["game"]
    assert game["forfeit"] == letter.upper()
    assert (game["visitor_score"], game["home_score"]) == (runs, 0)
    results = {row["is_home"]: (row["result"], row["decided_by"]) for row in made["club_game"]}
    awarded = {"V": ("W", "L"), "H": ("L", "W"), "T": ("N", "N")}[letter.upper()]
    by = "none" if letter.upper() == "T" else "forfeit"
    assert results == {False: (awarded[0], by), True: (awarded[1], by)}


def test_only_a_ruling_in_retrosheets_form_is_one(tmp_path: Path) -> None:
    games = [
        with_comments(quiet_game(day="20410401"), "Forfeit was discussed", "Protest=X"),
        with_comments(quiet_game(day="20410402"), "Forfeit=Q", "Protest=", "protested the game"),
        with_comments(quiet_game(day="20410403"), "Suspend=20410405,,1,0,30", "Protest=H"),
        quiet_game(day="20410404"),
    ]
    made = season_of(tmp_path, *games)["game"]
    assert column(made, "forfeit") == [None] * 4
    assert column(made, "protest") == ["X", None, "H", None]
    assert column(made, "completed_on") == [None, None, date(2041, 4, 5), None]


TYPES = [("Regular", "regular"), ("playoff", "regular"), ("worldseries", "postseason"), ("allstar", "all_star"),
         ("exhibition", "exhibition"), ("barnstorming", None)]  # fmt: skip


@pytest.mark.parametrize(("stated", "read"), TYPES)
def test_an_unknown_game_type_is_not_the_regular_season(tmp_path: Path, stated: str, read: str | None) -> None:
    game = quiet_game()
    made = season_of(tmp_path, [*game[:2], f"info,gametype,{stated}", *game[2:]])
    assert column(made["game"], "game_type") == [read]
    assert column(made["game"], "game_type_source") == ["stated" if read else "unknown"]
    kinds = [row["kind"] for row in made["exception"] if row["kind"] == "unknown_game_type"]
    assert len(kinds) == (0 if read else 2)


@pytest.mark.parametrize(
    ("info", "evidence"),
    [
        ("date,2041/04/01", None),
        ("number,0", None),
        ("date,2041/04/02", "info,date,2041/04/02: the id has 2041-04-01"),
        ("number,2", "info,number,2: the id has 0"),
        ("hometeam,QQQ", "info,hometeam,QQQ: the id has HHH"),
    ],
)
def test_an_info_record_that_contradicts_the_id_is_an_exception(
    tmp_path: Path, info: str, evidence: str | None
) -> None:
    game = quiet_game()
    made = season_of(tmp_path, [*game[:4], f"info,{info}", *game[4:]])
    found = [row["evidence"] for row in made["exception"] if row["kind"] == "contradicted_id"]
    assert found == ([evidence] if evidence else [])
    assert column(made["game"], "date") == [date(2041, 4, 1)]


def test_a_game_without_usable_plays_keeps_result_forfeit_and_resumption(tmp_path: Path) -> None:
    game = with_comments(quiet_game(), "Forfeit=H", "Suspend=20410405,,1,0,30")
    at = next(at for at, line in enumerate(game) if line.startswith("play,2,0"))
    game[at] = game[at].replace(man(0, int(game[at].split(",")[3][-1])), "nobod001")
    made = season_of(tmp_path, game)
    (row,) = made["game"]
    assert (row["has_plays"], row["visitor_score"], row["home_score"]) == (False, 1, 0)
    assert (row["forfeit"], row["completed_on"], row["innings"]) == ("H", date(2041, 4, 5), None)
    assert {side["is_home"]: side["result"] for side in made["club_game"]} == {True: "W", False: "L"}


def started(folder: Path, top: list[str], bottom: list[str]) -> dict[str, tuple[str, str | None, list[str]]]:
    """Each club's starter, the hand that its batters faced first, and its pitchers in order."""
    write_events(folder, [*header(), *top, *bottom, *half(2, 0, 4), f"data,er,{man(0, 10)},0"])
    read = records(YEAR, events=folder)
    pitching = read["event_file_pitching"].sort_by([("club", "ascending"), ("pitcher_order", "ascending")]).to_pylist()
    return {
        row["club"]: (
            row["starting_pitcher_id"],
            row["opposing_starter_throws"],
            [one["pitcher_id"] for one in pitching if one["club"] == row["club"]],
        )
        for row in made_of("club_game", **read)["club_game"]
    }


# Number 10 of each club is the listed starter and throws left; 11 throws right.
@pytest.mark.parametrize(
    ("before", "starter"),
    [
        ([], 11),
        ([play(1, 0, 1, "NP")], 11),
        ([play(1, 0, 1, "NP", "00", "1")], 11),
        ([play(1, 0, 1, "NP", "10", ".B")], 10),
        ([play(1, 0, 1, "NP", "01")], 10),
        ([play(1, 0, 1, "NP", "??", "F")], 10),
        ([play(1, 0, 1, "W")], 10),
    ],
)
def test_the_starter_is_who_threw_the_first_pitch(tmp_path: Path, before: list[str], starter: int) -> None:
    walked = [] if before and before[0].endswith("W") else [play(1, 0, 1, "K")]
    top = [*before, sub(1, 11, 0, 1), *walked, *half(1, 0, 2, 3 - len(walked))]
    found = started(tmp_path, top, half(1, 1, 1))
    assert found["HHH"][0] == man(1, starter)
    assert found["VVV"][1] == ("R" if starter == 11 else "L")
    assert found["HHH"][2] == [man(1, number) for number in range(starter, 12)]
    assert found["VVV"][0] == man(0, 10)


def test_a_visiting_starter_may_be_replaced_between_the_halves(tmp_path: Path) -> None:
    found = started(tmp_path, half(1, 0, 1), [sub(0, 11, 0, 1), *half(1, 1, 1)])
    assert found["VVV"] == (man(0, 11), "L", [man(0, 11)])
    assert found["HHH"][1] == "R"


def test_the_pitcher_who_began_counts_before_the_one_whom_a_game_log_lists() -> None:
    sides = [
        {"precedence": place, "source": source, "game_id": "HHH204104010", "season": YEAR, "date": date(2041, 4, 1),
         "game_number": "0", "club": club, "opponent": "VVV" if club == "HHH" else "HHH", "is_home": club == "HHH",
         "runs_for": 1, "runs_against": 1, "has_lineup": True, "game_type": "regular", "game_type_source": "stated",
         "has_counted_plays": source == RETROSHEET.source,
         "starting_pitcher_id": f"{club}-{starter}", "opposing_starter_id": None}
        for place, source, starter in ((1, "retrosheet_gamelog", "listed"), (2, RETROSHEET.source, "began"))
        for club in ("HHH", "VVV")
    ]  # fmt: skip
    rows = made_of("managed_club_game", source_club_game=sides)["managed_club_game"]
    assert sorted(column(rows, "starting_pitcher_id")) == ["HHH-began", "VVV-began"]


@pytest.fixture
def cases(real_data: Path) -> Path:
    """The folder of small real files, beside that of real data."""
    folder = real_data.parent / "cases"
    if not folder.is_dir():
        pytest.skip("no folder of cases beside SKIPPER_DATA")
    return folder


def test_real_forfeits(cases: Path) -> None:
    rows = made_of("club_game", **records(2019, events=cases / "forfeits"))["club_game"]
    results = sorted((row["game_id"], row["is_home"], row["result"]) for row in rows)
    assert [result for _, _, result in results] == ["W", "L", "N", "N", "W", "L"]


def test_a_real_starter_who_never_threw(cases: Path) -> None:
    read = records(2019, events=cases / "scratched-starter")
    hands = {row["club"]: row["opposing_starter_throws"] for row in made_of("club_game", **read)["club_game"]}
    listed = {row["pitcher_id"] for row in read["event_file_pitching"].to_pylist() if row["batters_faced"] == 0}
    assert "L" in hands.values()
    assert listed == set()
