"""Books that give one id to several people or clubs: one identity each, and every decision in a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import season_tables
from skipper.sources.leagues.reading import read_leagues
from skipper.tables.people.named_person import named_person
from skipper.tables.people.person import person
from skipper.tables.people.person_alias import person_alias
from skipper.tables.people.tied_person import tied_one_by_one, tied_person
from trials import trials

Row = dict[str, Any]
BORN = {"birth_year": 1861, "birth_month": 1, "birth_day": 7}
TABLES = ("identity_decision", "merged_person", "known_person", "other_id", "person_of_lahman", "lahman_person")


def _made(**given_rows: list[Row]) -> dict[str, list[Row]]:
    return season_tables.made(*TABLES, "appointed_manager", **given_rows)


def _lahman(own: str, first: str, last: str, **columns: Any) -> Row:
    return {"lahman_id": own, "first_name": first, "last_name": last, "retrosheet_id": "tarrj101", **columns}


def _outcome(*people: Row, managers: tuple[str, ...] = (), register: tuple[Row, ...] = ()) -> dict[str, Any]:
    listed = [{"season": 1901, "lahman_club": "AAA", "lahman_id": own} for own in managers]
    tables = _made(lahman_people=list(people), lahman_managers=listed, register_people=list(register))
    return {
        "ids": {row["person_id"]: row["retrosheet_id"] for row in tables["merged_person"]},
        "people": {row["lahman_id"]: row["person_id"] for row in tables["person_of_lahman"]},
        "decisions": [(row["id"], row["own_ids"], row["used"]) for row in tables["identity_decision"]],
        "says": [row["decision"] for row in tables["identity_decision"]],
        "evidence": [row["evidence"].partition(":")[0] for row in tables["identity_decision"]],
    }


def test_two_rows_of_one_birth_are_one_person_and_the_manager_stands_for_it() -> None:
    found = _outcome(
        _lahman("tarrjo01", "Joe", "Tarr", **BORN, debut=date(1884, 5, 1)),
        _lahman("tarsjo99", "Joseph", "Tars", **BORN),
        managers=("tarsjo99",),
    )
    assert found["ids"] == {"lahman:tarsjo99": "tarrj101"}
    assert found["people"] == {"tarrjo01": "lahman:tarsjo99", "tarsjo99": "lahman:tarsjo99"}
    assert found["decisions"] == [("tarrj101", ["tarrjo01", "tarsjo99"], "tarsjo99")]
    assert found["says"] == ["one person"]


def test_two_rows_of_one_name_are_one_person_if_a_birth_is_unknown() -> None:
    found = _outcome(
        _lahman("tarrjo02", "J.", "Tarr"), _lahman("tarrjo01", "Joe", "Tarr", **BORN, debut=date(1884, 5, 1))
    )
    assert found["ids"] == {"lahman:tarrjo01": "tarrj101"}
    assert found["people"]["tarrjo02"] == "lahman:tarrjo01"


def test_two_people_without_anything_in_common_both_lose_the_id() -> None:
    found = _outcome(
        _lahman("tarrjo01", "Joe", "Tarr", **BORN, debut=date(1884, 5, 1)), _lahman("quinal01", "Al", "Quin")
    )
    assert found["ids"] == {"lahman:tarrjo01": None, "lahman:quinal01": None}
    assert found["decisions"] == [("tarrj101", ["quinal01", "tarrjo01"], None)]


def test_two_people_of_one_name_are_not_one_person_if_their_births_differ() -> None:
    """The one with games has the id: games name it."""
    found = _outcome(
        _lahman("tarrjo01", "Joe", "Tarr", **BORN),
        _lahman("tarrjo02", "Joe", "Tarr", birth_year=1902, debut=date(1924, 5, 1)),
    )
    assert found["ids"] == {"lahman:tarrjo01": None, "lahman:tarrjo02": "tarrj101"}
    assert found["decisions"] == [("tarrj101", ["tarrjo01", "tarrjo02"], "tarrjo02")]


def test_the_register_says_who_of_two_people_has_the_id() -> None:
    registered = {"person_id": "0a0a0a0a", "retrosheet_id": "tarrj101", "first_name": "Al", "last_name": "Quin", **BORN}
    found = _outcome(
        _lahman("tarrjo01", "Joe", "Tarr"), _lahman("quinal01", "Al", "Quin", **BORN), register=(registered,)
    )
    assert found["ids"] == {"0a0a0a0a": "tarrj101", "lahman:tarrjo01": None}
    assert found["people"] == {"quinal01": "0a0a0a0a", "tarrjo01": "lahman:tarrjo01"}


def test_one_row_that_is_tied_to_two_people_is_the_one_who_agrees() -> None:
    register = (
        {"person_id": "0a", "retrosheet_id": "tarrj101", "first_name": "Al", "last_name": "Quin", "birth_year": 1890},
        {"person_id": "0b", "bbref_id": "tarrjo01", "first_name": "Joe", "last_name": "Tarr", **BORN},
    )
    found = _outcome(_lahman("tarrjo01", "Joe", "Tarr", bbref_id="tarrjo01", **BORN), register=register)
    assert found["people"] == {"tarrjo01": "0b"}
    assert found["ids"] == {"0a": "tarrj101", "0b": None}
    assert len(found["decisions"]) == 1


@pytest.mark.parametrize("same", [True, False])
def test_of_two_rows_tied_to_one_person_the_one_that_agrees_is_used(same: bool) -> None:
    register = ({"person_id": "0a", "retrosheet_id": "tarrj101", "bbref_id": "tarrjo01"} | _NAMED,)
    other = _lahman("tarrjo02", "Joe" if same else "Zeb", "Tarr" if same else "Otto", bbref_id="tarrjo01")
    found = _outcome(_lahman("tarrjo01", "Joe", "Tarr", **BORN), other | {"retrosheet_id": None}, register=register)
    assert found["people"] == {"tarrjo01": "0a", "tarrjo02": "0a" if same else "lahman:tarrjo02"}
    assert len(found["decisions"]) == 1


_NAMED = {"first_name": "Joe", "last_name": "Tarr", **BORN}

_NOBODY = dict.fromkeys((*_NAMED, "retrosheet_id", "bbref_id"))
_TARR = _NOBODY | {"first_name": "Joe", "last_name": "Tarr"}
_EXTERNAL = st.sampled_from([None, "aaaab101", "bbbbc101", "ccccd101"])
_PERSON = st.fixed_dictionaries(
    {
        "first_name": st.sampled_from([None, "Joe", "J.", "Al"]),
        "last_name": st.sampled_from([None, "Tarr", "Quin"]),
        "birth_year": st.sampled_from([None, 1861, 1902]),
        "birth_month": st.sampled_from([None, 1]),
        "birth_day": st.sampled_from([None, 7]),
        "retrosheet_id": _EXTERNAL,
        "bbref_id": _EXTERNAL,
    }
)
_OWN = st.sampled_from(["own1", "own2", "own3", "own4", "own5"])
_BOOK = st.lists(st.tuples(_OWN, _PERSON, st.sampled_from([None, date(1924, 5, 1)])), max_size=5)
_REGISTER = st.lists(st.tuples(_OWN, _PERSON, _EXTERNAL), max_size=4)
_TEAM = st.fixed_dictionaries(
    {
        "season": st.sampled_from([1931, 1932]),
        "lahman_club": st.sampled_from(["AAA", "BBB", "CCC"]),
        "club": st.sampled_from([None, "AAA", "BBB", "XXX"]),
        "name": st.sampled_from(["Ants", "Bees"]),
        "league": st.sampled_from(["NAL", "NN2", None]),
        "games": st.just(10),
        "wins": st.just(5),
        "losses": st.just(5),
    }
)


UNIQUE = {
    "merged_person": ("person_id",),
    "known_person": ("source_id",),
    "person_of_lahman": ("lahman_id",),
    "other_id": ("source", "id"),
    "register_link": ("source", "id"),
    "lahman_teams": ("season", "club"),
    "club_name": ("season", "lahman_club"),
    "appointed_manager": ("season", "club"),
    "reference_record": ("season", "club", "manager_id"),
    "identity_decision": ("kind", "source", "season", "id_name", "id", "own_ids", "decision"),
}


def repeated(rows: list[Row], key: Iterable[str]) -> list[tuple[Any, ...]]:
    """The keys that several rows have; lists count by their text."""
    counted = Counter(tuple(str(row[column]) for column in key) for row in rows)
    return [value for value, count in counted.items() if count > 1]


def aliases_of(tables: dict[str, pa.Table]) -> tuple[list[Row], set[str]]:
    """The rows of `person_alias`, and the people of `person`, where no game names anybody."""
    texts = {name: pa.array([], pa.string()) for name in ("source", "id", "name")}
    unlisted = {name: pa.array([], pa.string()) for name in ("manager_person_id", "manager_name")}
    named = named_person(tables["merged_person"], tables["other_id"], pa.table(texts), pa.table(unlisted))
    aliases = person_alias(tables["merged_person"], tables["other_id"], tables["register_link"], named).to_pylist()
    return aliases, set(person(tables["merged_person"], named)["person_id"].to_pylist())


def shared_ids(rows: list[Row], own: str, columns: Iterable[str]) -> set[tuple[str, str]]:
    """The ids of other sources that several people of a book have; none if the book repeats its own ids."""
    if len({row[own] for row in rows}) < len(rows):
        return set()
    counted = Counter((column, row[column]) for row in rows for column in columns if row[column])
    return {one for one, count in counted.items() if count > 1}


@settings(max_examples=trials(16), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(book=_BOOK, register=_REGISTER)
def test_people_whose_ids_agree_are_tied_as_one_by_one(book: list[Any], register: list[Any]) -> None:
    people = [{"lahman_id": own, **columns} for own, columns, _debut in book]
    registered = [{"person_id": own, **columns} for own, columns, _mlbam in register]
    given_rows = {"lahman_people": people, "register_people": registered}
    with season_tables.season("lahman_person", "register_person", "tied_person", **given_rows) as db:
        lahman, known, tied = (
            db.table(name).to_arrow_table() for name in ("lahman_person", "register_person", "tied_person")
        )
    places = {
        name: [
            next((at for at, other in enumerate(known[name].to_pylist()) if own is not None and own == other), None)
            for own in lahman[f"stated_{name}"].to_pylist()
        ]
        for name in ("retrosheet_id", "bbref_id")
    }
    expected = tied_one_by_one(lahman.to_pylist(), known, places)
    found = tied_person(lahman, known)
    assert tied.num_rows == found.num_rows == len(expected)
    by_id = {row["lahman_id"]: row for row in found.to_pylist()}
    for row in expected:
        assert by_id[row["lahman_id"]] == {name: row.get(name) for name in found.column_names}


@example(  # a row that is repeated, and of a person for whom another row stands
    book=[],
    register=[("own1", _NOBODY, None), ("own1", _TARR, "aaaab101"), ("own2", _TARR | {"bbref_id": "x"}, "aaaab101")],
    managers=[],
    teams=[],
)
@settings(max_examples=trials(16), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    book=_BOOK,
    register=_REGISTER,
    managers=st.lists(st.tuples(_OWN, st.sampled_from(["AAA", "BBB", "CCC"])), max_size=4),
    teams=st.lists(_TEAM, max_size=5),
)
def test_whatever_the_books_contain_ids_are_unique_and_decisions_are_listed(
    book: list[Any], register: list[Any], managers: list[Any], teams: list[Row]
) -> None:
    people = [{"lahman_id": own, "debut": debut, **columns} for own, columns, debut in book]
    registered = [
        {"person_id": own, "mlbam_id": mlbam, "fangraphs_id": mlbam, "bbref_minors_id": mlbam, **columns}
        for own, columns, mlbam in register
    ]
    links = [{"person_id": own, "source": "tsncards", "id": mlbam or own} for own, _columns, mlbam in register]
    lines = [{"season": 1931, "lahman_club": club, "lahman_id": own, "order_in_season": 1} for own, club in managers]
    given_rows = {
        "lahman_people": people,
        "register_people": registered,
        "register_links": links,
        "lahman_managers": lines,
        "lahman_team": teams,
    }
    names = tuple(dict.fromkeys((*TABLES, *UNIQUE, "lahman_club_season")))
    with season_tables.season(*names, **given_rows) as db:
        tables = {name: db.table(name).to_arrow_table() for name in names}
    assert {name: repeated(tables[name].to_pylist(), key) for name, key in UNIQUE.items()} == {
        name: [] for name in UNIQUE
    }
    aliases, known = aliases_of(tables)
    assert repeated(aliases, ("source", "id")) == []
    assert {row["person_id"] for row in aliases} <= known
    by_id = {(row["source"], row["id"]) for row in aliases}
    assert {("lahman", row["lahman_id"]) for row in people} <= by_id  # nobody is lost
    assert {("register", row["person_id"]) for row in registered} <= by_id
    decisions = [row for row in tables["identity_decision"].to_pylist() if row["kind"] == "person"]
    decided = {(row["id_name"], row["id"]) for row in decisions}
    assert shared_ids(people, "lahman_id", ("retrosheet_id", "bbref_id")) <= decided
    assert shared_ids(registered, "person_id", ("retrosheet_id", "bbref_id", "mlbam_id")) <= decided
    clubs = tables["club_name"].to_pylist()
    assert {(row["season"], row["lahman_club"]) for row in clubs} == {
        (row["season"], row["lahman_club"]) for row in teams
    }
    assert all(row["club"] for row in clubs)


def test_a_code_of_two_rows_with_one_name_is_one_club_in_two_leagues() -> None:
    teams = [
        {
            "season": 1939,
            "lahman_club": own,
            "club": "TTT",
            "name": "Tarrville Tigers",
            "league": league,
            "games": games,
        }
        | {"wins": wins, "losses": games - wins, "finish": 6}
        for own, league, games, wins in (("TT", "NAL", 19, 8), ("TT2", "NN2", 11, 4))
    ]
    managers = [
        {"season": 1939, "lahman_club": own, "lahman_id": "tarrjo99", "order_in_season": 1} for own in ("TT", "TT2")
    ]
    people = [_lahman("tarrjo99", "Joe", "Tarr")]
    made = season_tables.made(
        "lahman_teams", "identity_decision", "appointed_manager", "reference_record",
        lahman_team=teams, lahman_managers=managers, lahman_people=people,
    )  # fmt: skip
    (club,) = made["lahman_teams"]
    assert (club["club"], club["league"], club["leagues"], club["finish"]) == ("TTT", None, ["NAL", "NN2"], None)
    assert (club["games"], club["wins"], club["losses"]) == (30, 12, 18)
    assert [row["appointed"] for row in made["appointed_manager"]] == [["tarrj101"]]
    (decision,) = made["identity_decision"]
    assert (decision["season"], decision["id"], decision["own_ids"]) == (1939, "TTT", ["TT", "TT2"])
    assert decision["decision"] == "one club in two leagues"


def test_a_code_of_two_clubs_and_a_missing_code() -> None:
    def team(own: str, code: str | None, name: str) -> Row:
        return {"season": 1931, "lahman_club": own, "club": code, "name": name, "league": "NNL"}

    teams = [
        team("AAA", "AAA", "Ants"),
        team("BBB", "AAA", "Bees"),
        team("CCC", None, "Cats"),
        team("DDD", "CCC", "Dogs"),
    ]
    made = season_tables.made("lahman_club_season", "identity_decision", lahman_team=teams)
    codes = {row["lahman_club"]: row["club"] for row in made["lahman_club_season"]}
    assert codes == {"AAA": "AAA", "BBB": "BBB", "CCC": "lahman:CCC", "DDD": "CCC"}
    assert sorted((row["id"], row["used"]) for row in made["identity_decision"]) == [
        ("AAA", "AAA"),
        ("lahman:CCC", "CCC"),
    ]


def test_a_shared_code_is_of_the_club_that_has_it_in_another_season() -> None:
    """The book's own ids are not the code; in 1932 each club has a code of its own."""
    teams = [
        {"season": season, "lahman_club": own, "club": code, "name": name, "league": "NNL"}
        for season, own, code, name in (
            (1931, "AA9", "ANT", "Ants"),
            (1931, "BB9", "ANT", "Bees"),
            (1932, "AA9", "ANT", "Ants"),
            (1932, "BB9", "BEE", "Bees"),
        )
    ]
    rows = season_tables.one("lahman_club_season", lahman_team=teams)
    assert {row["lahman_club"]: row["club"] for row in rows if row["season"] == 1931} == {"AA9": "ANT", "BB9": "BB9"}


