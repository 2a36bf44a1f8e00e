"""A text cut after each of its words: what is told so far must still be read without fault."""

from __future__ import annotations

from skipper.press.claim import Passage, Report
from skipper.press.extract import claims_of
from skipper.press.vocabulary import Vocabulary


def assert_may_break_off(text: str, words: Vocabulary) -> None:
    """That the claims of each beginning of the text are said by characters of it."""
    spoken = text.split()
    for count in range(1, len(spoken)):
        cut = " ".join(spoken[:count])
        claims = claims_of(Report("a.txt", cut, (Passage(0, len(cut), "body"),)), words)
        assert all(0 <= claim.start < claim.end <= len(cut) for claim in claims)
