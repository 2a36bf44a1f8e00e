"""The crediting rule, case by case."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipper.calculations.crediting import credit_season


def men(credits: list[tuple[str | None, str | None]]) -> str:
    return "".join(man or "-" for man, _how in credits)


@pytest.mark.parametrize(
    ("ran", "appointed", "credited"),
    [
        ("AAAA", "A", "AAAA"),
        ("AAZA", "A", "AAAA"),  # a coach stood in
        ("ZAAA", "A", "AAAA"),  # the appointed man came late
        ("ZZZZ", "A", "AAAA"),  # he never came
        ("AAZZBB", "AB", "AAAABB"),  # between two appointed men: for the one who was there before
        ("ZABB", "AB", "AABB"),  # at the start: for the next one
        ("AABA", "AB", "AABA"),  # an appointed man's game is his, whoever is in office
        ("AAZBZB", "AB", "AAABBB"),
    ],
)
def test_by_the_list_of_appointed_men(ran: str, appointed: str, credited: str) -> None:
    assert men(credit_season(list(ran), list(appointed))) == credited


@pytest.mark.parametrize(
    ("ran", "credited"),
    [
        ("AAAA", "AAAA"),
        ("AAZA", "AAAA"),  # ends with a return
        ("AAZZ", "AAZZ"),  # no return
        ("AZAZA", "AAAAA"),  # twice away
        ("AABBB", "AABBB"),
        ("AZYA", "AZYA"),  # neither run ends with the return of the man in charge before it
        ("AABBAA", "AAAAAA"),
        ("AZBB", "AZBB"),
    ],
)
def test_inferred_from_runs_where_the_book_has_no_list(ran: str, credited: str) -> None:
    credits = credit_season(list(ran), None)
    assert men(credits) == credited
    assert {how for _man, how in credits} == {"inferred"}


def test_a_list_none_of_whom_ran_a_game_is_no_guide() -> None:
    assert men(credit_season(list("ZZY"), ["A", "B"])) == "ZZY"


def test_an_unknown_manager_is_credited_only_where_one_man_was_appointed() -> None:
    assert men(credit_season(["A", None, "A"], ["A"])) == "AAA"
    assert men(credit_season(["A", None, "B"], ["A", "B"])) == "A-B"
    assert credit_season(["A", None, "A"], None) == [("A", "inferred"), (None, None), ("A", "inferred")]


def test_how_says_whether_he_ran_it() -> None:
    assert [how for _man, how in credit_season(list("AZA"), ["A"])] == ["appointed", "acting", "appointed"]


@given(st.lists(st.sampled_from("ABZY"), min_size=1, max_size=30), st.permutations("AB"))
def test_the_list_decides_only_by_who_is_on_it(ran: list[str], appointed: tuple[str, ...]) -> None:
    """An independent statement of the rule: the last appointed man to have run a game, else the next to."""
    if not set(ran) & set(appointed):
        return
    expected = []
    for i in range(len(ran)):
        before = [man for man in ran[: i + 1] if man in appointed]
        after = [man for man in ran[i:] if man in appointed]
        expected.append(before[-1] if before else after[0])
    assert men(credit_season(ran, list(appointed))) == "".join(expected)


@given(st.lists(st.sampled_from("ABC"), min_size=1, max_size=30))
def test_every_inferred_game_goes_to_its_man_or_to_one_before(ran: list[str]) -> None:
    credits = men(credit_season(ran, None))
    for i, man in enumerate(credits):
        assert man in ran[: i + 1]
    runs = [(man, len(list(games))) for man, games in groupby(ran)]
    assert credits.endswith(runs[-1][0] * runs[-1][1])