def test_a_code_of_other_years_gives_way_to_the_franchise_s_own() -> None:
    """The list places the franchise's code of 1932 in 1931 too, in which the book has one that ended in 1930."""

    def team(season: int, own: str, code: str, franchise: str) -> Row:
        named = {"season": season, "lahman_club": own, "club": code, "name": own, "league": "NNL"}
        return {**named, "franchise": franchise, "games": 9}

    def listed(code: str, first: int, last: int, league: str = "NNL") -> Row:
        return {"club": code, "leagues": [league], "first_season": first, "last_season": last}

    teams = [
        *(team(1930, "AAA", "ANT", "ANT"), team(1931, "AAA", "ANT", "ANT"), team(1932, "AA2", "AN2", "ANT")),
        *(team(1931, "BBB", "BEE", "BEE"), team(1932, "BB2", "BE2", "BEE"), team(1931, "BB2", "BE2", "BEE")),
        *(team(1931, "CCC", "CAT", "CAT"), team(1932, "CCC", "CA2", "CAT")),
    ]
    codes = [
        *(listed("ANT", 1928, 1930), listed("AN2", 1931, 1932), listed("BEE", 1928, 1930), listed("BE2", 1931, 1932)),
        *(listed("CAT", 1932, 1933), listed("CA2", 1930, 1932, "NAL")),
    ]
    made = season_tables.made("lahman_club_season", "identity_decision", lahman_team=teams, listed_team=codes)
    found = {
        (row["season"], row["lahman_club"]): (row["stated_club"], row["club"]) for row in made["lahman_club_season"]
    }
    assert found[1930, "AAA"] == ("ANT", "ANT")
    assert found[1931, "AAA"] == ("ANT", "AN2")
    assert found[1931, "BBB"] == ("BEE", "BEE"), "the book has the other code that season"
    assert found[1931, "CCC"] == ("CAT", "CAT"), "the other code is of another league"
    (decision,) = made["identity_decision"]
    assert (decision["season"], decision["id"], decision["own_ids"], decision["used"]) == (1931, "ANT", ["AAA"], None)
    assert decision["evidence"] == (
        "AAA (AAA, NNL), in Retrosheet's list: ANT is listed from 1928 to 1930, AN2, another code of the franchise, "
        "from 1931 to 1932"
    )


