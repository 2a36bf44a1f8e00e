"""Claims stand on the report's own words, whoever reads them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from skipper.press.claim import Claim, Link, Report
from skipper.press.clean import passages
from skipper.press.grounding import GROUNDS, explicit
from skipper.press.numbers import figures, years
from skipper.press.reader import kept
from skipper.press.sentences import sentences

TEXT = (
    "Terry Collins went 85-77 with the Mets in 2010. He managed them for seven seasons. "
    "The club fired him on Monday.\n\nHis twenty-four wins came in '99, his third season."
)
REPORT = Report("piece", TEXT, passages(TEXT), date=date(2017, 10, 2))


def _claim(kind: str, span: str, cited: dict[str, tuple[int, int]] | None = None, **fields: Any) -> Claim:
    start = TEXT.find(span)
    return Claim("piece", kind, fields, start, start + len(span), span, cited=cited or {})


RECORD = "Terry Collins went 85-77 with the Mets in 2010."
HE = "He managed them for seven seasons."
NAMED = {"person": (0, 13), "clubs": (34, 38)}


@pytest.mark.parametrize(
    ("claim", "why", "is_explicit"),
    [
        (_claim("record", RECORD, person="Terry Collins", wins=85, losses=77, seasons=[2010]), None, True),
        (_claim("record", RECORD, person="Terry Collins", clubs=["New York Mets"], wins=85), None, True),
        (_claim("record", RECORD, person="Terry Collins", wins=58), "wins is not in the span", False),
        (_claim("record", RECORD, person="Art Howe", wins=85), "person is not in the words", False),
        (_claim("record", RECORD, person="Terry Collins", seasons=[2011]), "seasons is not in the words", False),
        (_claim("record", "Terry Collins won 85", wins=85), "the span is not in the text", False),
        (
            _claim("tally", HE, what="seasons_managed", value=7, person="Terry Collins"),
            "person is not in the words",
            False,
        ),
        (_claim("record", "85-77", NAMED, person="Terry Collins", wins=85, losses=77), None, True),
        (_claim("tally", HE, NAMED, value=7, person="Terry Collins", clubs=["New York Mets"]), None, False),
        (_claim("departure", "The club fired him on Monday.", date_of_act="2017-10-02"), None, False),
        (
            _claim("departure", "The club fired him on Monday.", date_of_act="2012"),
            "date_of_act is not in the words",
            False,
        ),
        (_claim("record", f"{RECORD} {HE}", person="Terry Collins", wins=85), None, False),
        (_claim("record", "His twenty-four wins came in '99", wins=24, seasons=[1999]), None, True),
        (
            _claim("departure", "The club fired him on Monday.", after_days=[4, 4]),
            "after_days is not in the span",
            False,
        ),
    ],
)
def test_a_claim_stands_on_the_words_of_its_report(claim: Claim, why: str | None, is_explicit: bool) -> None:
    assert dict(kept([claim], REPORT, GROUNDS).dropped) == ({why: 1} if why else {})
    assert (why is None and explicit(claim, REPORT)) is is_explicit


def test_a_linked_club_stands_by_the_words_that_it_was_linked_by() -> None:
    text = "He won 85 games with the Amazins."
    report = Report("piece", text, passages(text))
    bare = Claim("piece", "record", {"clubs": ["New York Mets"], "wins": 85}, 0, len(text), text)
    by_link = Claim(**{**vars(bare), "links": (Link("clubs", "Amazins", "New York Mets"),)})
    assert kept([bare], report, GROUNDS).claims == ()
    assert kept([by_link], report, GROUNDS).claims == (by_link,)


def test_numbers_are_read_in_digits_and_words() -> None:
    assert {3731, 24, 3, 12, 77} <= figures("3,731 wins, twenty-four of them in his third season, a dozen at 85-77")
    assert list(years("from 1951 to 1953, 1998-02 and '05")) == [1951, 1952, 1953, *range(1998, 2003), 1805, 1905, 2005]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("He died at home in New Castle, Pa. He was 82.", ["He died at home in New Castle, Pa.", "He was 82."]),
        ("He died in Pa. Ruth's town.", ["He died in Pa. Ruth's town."]),
    ],
)
def test_a_pronoun_begins_a_sentence_behind_an_abbreviation(text: str, parts: list[str]) -> None:
    report = Report("a.txt", text, passages(text))
    assert [text[start:end] for start, end in sentences(report)] == parts
