"""Sentences with figures or names in which no claim was read, and figures that no claim of their sentence has."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from skipper.press.claim import Claim, Passage, Report
from skipper.press.familiar import key
from skipper.press.numbers import figures, number
from skipper.press.sentences import AT, end_of, spans
from skipper.press.vocabulary import Vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Span

_LIST_MARKS = "-*+•#> \t"  # what a line of a list or a heading begins with


@dataclass(frozen=True)
class Unread:
    """A sentence, `report.text[start:end]`, of which nothing or only a part was read.

    `text` is the sentence on one line, `has` what was not read (figures, names or both), `figures` the figures that no
    claim has, as written. `part` is true where a claim was read in the sentence.
    """

    start: int
    end: int
    text: str
    has: tuple[str, ...]
    figures: tuple[str, ...] = ()
    part: bool = False


def unread_of(report: Report, claims: Iterable[Claim], vocabulary: Vocabulary) -> list[Unread]:
    """Return the sentences with figures, or with names of the vocabulary, that no claim's span touches, and those with
    a claim and a figure that is in no field of the claims of that sentence.

    A surname alone is the name of a person whom the report names in full.
    """
    own = sorted((one for one in claims if one.report == report.name), key=lambda one: (one.start, one.end))
    taken = [(claim.start, claim.end) for claim in own]
    begins, reached = [first for first, _ in taken], list(accumulate((last for _, last in taken), max))
    nicknames = frozenset(club.nickname for club in vocabulary.clubs if club.is_major and club.nickname)
    every = spans(report if report.passages else replace(report, passages=(Passage(0, len(report.text), "body"),)))
    names = nicknames | {last for _start, sentence in every for last in _people(sentence, vocabulary)}
    found = []
    for start, sentence in every:
        end = start + end_of(sentence)
        before = bisect_left(begins, end)  # claims that begin before the sentence ends
        part = bool(before and reached[before - 1] > start)
        within = [claim for claim in own[:before] if claim.end > start] if part else []
        left = tuple(_figures_left(sentence, start, within))
        figures_left = ("figures",) if left else ()
        has = figures_left if part else (figures_left or _figures(sentence)) + _names(sentence, names)
        if has:
            text = " ".join(report.text[start:end].lstrip(_LIST_MARKS).split())
            found.append(Unread(start, end, text, has, left, part))
    return found


def _figures_left(sentence: Span, start: int, claims: Collection[Claim]) -> Iterator[str]:
    """Yield the whole numbers in digits that no claim has both in a field and in its words or those that it cites; of a
    year its last two digits count too. `start` is where the sentence stands in the report."""
    at = sentence.doc.user_data[AT]
    for token in sentence:
        words = token.text.strip("'")
        if words[:1].isdigit() and (value := number(words)) is not None:
            place = start + at[token.i] - at[sentence.start]
            if not any(_has(claim, value, place) for claim in claims):
                yield words


def _has(claim: Claim, value: int, place: int) -> bool:
    stated = {one for field in claim.fields.values() for one in _values(field)}
    within = ((claim.start, claim.end), *claim.cited.values())
    return (value in stated or value in {one % 100 for one in stated if one > 999}) and any(
        begin <= place < end for begin, end in within
    )


def _values(field: Any) -> Iterator[int]:
    """Yield the numbers of a field: a figure, a year, the parts of a date, or those in a name (the Las Vegas 51s)."""
    if isinstance(field, (list, tuple)):
        for one in field:
            yield from _values(one)
    elif field is not None:
        yield from figures(str(field))


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
