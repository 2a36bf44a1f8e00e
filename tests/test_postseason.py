"""The postseason apart from the regular season: won-lost and series of managers, against Lahman's SeriesPost."""

from __future__ import annotations

import csv
import re
from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import season_tables
from built_lake import Built
from skipper.answers.differences import differences
from skipper.answers.leaders import leaders
from skipper.answers.records import records
from skipper.definitions.records import RECORD
from skipper.lake.reader import LakeReader
from skipper.render.terminal import plain_text
from tiny_lake import write_lake

if TYPE_CHECKING:
    pass

OCTOBER = ("postseason_wins", "postseason_losses", "postseason_ties", "series_won", "series_lost")
# A made-up final of two clubs: SeriesPost says that Alpha won it 3-1 with a tie.
FINAL = {"season": 2031, "round": "WS", "winner": "ALP", "loser": "BET", "wins": 3, "losses": 1, "ties": 1}
DAY = date(2031, 4, 1)
Figures = Counter[tuple[int, str, str]]  # by season, Lahman's club and column


def test_a_record_has_its_postseason_apart(tiny_reader: LakeReader) -> None:
    answer = records(tiny_reader, "Jose Marsh")
    postseason = next(table for table in answer.tables if table.name == "postseason")
    assert [[row[name] for name in ("rule", "season", *OCTOBER)] for row in postseason.rows] == [
        ["managed", 2031, 5, 6, 0, 1, 1],
        ["credited", 2031, 5, 6, 0, 1, 1],
    ]
    assert postseason.rows[0]["rounds"] == ["XCS won 4-2", "WS lost 1-4"]
    assert [row["wins"] for row in answer.main.rows if row["season"] == 2031] == [2, 2]
    text = " ".join(plain_text(answer, None).split())
    assert "2031 ALP both 5-6 1-1 XCS won 4-2, WS lost 1-4" in text


def test_a_manager_without_a_postseason_has_no_such_table(tiny_reader: LakeReader) -> None:
    table = next(table for table in records(tiny_reader, "Tom Vale").tables if table.name == "postseason")
    assert (list(table.rows), table.views) == ([], ())


def test_leaders_rank_the_postseason(tiny_reader: LakeReader) -> None:
    assert [row["value"] for row in leaders(tiny_reader, "postseason_wins").main.rows] == [5]
    career = leaders(tiny_reader, "series_won", "career").main.rows
    assert [(row["manager_id"], row["value"]) for row in career] == [("marsj801", 1)]


def october(results: str, home: str = "ALP", visitor: str = "BET") -> list[dict[str, object]]:
    """Both sides of postseason games with these results for the first club."""
    other = {"W": "L", "L": "W", "T": "T", "N": "N"}
    return [
        {
            **{"season": 2031, "game_id": f"G{number}", "game_type": "postseason", "decided_by": "play"},
            **{"club": club, "opponent": opponent, "result": own},
        }
        for number, result in enumerate(results)
        for club, opponent, own in ((home, visitor, result), (visitor, home, other[result]))
    ]


def of_series(games: list[dict[str, object]], *series: dict[str, object]) -> list[dict[str, object]]:
    """The differences of the games from Lahman's series; both clubs are in Lahman's Teams."""
    teams = [{"season": 2031, "club": club, "lahman_club": club} for club in ("ALP", "BET", "GAM")]
    rows = season_tables.one("record_difference", club_game=games, book_series=series, lahman_teams=teams)
    return [row for row in rows if row["comparison"] == "postseason_series"]


def test_games_of_a_series_that_agree_with_series_post_are_no_difference() -> None:
    assert of_series(october("WWTLW"), FINAL) == []
    assert of_series([], FINAL) == []  # nothing to compare


@pytest.mark.parametrize(
    ("results", "category", "evidence"),
    [
        ("WWT", "missing_game", "2 games missing in this lake"),
        ("WWTLN", "unfinished", "1 game without a known result in this lake"),
        ("WWTLWL", "unknown", "no game stands out"),
        ("WLTLW", "unknown", "no game stands out"),
    ],
)
def test_a_series_of_which_the_games_say_otherwise_is_a_row_per_club(
    results: str, category: str, evidence: str
) -> None:
    rows = {row["club"]: row for row in of_series(october(results), FINAL)}
    assert set(rows) == {"ALP", "BET"}
    for club, won, lost in (("ALP", "W", "L"), ("BET", "L", "W")):
        row = rows[club]
        assert (row["wins"], row["losses"]) == (results.count(won), results.count(lost))
        assert (row["reference_wins"], row["reference_losses"]) == ((3, 1) if club == "ALP" else (1, 3))
        assert (row["reference"], row["category"], row["manager_id"]) == ("Lahman SeriesPost WS", category, None)
        assert row["games"] == len(results)
        assert evidence in row["evidence"]


