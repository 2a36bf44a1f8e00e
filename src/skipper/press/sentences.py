"""Sentences of a report: where each begins and ends, and its tokens by blank English (spaCy), read once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import re2

from skipper.press.claim import Report
from skipper.press.markdown import unseen
from skipper.press.text import plain

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span

# Of a token: its first character, its length, and whether a space follows.
_PLACES: list[int | str] = ["IDX", "LENGTH", "SPACY"]
AT, WORDS = "at", "words"  # a document's `user_data`: where each token begins in its passage, and its text
_STOPS = frozenset([".", "!", "?", "...", "…"])
_CLOSING = frozenset(['"', "'", ")", "]", "''"])
_ENDING = _CLOSING | _STOPS
_OPENING = frozenset('"([')
# Not ends of sentences, though blank English parts their full stop; before a capital.
_ABBREVIATIONS = frozenset(
    ["no", "nos", "vs", "ft", "mt", "jan", "feb", "mar", "apr", "aug", "sept", "oct", "nov", "dec"]
)


# A sentence begins with these, also behind an abbreviation that tokens keep whole: in New Castle, Pa. He was 82.
_BEGINNING = frozenset(["He", "She", "His", "Her", "They", "Their"])
_RUN = re2.compile(r"\S{100,}")
_COMPOUND = re.compile(r"(?<=[^\W\d_])-(?=\w)|(?<=\w)-(?=[^\W\d_])")  # RE2 looks neither ahead nor behind


@cache
def language() -> Language:
    """Blank English: a tokenizer and a vocabulary, no model."""
    import spacy  # a quarter of a worker's memory, and those who only sign or judge have no use for it

    return spacy.blank("en")


@lru_cache(maxsize=4)
def sentences(report: Report) -> tuple[tuple[int, int], ...]:
    """Return where the sentences and headings of a report begin and end, in characters of its text, in order."""
    return tuple((start, start + end_of(span)) for start, span in spans(report))


def end_of(span: Span) -> int:
    """Return how many characters of the text a sentence takes."""
    at = span.doc.user_data[AT]
    return int(at[span.end - 1] + len(span.doc.user_data[WORDS][span.end - 1]) - at[span.start])


def _without_spaces(doc: Doc, text: str) -> Doc:
    """Return the tokens of a text without those of runs of spaces, which would part a name that a line's end breaks."""
    from spacy.tokens import Doc as Tokens

    # To ask each token for its text takes as long as to make the tokens.
    found = [(at, text[at : at + length], space) for at, length, space in doc.to_array(_PLACES).tolist()]
    if any(word.isspace() for _, word, _ in found):
        found = [one for one in found if not one[1].isspace()]
        parted = Tokens(doc.vocab, words=[word for _, word, _ in found], spaces=[bool(space) for *_, space in found])
    else:
        parted = doc
    at, words = [place for place, *_ in found], [word for _, word, _ in found]
    parted.user_data.update({AT: at, WORDS: words})
    return parted


@lru_cache(maxsize=4)
def spans(report: Report) -> tuple[tuple[int, Span], ...]:
    """Return the sentences as tokens, each with where its first character stands in the report's text."""
    found = []
    text = _read_as(report.text)
    for passage in report.passages:
        own = text[passage.start : passage.end]
        doc = _without_spaces(language().tokenizer(own), own)
        for first, last in _ends(doc):
            if first < last:
                found.append((passage.start + doc.user_data[AT][first], doc[first:last]))
    return tuple(found)


def _read_as(text: str) -> str:
    """Return the text as tokens are made of it, as many characters as before.

    The hyphen of third-base and 35-year-old is a space: a compound is the same phrase with it and without. Runs of a
    hundred characters without a space are no words, and marks of Markdown are not seen.
    """
    return _COMPOUND.sub(" ", text_to_parse(text))


@lru_cache(maxsize=4)
def text_to_parse(text: str) -> str:
    """Return the text on one line, with one kind of each mark and without Markdown; as many characters as before."""
    flat = plain(text)
    marks = unseen(flat)
    flat = "".join(" " if place in marks else one for place, one in enumerate(flat)) if marks else flat
    flat = flat.replace("\n", " ")
    return _RUN.sub(lambda run: " " * len(run.group()), flat)


def tokens(phrase: str) -> Doc:
    """Return a name or phrase as tokens, cut as the text's are."""
    return language().tokenizer(_read_as(phrase))


def _ends(doc: Doc) -> Iterator[tuple[int, int]]:
    first, place, words = 0, 0, doc.user_data[WORDS]
    for last, stop in enumerate(words):
        if last < place or (stop not in _STOPS and not (stop[-1] == "." and _begins(words, last + 1))):
            continue
        place = last + 1
        while place < len(words) and not doc[place - 1].whitespace_ and words[place] in _ENDING:
            place += 1
        following = words[place] if place < len(words) else ""
        if stop == "." and words[place - 2].lower() in _ABBREVIATIONS:
            continue
        if not following or following[0].isupper() or following[0] in _OPENING or stop == "?":
            yield first, place
            first = place
    if first < len(words):
        yield first, len(words)


def _begins(words: list[str], place: int) -> bool:
    """Return whether a word with which a sentence begins stands there."""
    return place < len(words) and words[place] in _BEGINNING
