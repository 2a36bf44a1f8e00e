"""Records, titles, tallies, use and discipline in the forms in which papers tell them most: all they say, no more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from press_cut import assert_may_break_off
from press_quality import score, small_vocabulary
from skipper.press.claim import Passage, Report
from skipper.press.extract import claims_of
from skipper.press.markdown import unseen
from skipper.press.vocabulary import Term, Vocabulary

GIVEN: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("press_told.yaml").read_text(encoding="utf-8"))
SENTENCES = [*GIVEN["told"], *GIVEN["nothing"]]


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    """Everybody whom the sentences name is a manager, so that only the words can tell."""
    return small_vocabulary({"told": GIVEN["told"]}, GIVEN["people"])


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one["text"][:60])
def test_a_sentence_says_this_and_no_more(sentence: dict[str, Any], words: Vocabulary) -> None:
    assert score([sentence], words).wrong == []


@pytest.mark.parametrize("text", [one["text"] for one in SENTENCES], ids=lambda text: text[:60])
def test_a_text_may_break_off_after_any_word(text: str, words: Vocabulary) -> None:
    assert_may_break_off(text, words)


@pytest.mark.parametrize(
    ("seasons", "club"), [("1990, 1991 and 1992", None), ("2011, 2012 and 2013", ["Detroit Tigers"])]
)
def test_a_club_of_before_goes_with_no_season_that_the_tables_give_another(
    seasons: str, club: list[str] | None
) -> None:
    text = f"Walt Abbey managed the Tigers. He won division titles in {seasons}."
    words = small_vocabulary({}, ["Walt Abbey"])
    terms = (Term("manager", "PIT", 1986, 1996), Term("manager", "DET", 2006, 2013))
    known = replace(words, people=tuple(replace(one, terms=terms) for one in words.people))
    claims = claims_of(Report("a.txt", text, (Passage(0, len(text), "body"),)), known)
    assert [one.fields.get("clubs") for one in claims if one.type == "tally"] == [club]


def test_a_span_is_the_drafts_own_characters(words: Vocabulary) -> None:
    text = "Nobody forgets **Ralph Houk**, who won *two* World Series with the [Yankees](http://example.org)."
    [claim] = claims_of(Report("a.md", text, (Passage(0, len(text), "body"),)), words)
    assert claim.fields["clubs"] == ["New York Yankees"]
    assert claim.span == text[claim.start : claim.end] == "won *two* World Series with the [Yankees"


@pytest.mark.parametrize(
    ("draft", "seen"),
    [
        ("**Bold** and *slanted* and __both__", "Bold and slanted and both"),
        ("see [the Reds](http://example.org/a_(b)) and [the Cubs][1]", "see the Reds and the Cubs"),
        ("![a picture](http://example.org/x.png) of it", "a picture of it"),
        ("## A heading\n> said so", "A heading\nsaid so"),
        ("the **1961 *Yankees***", "the 1961 Yankees"),
        ("a note* and another*, 5*6, snake_case_name", "a note* and another*, 5*6, snake_case_name"),
        ("* a bullet\n* another", "* a bullet\n* another"),
        ("he was 4-1 [sic] (really)", "he was 4-1 [sic] (really)"),
    ],
)
def test_what_a_reader_sees_of_markdown(draft: str, seen: str) -> None:
    marks = unseen(draft)
    assert "".join(letter for n, letter in enumerate(draft) if n not in marks) == seen


def test_marks_without_end_take_no_time() -> None:
    assert len(unseen("[" * 20_000 + "*a" * 20_000 + "_b " * 20_000)) <= 100_000