def test_a_series_that_the_book_lacks_is_a_difference_but_not_outside_its_seasons_and_clubs() -> None:
    games = [*october("WWTLW"), *october("WW", "ALP", "GAM")]
    found = of_series(games, FINAL)
    assert {(row["club"], row["reference_wins"], row["category"]) for row in found} == {
        ("ALP", None, "unknown"),
        ("GAM", None, "unknown"),
    }
    assert of_series(games, FINAL | {"season": 2030}) == []
    assert of_series(october("WW", "ALP", "BroNYP"), FINAL) == []


def test_a_series_that_the_book_lacks_counts_by_its_games() -> None:
    """1936: Lahman lacks the championship of the Negro National League, and has the World Series."""
    teams = [{"season": 2031, "club": club, "lahman_club": club} for club in ("ALP", "BET", "GAM", "DEL")]
    regular = [
        {**game, "game_type": "regular", "game_number": "0", "is_home": True, "game_id": f"R{number}", "date": DAY}
        for number, game in enumerate(october("W") + october("W", "GAM", "DEL"))
    ]
    games = [{**game, "game_number": "0"} for game in october("WWTLW", "GAM", "DEL")]
    for game in (*regular, *games):
        game |= {"manager_id": f"{game['club']}801", "credited_manager_id": f"{game['club']}801"}
    given = {"club_game": [*regular, *games], "club": teams, "lahman_teams": teams, "lahman_series_post": [FINAL]}
    rows = season_tables.one("manager_season", **given)
    found = {row["club"]: [row[name] for name in ("postseason", *OCTOBER)] for row in rows if row["rule"] == "managed"}
    assert found == {
        "ALP": [True, 3, 1, 1, 1, 0],
        "BET": [True, 1, 3, 1, 0, 1],
        "GAM": [True, 3, 1, 1, None, None],
        "DEL": [True, 1, 3, 1, None, None],
    }


def test_differences_tell_a_series_apart_from_the_season(own_tiny_series: LakeReader) -> None:
    answer = differences(own_tiny_series, season=2031, category="missing_game")
    assert [(row["club"], row["wins"], row["reference_wins"]) for row in answer.main.rows] == [("ALP", 3, 4)]
    text = " ".join(plain_text(answer, None).split())
    assert "the club, XCS" in text
    assert "3-2 4-2 against BET: 1 game missing in this lake" in text
    assert "if the lake has a game from the series." in text


@pytest.fixture
def own_tiny_series(tmp_path: Path) -> LakeReader:
    row = {"comparison": "postseason_series", "season": 2031, "club": "ALP", "category": "missing_game"}
    figures = {"games": 5, "wins": 3, "losses": 2, "reference_wins": 4, "reference_losses": 2}
    told = {"reference": "Lahman SeriesPost XCS", "evidence": "against BET: 1 game missing in this lake"}
    return LakeReader(write_lake(tmp_path / "lake", more={"record_difference": [{**row, **figures, **told}]}))


def test_a_season_with_its_postseason_alone_is_missing_from_a_career() -> None:
    """The game logs of all postseasons may be there without the regular season's, and games of other clubs."""
    years = {2031: 162, 2032: 0, 2033: 162}
    managed = {"manager_person_id": "vale", "manager_id": "valet801", "rule": "managed", "club": "ALP", "level": "MLB"}
    figures = dict.fromkeys(RECORD, 1) | {"play_decisions": 1, "inferred_games": 0, "doubted_games": 0}
    own = {**managed, **figures, "postseason": False, "first_game": DAY, "last_game": DAY}
    games = [("regular", 2031), ("world_series", 2032), ("regular", 2033)]
    found = season_tables.over_seasons(
        "manager_career",
        manager_season=[{**own, "season": season} for season, games in years.items() if games],
        club=[
            {"season": season, "club": "ALP", "lahman_club": "ALP", "games_present": games}
            for season, games in years.items()
        ]
        + [{"season": 2032, "club": "BET", "lahman_club": "BET", "games_present": 162}],
        game=[{"season": season, "level": "MLB", "game_type": kind} for kind, season in games],
        season_managed=[{"manager_person_id": "vale", "season": season, "club": "ALP"} for season in years],
        listed_manager=[],
        managing_person=[{"person_id": "vale", "name": "Tom Vale"}],
    )
    careers = {row["level"]: row for row in found["manager_career"].to_pylist()}
    assert {level: row["seasons_missing"] for level, row in careers.items()} == {"MLB": [2032], "all": [2032]}
    assert careers["all"]["seasons"] == [2031, 2033]


def test_the_managers_of_a_season_share_the_series_of_its_clubs(simulated: Built, league: Path) -> None:
    """Each club's postseason is that of one manager, and won-lost and series are those of the league's SeriesPost."""
    for rule in ("managed", "credited"):
        clubs, ours = _of_managers(simulated.reader(), rule)
        assert ours.total() > 0
        assert ours == _of_series_post(league / "lahman", clubs)


