"""Accounts of one game in several sources, matched by day, clubs, number and score, never by id."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipper.calculations.game_matching import Account, Match, matches
from trials import trials

DAY = dt.date(2041, 4, 5)
OTHER_DAY = dt.date(2041, 4, 6)


def account(number: str, runs: tuple[int, int] | None, home: str = "HHH", visitor: str = "VVV", **more: str) -> Account:
    """An account with the runs of home and visitor, null if unknown."""
    home_score, visitor_score = runs or (None, None)
    name = f"{home}20410405{number}"
    game_id = more.get("game_id", name)
    return Account(more.get("key", name), game_id, DAY, number, home, visitor, home_score, visitor_score)


def ids(own: Iterable[Account], known: Iterable[Account]) -> dict[str, str]:
    return {key: match.game_id for key, match in matches(list(own), known).items()}


def test_a_game_under_the_other_home_club_is_turned() -> None:
    known = account("0", (3, 1))
    own = account("0", (1, 3), "VVV", "HHH")
    assert matches([own], [known]) == {own.key: Match(known.game_id, "0", True)}


def test_equal_ids_of_other_clubs_are_two_games() -> None:
    found = matches([account("0", (3, 1), "HHH", "XXX")], [account("0", (3, 1))])
    assert found == {"HHH204104050": Match("HHH204104051", "1", False)}


def test_exchanged_numbers_are_matched_by_score() -> None:
    known = [account("1", (3, 1)), account("2", (5, 4))]
    assert ids([account("1", (5, 4)), account("2", (3, 1))], known) == {
        "HHH204104051": "HHH204104052",
        "HHH204104052": "HHH204104051",
    }


def test_games_of_equal_or_unknown_scores_are_matched_first_to_first() -> None:
    for runs in ((3, 1), None):
        known = [account("1", runs), account("2", runs)]
        assert ids(known, known) == {one.game_id: one.game_id for one in known}
        assert ids([account("0", runs)], known) == {"HHH204104050": "HHH204104051"}


def test_one_of_two_games_is_matched_by_score() -> None:
    known = [account("1", (3, 1)), account("2", (5, 4))]
    assert ids([account("0", (5, 4))], known) == {"HHH204104050": "HHH204104052"}
    assert ids([account("1", (5, 4))], known) == {"HHH204104051": "HHH204104052"}
    assert ids(known, [account("0", (5, 4))]) == {"HHH204104051": "HHH204104051", "HHH204104052": "HHH204104050"}


def test_the_first_and_the_second_game_of_a_day_stay_two() -> None:
    assert ids([account("2", (5, 4))], [account("1", (3, 1))]) == {"HHH204104052": "HHH204104052"}
    assert ids([account("2", None)], [account("1", (3, 1))]) == {"HHH204104052": "HHH204104052"}
    assert ids([account("2", (3, 1))], [account("1", (3, 1))]) == {"HHH204104052": "HHH204104051"}


def test_one_number_and_two_scores_are_one_game() -> None:
    assert ids([account("0", (3, 2))], [account("0", (3, 1))]) == {"HHH204104050": "HHH204104050"}


def test_a_game_whose_number_is_taken_gets_the_one_left() -> None:
    own = [account("1", (5, 4)), account("2", (3, 1))]
    assert ids(own, [account("2", (5, 4))]) == {"HHH204104051": "HHH204104052", "HHH204104052": "HHH204104051"}


Truth = tuple[dt.date, tuple[str, str], int]  # day, clubs, place among the day's games of the two


@st.composite
def seasons(draw: st.DrawFn) -> tuple[dict[Truth, tuple[int, int]], list[dict[Truth, Account]]]:
    """Some days of three clubs, with no two equal scores a day, and what two to four sources say of them.

    A source lacks games, calls either club home, exchanges the numbers of a doubleheader if it has both of its games
    and, if it has one of them, may call that one the day's only game. It knows all scores.
    """
    games: dict[Truth, tuple[int, int]] = {}
    for day in (DAY, OTHER_DAY):
        for clubs in (("AAA", "BBB"), ("CCC", "DDD")):
            count = draw(st.integers(0, 2))
            scores = draw(
                st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=count, max_size=count, unique=True)
            )
            games |= {(day, clubs, place): score for place, score in enumerate(scores)}
    count = draw(st.integers(2, 4))
    single = draw(st.integers(0, 1))  # the game that a source may take for the day's only one
    sources = [_told(draw, games, f"s{source}", single) for source in range(count)]
    return games, sources


def _told(draw: st.DrawFn, games: dict[Truth, tuple[int, int]], source: str, single: int) -> dict[Truth, Account]:
    told = {}
    for day, clubs in sorted({(day, clubs) for day, clubs, _ in games}):
        of_day = [game for game in games if game[:2] == (day, clubs)]
        known = [game for game in of_day if draw(st.booleans())]
        numbers = [str(place + 1) for _, _, place in known]
        if len(of_day) == 1 or (len(known) == 1 and known[0][2] == single and draw(st.booleans())):
            numbers = ["0"] * len(known)
        elif len(known) == 2 and draw(st.booleans()):
            numbers.reverse()
        turned = draw(st.booleans())
        for game, number in zip(known, numbers, strict=False):
            visitor, home = reversed(clubs) if turned else clubs
            visitor_score, home_score = reversed(games[game]) if turned else games[game]
            name = f"{home}{day:%Y%m%d}{number}"
            told[game] = Account(source + name, name, day, number, home, visitor, home_score, visitor_score)
    return told


@given(seasons())
@settings(max_examples=trials(400), deadline=None)
def test_every_true_game_exists_once(season: tuple[dict[Truth, tuple[int, int]], list[dict[Truth, Account]]]) -> None:
    games, sources = season
    known: list[Account] = []
    found: dict[str, set[Truth]] = {}
    first: dict[Truth, str] = {}
    for told in sources:
        of_key = {one.key: game for game, one in told.items()}
        identified = matches(list(told.values()), known)
        assert set(identified) == set(of_key)
        assert max(Counter(match.game_id for match in identified.values()).values(), default=1) == 1
        for key, match in identified.items():
            game = of_key[key]
            found.setdefault(match.game_id, set()).add(game)
            first.setdefault(game, match.game_id)
            assert match.game_id == first[game], "a game has two ids"
        for game, one in told.items():
            match = identified[one.key]
            home, visitor = (one.visitor_club, one.home_club) if match.is_turned else (one.home_club, one.visitor_club)
            home_score, visitor_score = (
                (one.visitor_score, one.home_score) if match.is_turned else (one.home_score, one.visitor_score)
            )
            stated = [other for other in known if other.game_id == match.game_id]
            assert {home} == {other.home_club for other in stated} | {home}
            assert dict(zip((visitor, home), (visitor_score, home_score), strict=True)) == dict(
                zip(game[1], games[game], strict=True)
            )
            known.append(
                Account(one.key, match.game_id, one.date, match.game_number, home, visitor, home_score, visitor_score)
            )
    assert all(len(true) == 1 for true in found.values()), "two games have one id"


@pytest.mark.parametrize("count", [6, 12])
def test_many_games_of_a_day_are_matched_in_order(count: int) -> None:
    known = [account(str(number), None) for number in range(count)]
    assert ids(known, known) == {one.key: one.game_id for one in known}
