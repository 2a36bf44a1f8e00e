"""Records and titles of a season told by its number: his second season with the club."""

from __future__ import annotations

from datetime import date

import pytest

from press_facts import GULLS, claim, dated, one


@pytest.mark.parametrize(
    ("words", "verdict", "ours"),
    [
        ("In his first season as Gulls manager Abbot went 90-64", "supported", "90-64"),
        ("In his 3rd season with the Gulls he finished 70-83", "supported", "70-83-1"),
        ("In his third season with the Gulls he finished 90-64", "contradicted", "70-83-1"),
    ],
)
def test_a_record_is_of_the_season_counted(words: str, verdict: str, ours: str) -> None:
    wins, losses = (int(side) for side in words.split()[-1].split("-"))
    found = one(claim("record", wins=wins, losses=losses, clubs=[GULLS], span=words))
    assert (found.verdict, found.ours) == (verdict, ours)


@pytest.mark.parametrize(
    "words",
    [
        "In his first season back with the Gulls he went 91-64",
        "In his first season with the Gulls he finished fifth, in his second 91-64",
        "In the first season of their park the Gulls went 91-64",
    ],
)
def test_other_seasons_that_have_a_number_are_not_told_by_it(words: str) -> None:
    assert one(claim("record", wins=91, losses=64, clubs=[GULLS], span=words)).verdict == "unverifiable"


def test_a_title_is_of_the_season_counted() -> None:
    third = claim(
        "title", title="World Series", club=GULLS, span="In his third season with the Gulls he won the Series"
    )
    first = claim(
        "title", title="World Series", club=GULLS, span="In his first season with the Gulls he won the Series"
    )
    assert [one(third).verdict, one(first).verdict] == ["supported", "contradicted"]


def test_in_a_dated_piece_the_season_of_its_year_can_be_meant() -> None:
    wrong_number = claim(
        "record", wins=90, losses=64, clubs=[GULLS], span="In his second season with the Gulls Abbot went 90-64"
    )
    assert one(wrong_number).verdict == "contradicted"
    assert one(wrong_number, reports=(dated("a.txt", date(1951, 11, 1)),)).verdict == "supported"


def test_a_club_carried_over_and_a_season_among_those_lacking_count_for_nothing() -> None:
    carried = claim("record", wins=91, losses=64, clubs=[GULLS], span="In his first season he went 91-64")
    fourth = claim(
        "record", wins=91, losses=64, clubs=[GULLS], span="In his fourth season with the Gulls he went 91-64"
    )
    assert [one(carried).verdict, one(fourth).verdict] == ["unverifiable", "unverifiable"]
