"""Sentences that have figures or names and in which nothing was read: silence is not approval."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import spacy
from spacy.language import Language
from spacy.tokens import Span

from skipper.press.claim import Claim, Report
from skipper.press.familiar import key
from skipper.press.vocabulary import Vocabulary


@dataclass(frozen=True)
class Unread:
    """A sentence, `report.text[start:end]`, and what it has: figures, names or both."""

    start: int
    end: int
    text: str
    has: tuple[str, ...]


def unread_of(report: Report, claims: Iterable[Claim], vocabulary: Vocabulary) -> list[Unread]:
    """Return the sentences with figures, or with names of the vocabulary, that no claim's span touches.

    A surname alone is the name of somebody whom the report names in full.
    """
    spans = [(claim.start, claim.end) for claim in claims if claim.report == report.name]
    nicknames = frozenset(club.nickname for club in vocabulary.clubs if club.is_major and club.nickname)
    every = list(_sentences(report))
    names = nicknames | {last for _offset, one in every for last in _people(one, vocabulary)}
    found = []
    for offset, sentence in every:
        words = sentence.text.strip()
        start = offset + sentence.start_char + sentence.text.find(words)
        end = start + len(words)
        if any(first < end and start < last for first, last in spans):
            continue
        has = _figures(sentence) + _names(sentence, names)
        if has:
            found.append(Unread(start, end, " ".join(words.split()), has))
    return found


def _sentences(report: Report) -> Iterator[tuple[int, Span]]:
    """The sentences of each passage (of the whole text, where it has none), with the passage's offset."""
    places = [(one.start, one.end) for one in report.passages] or [(0, len(report.text))]
    for start, end in places:
        for sentence in _splitter()(report.text[start:end]).sents:
            yield start, sentence


@cache
def _splitter() -> Language:
    blank = spacy.blank("en")
    blank.add_pipe("sentencizer")
    blank.max_length = 10_000_000
    return blank


def _figures(sentence: Span) -> tuple[str, ...]:
    return ("figures",) if any(token.like_num or any(c.isdigit() for c in token.text) for token in sentence) else ()


def _people(sentence: Span, vocabulary: Vocabulary) -> list[str]:
    """The surnames of the people whom two words that follow one another name."""
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
    told = (*words, *(f"{one} {other}" for one, other in pairwise(words)))
    return ("names",) if any(word in names for word in told) else ()
