"""Sentences with figures or names in which no claim was read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from skipper.press.claim import Claim, Passage, Report
from skipper.press.nicknames import key
from skipper.press.sentences import end_of, spans
from skipper.press.vocabulary import Vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Span

_LIST_MARKS = "-*+•#> \t"  # what a line of a list or a heading begins with


@dataclass(frozen=True)
class Unread:
    """A sentence, `report.text[start:end]`, in which no claim was read.

    `text` is the sentence on one line, `has` what it has: figures, names or both.
    """

    start: int
    end: int
    text: str
    has: tuple[str, ...]


def unread_of(report: Report, claims: Iterable[Claim], vocabulary: Vocabulary) -> list[Unread]:
    """Return the sentences with figures, or with names of the vocabulary, that no claim's span touches.

    A surname alone is the name of a person whom the report names in full.
    """
    own = sorted((one.start, one.end) for one in claims if one.report == report.name)
    begins, reached = [first for first, _ in own], list(accumulate((last for _, last in own), max))
    nicknames = frozenset(club.nickname for club in vocabulary.clubs if club.is_major and club.nickname)
    every = spans(report if report.passages else replace(report, passages=(Passage(0, len(report.text), "body"),)))
    names = nicknames | {last for _start, sentence in every for last in _people(sentence, vocabulary)}
    found = []
    for start, sentence in every:
        end = start + end_of(sentence)
        before = bisect_left(begins, end)  # claims that begin before the sentence ends
        has = () if before and reached[before - 1] > start else _figures(sentence) + _names(sentence, names)
        if has:
            text = " ".join(report.text[start:end].lstrip(_LIST_MARKS).split())
            found.append(Unread(start, end, text, has))
    return found


def _figures(sentence: Span) -> tuple[str, ...]:
    return ("figures",) if any(token.like_num or any(c.isdigit() for c in token.text) for token in sentence) else ()


def _people(sentence: Span, vocabulary: Vocabulary) -> list[str]:
    """Return the surnames of the people whom two words that follow one another name."""
    return [
        other.text
        for one, other in pairwise(sentence)
        if one.text[:1].isupper()
        and other.text[:1].isupper()
        and key(f"{one.text} {other.text}") in vocabulary.people_by_name
    ]


def _names(sentence: Span, names: Collection[str]) -> tuple[str, ...]:
    """Names, where one or two words are a person's surname or a major-league club's nickname."""
    words = [token.text for token in sentence]
    stated = (*words, *(f"{one} {other}" for one, other in pairwise(words)))
    return ("names",) if any(word in names for word in stated) else ()
