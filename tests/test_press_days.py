"""The day of an act that the words name by the piece's own date."""

from __future__ import annotations

from datetime import date

import pytest

from press_quality import small_vocabulary
from skipper.press.claim import Report
from skipper.press.clean import passages
from skipper.press.extract import claims_of
from skipper.press.vocabulary import Vocabulary

MONDAY = date(2013, 10, 21)


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return small_vocabulary({}, ["Walt Abbey"])


def day_of_act(words: Vocabulary, text: str, day: date | None) -> str | None:
    """When the one claim of the text has the act to be; null where it does not say."""
    [claim] = claims_of(Report("a", text, passages(text), date=day), words)
    told = claim.fields.get("date_of_act")
    return None if told is None else str(told)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Walt Abbey stepped down as manager of the Detroit Tigers on Monday.", "2013-10-21"),
        ("The Tigers fired manager Walt Abbey yesterday.", "2013-10-20"),
        ("The Tigers today dismissed manager Walt Abbey.", "2013-10-21"),
        ("The Cubs named Walt Abbey manager Tuesday night.", "2013-10-15"),
        ("On Sunday the Cubs fired manager Walt Abbey after the 2013 season.", "2013-10-20"),
        ("The Cubs on Sunday night fired manager Walt Abbey.", "2013-10-20"),
        ("The Cubs fired manager Walt Abbey on June 3, 2013, a Monday.", "2013-06-03"),
    ],
)
def test_a_weekday_is_the_last_one_of_that_name(words: Vocabulary, text: str, expected: str) -> None:
    assert day_of_act(words, text, MONDAY) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The Mets fired manager Walt Abbey on a Monday.",
        "The Mets fired manager Walt Abbey after Sunday's loss.",
        "The Mets hired Walt Abbey as manager, and the season had not begun.",
        "The Mets are expected to fire manager Walt Abbey on Thursday.",
        "The Mets fired manager Walt Abbey and play the Cubs on Friday.",
        "The Mets, who open on Friday, hired manager Walt Abbey.",
        "The Mets fired manager Walt Abbey the following Thursday.",
    ],
)
def test_any_such_day_and_another_s_is_none(words: Vocabulary, text: str) -> None:
    assert day_of_act(words, text, MONDAY) is None


def test_without_the_piece_s_date_no_day_is_known(words: Vocabulary) -> None:
    assert day_of_act(words, "The Tigers fired manager Walt Abbey on Friday.", None) is None
