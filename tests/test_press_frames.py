"""Each frame's example makes the claim that it gives, and its counter-example none of that type.

The pipeline is the one of the extra `press`, which `make setup` installs, unless SKIPPER_SPACY names another.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from skipper.press import hand_kept
from skipper.press.claim import Claim, Passage, Report
from skipper.press.frames.frame import Frame, frames
from skipper.press.frames.reader import FrameReader
from skipper.press.vocabulary import Person

NAMES = (
    "Joe Torre",
    "Yogi Berra",
    "Dick Howser",
    "Derek Jeter",
    "Casey Stengel",
    "Phil Rizzuto",
    "Gene Woodling",
    "Bucky Harris",
    "Bill Klem",
    "Mickey Mantle",
)


@cache
def reader() -> FrameReader:
    people = tuple(Person(name, name, name.split()[1], None, None, (1900, 2025)) for name in NAMES)
    return FrameReader(replace(hand_kept.vocabulary(), people=people))


def read(text: str) -> tuple[Claim, ...]:
    return reader().read(Report("a.txt", text, (Passage(0, len(text), "body"),))).claims


NAMED = [pytest.param(frame, id=frame.name) for frame in frames()]


@pytest.mark.parametrize("frame", NAMED)
def test_the_example_makes_the_claim(frame: Frame) -> None:
    found = [dict(claim.fields) for claim in read(frame.example) if claim.type == frame.claim]
    assert dict(frame.gives) in [{name: one[name] for name in one if name != "level_resolved"} for one in found]


@pytest.mark.parametrize("frame", NAMED)
def test_the_counter_example_makes_no_such_claim(frame: Frame) -> None:
    assert [claim for claim in read(frame.counter) if claim.type == frame.claim] == []


@pytest.mark.parametrize("frame", NAMED)
def test_the_examples_name_a_club_so_that_the_reader_takes_them_for_baseball(frame: Frame) -> None:
    assert "Yankees" in frame.example
    assert "Yankees" in frame.counter


def test_an_age_in_a_sentence_with_another_time_is_not_explicit() -> None:
    told = "Joe Torre, hired at 41 by the Yankees in October 1983, was 68 when the Yankees called."
    ages = [claim for claim in read(told) if claim.fields.get("years") == 68]
    assert [claim.explicit for claim in ages] == [False]


def test_an_age_has_the_words_that_say_when() -> None:
    told = "Joe Torre was 58 years old when he managed the Yankees for the first time in 1998."
    (age,) = [claim for claim in read(told) if claim.type == "age"]
    assert age.span == told.removesuffix(".")
    assert age.explicit


def test_a_record_without_its_club_is_not_explicit() -> None:
    (own,) = [claim for claim in read("Joe Torre went 114-48 with the Yankees in 1998.") if claim.type == "record"]
    assert own.explicit
    told = read("Joe Torre manages the Yankees. Joe Torre went 114-48 in 1998.")
    (inherited,) = [claim for claim in told if claim.type == "record"]
    assert inherited.fields["clubs"] == ["New York Yankees"]
    assert not inherited.explicit


def test_a_clause_that_only_dates_another_makes_no_claim() -> None:
    told = read("Joe Torre manages the Yankees. Yogi Berra laughed after he was fired.")
    assert [claim for claim in told if claim.type == "departure"] == []


CONSTRUCTIONS = [
    pytest.param(
        "In 2002 Joe Torre piloted the (Double-A White Sox) Birmingham Barons, as baseball knows.",
        "stint",
        [{"club": "Birmingham Barons", "organization": "Chicago White Sox", "level_stated": "Double-A"}],
        id="level and organization in brackets",
    ),
    pytest.param(
        "The Yankees met the Lancaster Jethawks, for whom Joe Torre won Manager of the Year honors in 2004.",
        "award",
        [{"club": "Lancaster Jethawks", "seasons": [2004]}],
        id="a name with another capital",
    ),
    pytest.param(
        "Joe Torre went to the Yankees, where he won Manager of the Year honors in 1998.",
        "award",
        [{"club": "New York Yankees", "seasons": [1998]}],
        id="a relative adverb",
    ),
    pytest.param(
        "Derek Jeter, a popular member of the world champion 1998 Yankees, will not return next season.",
        "title",
        [{"club": "New York Yankees", "seasons": [1998]}],
        id="a club with its season in apposition",
    ),
    pytest.param(
        "Casey Stengel had spent the last seven years in the Yankees' minor-league system, the last five as a coach.",
        "tally",
        [{"what": "seasons_with_organization", "value": 7}],
        id="an elliptical clause",
    ),
    pytest.param(
        "Before the 1985 season, Yogi Berra was hired to manage the Yankees, but he was fired less than a week later.",
        "departure",
        [{"club": "New York Yankees", "after_days": [0, 6]}],
        id="less than a week",
    ),
    pytest.param(
        "Casey Stengel managed the Yankees and the Mets. His 1955 Yankees and 1962 Mets made it to the postseason.",
        "tally",
        [{"clubs": ["New York Yankees"], "seasons": [1955]}, {"clubs": ["New York Mets"], "seasons": [1962]}],
        id="clubs each with its season",
    ),
]


@pytest.mark.parametrize(("text", "kind", "expected"), CONSTRUCTIONS)
def test_a_construction_is_read(text: str, kind: str, expected: list[dict[str, Any]]) -> None:
    found = [claim.fields for claim in read(text) if claim.type == kind]
    assert [{name: one.get(name) for name in each} for one, each in zip(found, expected, strict=True)] == expected
