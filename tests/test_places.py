"""Clubs, leagues, seasons, coverage and lists: what pages of a site show besides people."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from skipper.answers.catalogue import catalogue
from skipper.answers.club import club
from skipper.answers.directives.season_people import SeasonPeople
from skipper.answers.errors import UnknownClubError, UnknownOptionError, UnknownSeasonError
from skipper.answers.holdings import coverage
from skipper.answers.leaders import leaders
from skipper.answers.listing import listing
from skipper.answers.reports import reports
from skipper.answers.scope import known_club
from skipper.answers.season import season
from skipper.answers.system import find_organization
from skipper.lake.reader import LakeReader
from tiny_lake import ALPHA, MEN, SEASONS, write_lake


def test_a_clubs_season_sums_its_managers(tiny_reader: LakeReader) -> None:
    """Counted from the games of which the tiny lake is made: Marsh ran three, Ray Vale one."""
    answer = club(tiny_reader, "alp", 2031)
    ran = Counter(man for day, man, *_ in ALPHA if day.year == 2031)
    managed = {row["manager_id"]: row["games"] for row in answer.main.rows if row["rule"] == "managed"}
    assert managed == ran
    players = {row["player_person_id"]: row for row in answer.table("players").rows}
    orders = [(order, hand) for day, _man, *_, hand, order in ALPHA if day.year == 2031]
    for player in ("scrip001", "twina001"):
        row = players[MEN[player][0]]
        slots = [order.index(player) + 1 for order, _hand in orders if player in order]
        assert row["lineup_starts"] == len(slots) == sum(row[f"slot_{slot}"] for slot in range(1, 10))
        assert row["mean_slot"] == pytest.approx(sum(slots) / len(slots))
        assert row["lineup_starts_vs_l"] == sum(player in order and hand == "L" for order, hand in orders)
        assert (row["club_games"], row["managers"]) == (len(orders), len(ran))
    (counted,) = answer.table("orders").rows
    assert counted["games_with_lineup"] == len(orders)
    assert counted["distinct_orders"] == len({order for order, _hand in orders})


def test_a_name_that_clubs_share_is_refused_unless_the_season_decides(tmp_path: Path) -> None:
    named = [(2031, "WS1", "Wash Senators"), (2033, "WS2", "Wash Senators"), (2033, "TEX", "Tex Rangers")]
    clubs = [{"season": season, "club": code, "name": name, "level": "MLB"} for season, code, name in named]
    lake = LakeReader(write_lake(tmp_path / "lake", more={"club": clubs}))
    assert (known_club(lake, "wash senators", 2031), known_club(lake, "Senators", 2033)) == ("WS1", "WS2")
    assert find_organization(lake, "tex") == find_organization(lake, "Rangers") == ("Tex Rangers", [2033])
    with pytest.raises(UnknownClubError, match=r"'Senators' may mean Wash Senators \(WS1, 2031\); .*WS2"):
        known_club(lake, "Senators")
    with pytest.raises(UnknownClubError, match=r"Did you mean Tex Rangers\?"):
        known_club(lake, "Rangerz")


def test_a_club_is_found_by_its_code_of_baseball_reference(tmp_path: Path) -> None:
    """A code of the games comes first, unless only the other club played that season."""
    codes = [(2031, "NYN", "NYM"), (2033, "NYN", "NYM"), (2031, "WSN", "WSN"), (2033, "WAS", "WSN")]
    clubs = [{"season": season, "club": code, "name": f"{code} Nine", "level": "MLB"} for season, code, _other in codes]
    names = [
        {"season": season, "lahman_club": code, "club": code, "baseball_reference_club": other}
        for season, code, other in codes
    ]
    lake = LakeReader(write_lake(tmp_path / "lake", more={"club": clubs, "club_name": names}))
    assert known_club(lake, "nym") == known_club(lake, "NYM", 2033) == "NYN"
    assert [known_club(lake, "WSN", year) for year in (None, 2031, 2032, 2033)] == ["WSN", "WSN", "WSN", "WAS"]
    assert find_organization(lake, "nym") == ("NYN Nine", [2031, 2033])
    assert find_organization(lake, "WSN", 2033)[0] == "WAS Nine"
    listed = listing(lake, catalogue(lake), "clubs", "NYM")
    assert [(row["club"], row["season"]) for row in listed.main.rows] == [("NYN", 2031), ("NYN", 2033)]
    with pytest.raises(UnknownClubError):
        listing(lake, catalogue(lake), "clubs", "NYQ")


def test_a_plan_may_give_a_nickname_or_the_code_of_baseball_reference(tmp_path: Path) -> None:
    """Of the clubs of an organization that share the nickname, its major-league club is meant."""
    clubs = [
        {"season": 2031, "club": code, "name": name, "level": level}
        for code, name, level in (("NYN", "York Mets", "MLB"), ("BIN", "Bing Mets", "AA"), ("NYA", "York Nine", "MLB"))
    ]
    names = [{"season": 2031, "lahman_club": "NYN", "club": "NYN", "baseball_reference_club": "NYM"}]
    people = SeasonPeople(LakeReader(write_lake(tmp_path / "lake", more={"club": clubs, "club_name": names})), 2031)
    assert (people.club("nym"), people.club("Mets"), people.club("nyq")) == (["NYN"], ["BIN", "NYN"], [])
    assert (people.parent("Mets"), people.parent("York"), people.parent("Bing")) == (["NYN"], ["NYN", "NYA"], ["BIN"])


def test_a_club_or_season_that_is_not_there(tiny_reader: LakeReader) -> None:
    with pytest.raises(UnknownClubError):
        club(tiny_reader, "XYZ", 2031)
    with pytest.raises(UnknownSeasonError, match="This lake has no 2032 games of ALP; its seasons: 2031, 2033"):
        club(tiny_reader, "ALP", 2032)
    with pytest.raises(UnknownOptionError, match="available leagues: IL"):
        season(tiny_reader, 2031, "NL")


def test_no_league_is_available_where_no_source_gives_one(tmp_path: Path) -> None:
    """1936 with a Lahman from before the Negro Leagues."""
    clubs = [{"season": 2034, "club": "HOM", "name": "Home Greys", "league": None, "level": None}]
    lake = LakeReader(write_lake(tmp_path / "lake", more={"club": clubs}, seasons=(*SEASONS, 2034)))
    with pytest.raises(UnknownOptionError, match="no source gives the league of any club that season"):
        season(lake, 2034, "NN2")


def test_a_code_in_small_letters_names_its_club(tmp_path: Path) -> None:
    """Codes of the minors are not in capitals."""
    counts = dict.fromkeys(("games", "wins", "losses", "ties"), 0)
    row = {**counts, "season": 2031, "club": "BriTHL", "level": "Rk", "rule": "managed"}
    vale = {"manager_id": "valet801", "manager_person_id": "p-tvale", "manager_name": "Tom Vale"}
    lake = LakeReader(
        write_lake(
            tmp_path / "lake",
            more={"club": [{"season": 2031, "club": "BriTHL"}], "manager_season": [{**row, **vale}]},
        )
    )
    assert club(lake, "brithl", 2031).subject["club"] == "BriTHL"
    assert len(leaders(lake, "games", club="BRITHL").main.rows) == 0
    assert leaders(lake, "games", rule="managed", club="brithl").main.rows[0]["club"] == "BriTHL"


def test_a_season_has_every_managers_record_and_a_league_its_own(tiny_reader: LakeReader) -> None:
    every = season(tiny_reader, 2031)
    stated = tiny_reader.rows("SELECT * FROM manager_season WHERE season = 2031")
    keys = ("club", "manager_id", "rule", "wins", "losses", "ties")
    assert sorted(tuple(row[key] for key in keys) for row in every.main.rows) == sorted(
        tuple(row[key] for key in keys) for row in stated
    )
    assert every.main.rows[0]["club"] == "ALP"  # two wins and a loss, before one and two
    own = season(tiny_reader, 2031, "IL")
    assert own.main.rows == every.main.rows
    assert [table.name for table in own.tables] == ["managers", "leaders"]
    assert own.tables[1].rows == every.tables[2].rows  # the only league of that season
    led = [row for row in every.tables[2].rows if row["column"] == "win_pct"]
    best = leaders(tiny_reader, "win_pct", first=2031, last=2031, top=5).main.rows
    assert led == best != []


def test_a_season_names_the_clubs_without_a_known_manager(tmp_path: Path) -> None:
    clubs = [{"season": 2031, "club": code, "name": f"Home {code}", "league": "IL"} for code in ("GAM", "DEL")]
    games = [
        {"season": 2031, "club": code, "game_id": f"{code}{number}", "game_type": "regular", "result": result}
        for code, results in (("GAM", "LLW"), ("DEL", "WWN"))
        for number, result in enumerate(results)
    ]
    lake = LakeReader(write_lake(tmp_path / "lake", more={"club": clubs, "club_game": games}))
    said = "Not listed, because no game's manager is known: Home DEL 2-0, Home GAM 1-2."
    assert said in season(lake, 2031).lead
    assert not any("Not listed" in line for line in season(lake, 2033).lead)


def test_coverage_states_what_is_missing(tiny_reader: LakeReader) -> None:
    answer = coverage(tiny_reader)
    lacking = {row["season"]: (row["games_present"], row["games_expected"]) for row in answer.main.views[1].rows}
    assert lacking == {2032: (0, 4), 2033: (1, 4)}
    (level,) = answer.tables[1].rows
    assert (level["complete"], level["incomplete"], level["games"]) == (1, 2, 5)
    assert any("tiny" in note and "Cite" in note for note in answer.notes)


def test_lists_have_a_row_for_each_page(tiny_reader: LakeReader) -> None:
    pages = catalogue(tiny_reader)
    kinds = {row["page"]: row["pages"] for row in listing(tiny_reader, pages).main.rows}
    assert kinds["managers"] == len(listing(tiny_reader, pages, "managers").main.rows) == 3
    assert [row["club"] for row in listing(tiny_reader, pages, "clubs").main.rows] == ["ALP", "BET"]
    assert [row["season"] for row in listing(tiny_reader, pages, "clubs", "ALP").main.rows] == [2031, 2033]
    assert kinds["clubs"] == 4
    with pytest.raises(UnknownClubError):
        listing(tiny_reader, pages, "clubs", "XYZ")
    for asked in (("coaches",), ("coverage",), ("leagues", "XYZ"), ("managers", "ALP")):
        with pytest.raises(UnknownOptionError):
            listing(tiny_reader, pages, *asked)


def test_without_a_stored_report_the_answer_says_so(tiny_reader: LakeReader) -> None:
    assert reports(tiny_reader).lead == ("No reports are stored in this lake.",)
    with pytest.raises(UnknownOptionError, match=r"a\.txt"):
        reports(tiny_reader, "a.txt")