def test_every_club_agrees_with_series_post(every_season: Built, real_data: Path) -> None:
    """Each club of SeriesPost is compared, except in seasons of which the real data have no game logs: without games, a
    lake has no managers to hold the wins and losses.
    """
    files = (real_data / "retrosheet" / "gamelogs").iterdir()
    with_games = {int(file.name[2:6]) for file in files if re.match(r"gl\d{4}\.", file.name, re.IGNORECASE)}
    in_book = _clubs_of_series_post(real_data / "lahman")
    for rule in ("managed", "credited"):
        clubs, ours = _of_managers(every_season.reader(), rule)
        assert in_book - clubs == {(season, club) for season, club in in_book if season not in with_games}
        assert {season for season, _club in clubs} == with_games
        assert ours.total() > 0
        assert ours == _of_series_post(real_data / "lahman", clubs)


def test_every_series_of_series_post_has_its_own_games(real_data: Path) -> None:
    """The shared data have no postseason games of the majors, so the games are made of SeriesPost, all but one game of
    each series of 1981: both clubs of each miss it, and no other series differs.
    """
    teams = _rows(real_data / "lahman" / "Teams.csv")
    codes = {(row["yearID"], row["teamID"]): row["teamIDretro"] for row in teams}
    known = [{"season": int(row["yearID"]), "club": row["teamIDretro"]} for row in teams]
    series, games = [], []
    for row in _rows(real_data / "lahman" / "SeriesPost.csv"):
        clubs = {name: codes[row["yearID"], row[f"teamID{name}"]] for name in ("winner", "loser")}
        figures = {name: int(row[name]) for name in ("wins", "losses", "ties")}
        series.append({"season": int(row["yearID"]), "round": row["round"], **clubs, **figures})
        results = "W" * figures["wins"] + "L" * figures["losses"] + "T" * figures["ties"]
        own = october(results[row["yearID"] == "1981" :], clubs["winner"], clubs["loser"])
        games += [{**game, "season": int(row["yearID"])} for game in own]
    given = {"club_game": games, "book_series": series, "lahman_teams": known}
    found = [row for row in season_tables.one("record_difference", **given) if row["comparison"] == "postseason_series"]
    missed = {(row["club"], row["reference"].split()[-1]) for row in found}
    assert missed == {
        (row[side], row["round"]) for row in series if row["season"] == 1981 for side in ("winner", "loser")
    }
    assert {row["category"] for row in found} == {"missing_game"}


def _of_managers(lake: LakeReader, rule: str) -> tuple[set[tuple[int, str]], Figures]:
    """Return the clubs that had managers, and the sums of their postseasons."""
    rows = lake.rows(
        "SELECT m.*, club.lahman_club FROM manager_season AS m JOIN club USING (season, club) WHERE rule = $rule",
        {"rule": rule},
    )
    found: Figures = Counter()
    for row in rows:
        for name in OCTOBER:
            found[row["season"], row["lahman_club"], name] += row[name] or 0
    return {(row["season"], row["lahman_club"]) for row in rows}, +found


def _clubs_of_series_post(lahman: Path) -> set[tuple[int, str]]:
    """Return the seasons and clubs that SeriesPost lists."""
    rows = _rows(lahman / "SeriesPost.csv")
    return {(int(row["yearID"]), row[side]) for row in rows for side in ("teamIDwinner", "teamIDloser")}


def _of_series_post(lahman: Path, clubs: set[tuple[int, str]]) -> Figures:
    """Return what SeriesPost says of these clubs."""
    expected: Figures = Counter()
    for row in _rows(lahman / "SeriesPost.csv"):
        for club, won, lost, how in (
            (row["teamIDwinner"], row["wins"], row["losses"], "series_won"),
            (row["teamIDloser"], row["losses"], row["wins"], "series_lost"),
        ):
            season = int(row["yearID"])
            if (season, club) not in clubs:
                continue
            expected[season, club, "postseason_wins"] += int(won)
            expected[season, club, "postseason_losses"] += int(lost)
            expected[season, club, "postseason_ties"] += int(row["ties"])
            expected[season, club, how] += 1
    return +expected


def _published() -> dict[str, tuple[int, int]]:
    """Return the published careers that the docs list: won and lost in the postseason, by manager."""
    page = (Path(__file__).parents[1] / "docs" / "crediting.md").read_text("utf-8")
    (table,) = re.findall(r"^\| Manager \| Postseason \|\n\|---\|---\|\n((?:\|.*\|\n)+)", page, re.MULTILINE)
    rows = re.findall(r"^\| ([\w. ]+) \| (\d+)-(\d+) \|$", table, re.MULTILINE)
    assert len(rows) == table.count("\n")
    return {name: (int(won), int(lost)) for name, won, lost in rows}


PUBLISHED = _published()


def test_the_docs_list_ten_published_careers() -> None:
    assert len(PUBLISHED) == 10


@pytest.mark.parametrize("name", PUBLISHED)
def test_careers_agree_with_published_ones(every_season: Built, name: str) -> None:
    career = records(every_season.reader(), name, "credited").tables[1].rows[0]
    assert (career["postseason_wins"], career["postseason_losses"]) == PUBLISHED[name]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
