"""Marks of Markdown in a draft: what a reader does not see of emphasis, links, headings and quotations."""

from __future__ import annotations

from collections.abc import Iterator

import re2

_LINK = re2.compile(r"!?\[([^\[\]\n]+)\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|\[[^\[\]\n]*\])")
_HEADS = re2.compile(r"(?m)^ {0,3}(?:#+|>) +")
# What opens emphasis stands before a word and behind none, what closes it the other way about.
_EMPHASIS = tuple(
    (re2.compile(rf"(?:^|[^\w{mark}])({mark}+)[^\s{mark}]"), re2.compile(rf"[^\s{mark}]({mark}+)(?:$|[^\w{mark}])"))
    for mark in (r"\*", "_")
)


def unseen(text: str) -> frozenset[int]:
    """Return the places of the characters that are marks: **X**, *seven*, [Yankees](address), a heading's, a
    quotation's."""
    if not any(mark in text for mark in "*_[#>"):
        return frozenset()
    places = {n for found in _HEADS.finditer(text) for n in range(*found.span())}
    for found in _LINK.finditer(text):
        (first, last), (begin, end) = found.span(), found.span(1)
        places |= {*range(first, begin), *range(end, last)}
    start = 0
    for line in text.split("\n"):
        places |= {start + n for n in _emphasis(line)}
        start += len(line) + 1
    return frozenset(places)


def _emphasis(line: str) -> Iterator[int]:
    """Yield the stars and underscores of a line where something is opened and closed."""
    for opens, closes in _EMPHASIS:
        begun = [found.span(1) for found in opens.finditer(line)]
        ended = [found.span(1) for found in closes.finditer(line)]
        if begun and ended and begun[0][0] < ended[-1][0]:
            for span in (*begun, *ended):
                yield from range(*span)
