"""The frames of events: sentences of our own in many forms, each with all that it says and nothing more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from press_cut import assert_may_break_off
from press_quality import score, small_vocabulary
from skipper.press.claim import Passage, Report
from skipper.press.extract import claims_of
from skipper.press.vocabulary import Vocabulary

GIVEN: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("press_frames.yaml").read_text(encoding="utf-8"))
SENTENCES = [*GIVEN["frames"], *GIVEN["nothing"]]


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    """Everybody whom the sentences name is a manager, so that only the words can tell."""
    return small_vocabulary({"frames": GIVEN["frames"]}, GIVEN["people"])


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.get("say", one.get("text", ""))[:60])
def test_a_sentence_says_this_and_no_more(sentence: dict[str, Any], words: Vocabulary) -> None:
    assert score([sentence], words).wrong == []


@pytest.mark.parametrize("text", [one.get("text") or one["say"] for one in SENTENCES], ids=lambda text: text[:60])
def test_a_text_may_break_off_after_any_word(text: str, words: Vocabulary) -> None:
    assert_may_break_off(text, words)


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("Tom Kelly was manager. There was Texas, which", "stint"),
        ("Tom Kelly was fired by the Twins the last week of", "departure"),
    ],
)
def test_a_text_may_break_off_within_a_phrase(text: str, type_: str, words: Vocabulary) -> None:
    [claim] = claims_of(Report("a.txt", text, (Passage(0, len(text), "body"),)), words)
    assert (claim.type, claim.fields["person"]) == (type_, "Tom Kelly")
    assert text[claim.start : claim.end] == claim.span