def test_a_club_in_two_leagues_plays_each_game_in_its_opponents() -> None:
    def team(own: str, code: str, league: str) -> Row:
        return {"season": 1939, "lahman_club": own, "club": code, "name": code, "league": league, "games": 9}

    teams = [team("TT", "TTT", "NAL"), team("TT2", "TTT", "NN2"), team("AA", "AAA", "NAL"), team("BB", "BBB", "NN2")]
    opponents = {"g1": "AAA", "g2": "BBB", "g3": "ZZZ"}  # no book has ZZZ
    sides = [
        {"game_id": game, "season": 1939, "club": club, "opponent": other, "is_home": club == "TTT"}
        for game, opponent in opponents.items()
        for club, other in (("TTT", opponent), (opponent, "TTT"))
    ]
    games = [{"game_id": game, "source": "retrosheet_events"} for game in opponents]
    rows = season_tables.one(
        "club_game_of_event_files",
        event_file_club_game=sides,
        event_file_game=[{"game_id": game, "has_plays": False} for game in opponents],
        game_of_event_files=games,
        lahman_team=teams,
    )
    found = {(row["game_id"], row["club"]): row["league"] for row in rows}
    assert [found[game, "TTT"] for game in opponents] == ["NAL", "NN2", None]
    assert [found[game, opponent] for game, opponent in opponents.items()] == ["NAL", "NN2", None]
    of_csvs = [
        {"game_id": game, "season": 1939, "game_type": "regular", "home_club": "TTT", "visitor_club": opponent}
        for game, opponent in opponents.items()
    ]
    rows = season_tables.one("game_of_csvs", csv_game=of_csvs, lahman_team=teams)
    leagues = {row["game_id"]: (row["home_league"], row["visitor_league"]) for row in rows}
    assert leagues == {"g1": ("NAL", "NAL"), "g2": ("NN2", "NN2"), "g3": (None, None)}


def test_the_negro_leagues_are_major_leagues_in_their_years_alone() -> None:
    major = [row for row in read_leagues(None).to_pylist() if row["level"] == "MLB"]
    spans = {row["league"]: (row["first_season"], row["last_season"]) for row in major}
    negro_leagues = {
        "NNL": (1920, 1931),
        "ECL": (1923, 1928),
        "ANL": (1929, 1929),
        "NSL": (1932, 1932),
        "EWL": (1932, 1932),
        "NN2": (1933, 1948),
        "NAL": (1937, 1948),
    }
    assert negro_leagues.items() <= spans.items()
    assert len(major) == len(spans) == 14
    unlisted = {row["league"]: row["name"] for row in read_leagues(None).to_pylist() if row["level"] is None}
    assert unlisted == {
        "IND": "Independent Clubs",
        "WES": "Western Independent Clubs",
        "EAS": "Eastern Independent Clubs",
    }
    assert not set(read_leagues(None, with_lahman=False)["league"].to_pylist()) & unlisted.keys()
