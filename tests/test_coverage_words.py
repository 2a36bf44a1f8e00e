"""Missing seasons are told, whatever is known of why."""

from __future__ import annotations

from pathlib import Path

import pytest

from season_tables import one
from skipper.answers.club import club
from skipper.answers.coverage import Coverage
from skipper.answers.holdings import coverage
from skipper.answers.season import season
from skipper.lake.reader import LakeReader
from tiny_lake import write_lake


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (None, "Missing from this lake: 1950-1951."),
        ("lahman", "Missing from this lake: 1950-1951 (managed according to Lahman's Managers)."),
    ],
)
def test_missing_seasons_are_told(why: str | None, words: str) -> None:
    assert words in Coverage((1952,), (1950, 1951), why, (), ()).sentences()


def test_leagues_lack_them_too() -> None:
    assert "Missing from this lake: 1950." in Coverage((1952,), (1950,), None, (), ()).of_leagues()


def test_club_games_without_a_manager_and_unconfirmed_managers_are_counted(tmp_path: Path) -> None:
    """Alpha's five games of the majors have their manager; one of three of an invented A club has."""
    played = {"season": 2031, "level": "A", "club": "HBR", "game_type": "regular"}
    named = [{"manager_name": "Jo Cole"}, {}, {}]
    listed = {
        "season": 2031,
        "club_name": "Harrow Bay",
        "manager_id": "managers:x",
        "role": "manager",
        "source": "page",
    }
    names = {"within": "Jo Cole", "outside": "Ike Beale", None: "Abel Splint"}
    lake = write_lake(
        tmp_path / "lake",
        more={
            "club_game": [{**played, "game_id": f"HBR{number}", **more} for number, more in enumerate(named)],
            "listed_manager": [
                {**listed, "manager_name": name, "register_check": check} for check, name in names.items()
            ],
        },
    )
    tables = {table.name: table for table in coverage(LakeReader(lake)).tables}
    rows = [(row["season"], row["level"], row["club_games"], row["without_manager"]) for row in tables["managers"].rows]
    assert rows == [(2033, "MLB", 1, 0), (2031, "A", 3, 2), (2031, "MLB", 4, 0)]
    assert [row["level"] for row in tables["managers"].views[0].rows] == ["A"]
    assert [(row["manager_name"], row["register_check"]) for row in tables["unconfirmed"].rows] == [
        ("Abel Splint", None),
        ("Ike Beale", "outside"),
    ]


def minors(folder: Path, games: dict[str, tuple[int, int | None]], *affiliated: str) -> LakeReader:
    """A lake with a league whose clubs have so many games here of so many expected, and the API's list of clubs."""
    place = {"season": 2031, "league": "HBL", "level": "A"}
    present = sum(here for here, _ in games.values()) // 2
    rows = {
        "club": [
            {**place, "club": code, "name": f"{code} Town", "games_present": here, "games_expected": of}
            for code, (here, of) in games.items()
        ],
        "coverage": [{**place, "source": "minorleaguesplits", "games_present": present}],
        "affiliation": [
            {**place, "source": "statsapi", "source_club": code, "club": code, "name": code} for code in affiliated
        ],
    }
    return LakeReader(write_lake(folder / "lake", more=rows))


def of_league(lake: LakeReader) -> tuple[int | None, bool | None]:
    """The games expected of the league, and whether all are here, according to the lake's coverage."""
    (row,) = (row for row in coverage(lake).main.rows if row["league"] == "HBL")
    return row["games_expected"], row["complete"]


def test_a_leagues_games_are_known_from_the_records_of_all_its_clubs(tmp_path: Path) -> None:
    lake = minors(tmp_path, {"HBR": (68, 70), "OXB": (68, 70)}, "HBR", "OXB")
    assert of_league(lake) == (70, False)
    assert season(lake, 2031, "HBL").lead[0] == "Games in this lake: 68 of 70."
    for code in ("HBR", "OXB"):
        assert "Incomplete: 2031 HBL, 68 of 70 games." in club(lake, code, 2031).lead


def test_a_league_with_all_its_clubs_games_is_complete(tmp_path: Path) -> None:
    lake = minors(tmp_path, {"HBR": (70, 70), "OXB": (70, 70)})
    assert of_league(lake) == (70, True)
    assert "This lake has all games of the season." in club(lake, "HBR", 2031).lead


def test_a_club_without_a_record_leaves_the_leagues_games_unknown_but_not_the_others(tmp_path: Path) -> None:
    lake = minors(tmp_path, {"HBR": (70, 71), "OXB": (70, None), "QUH": (72, 72), "BIR": (76, 70)})
    assert of_league(lake) == (None, None)
    assert "Incomplete: 2031 HBR Town, 70 of 71 games." in club(lake, "HBR", 2031).lead
    assert "Completeness unknown: 2031." in club(lake, "OXB", 2031).lead
    assert "This lake has all games of the season." in club(lake, "QUH", 2031).lead
    more = (
        "More games than in the official record, as where scores include the postseason or a record book counts the "
        "league's own games alone: 2031 BIR Town, 76 instead"
    )
    answer = club(lake, "BIR", 2031)
    assert f"{more} of 70." in answer.lead
    assert answer.coverage
    assert answer.coverage["seasons_unchecked"] == []
    assert Coverage.from_row(answer.coverage).complete(2031) is None


def test_a_club_that_the_api_lists_and_the_lake_lacks_leaves_the_leagues_games_unknown(tmp_path: Path) -> None:
    """Its games against the others would count half."""
    lake = minors(tmp_path, {"HBR": (68, 70), "OXB": (68, 70)}, "HBR", "OXB", "QUH")
    assert of_league(lake) == (None, None)


@pytest.mark.parametrize("played", [4, 3])
def test_games_that_the_book_gives_to_another_league_are_not_missing(played: int) -> None:
    """One was moved to the visitors' park, and HomeGames has it as the visitors', so that a league seems to lack it.
    A league that lacks a game of one of its clubs does lack it."""
    clubs = {"ALP": "IL", "BET": "IL", "GAM": "OL", "DEL": "OL"}
    hosts = [*["ALP"] * 2, *["GAM"] * 2][:played]
    pairs = {"ALP": "BET", "GAM": "DEL"}
    games = [
        {"game_id": f"{home}{number}", "season": 2031, "game_type": "regular", "source": "retrosheet_gamelog"}
        | {"home_league": clubs[home]}
        for number, home in enumerate(hosts)
    ]
    sides = [
        {"game_id": f"{home}{number}", "season": 2031, "game_type": "regular", "club": club}
        for number, home in enumerate(hosts)
        for club in (home, pairs[home])
    ]
    book = [{"season": 2031, "league": "IL", "games": 1}, {"season": 2031, "league": "OL", "games": 3}]
    teams = [
        {"season": 2031, "league": league, "lahman_club": club, "club": club, "name": club, "games": 2}
        for club, league in clubs.items()
    ]
    rows = one("coverage", game=games, club_game=sides, lahman_home_games=book, lahman_team=teams)
    found = {row["league"]: (row["games_present"], row["games_expected"], row["complete"]) for row in rows}
    assert found == {"IL": (2, 1, True), "OL": (played - 2, 3, played == 4)}
