"""A report as numbered sentences, in parts of one request each, and where the words that an answer quotes stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

import re2

from skipper.press.claim import Report
from skipper.press.sentences import sentences
from skipper.press.text import plain

PART = 6_000  # characters of the sentences of one request: a newspaper piece is one or two


@cache
def instructions() -> str:
    """Return what a model is spoken of the claim types and of its task."""
    return resources.files("skipper.press.model").joinpath("instructions.md").read_text("utf-8")


def parts(report: Report) -> Iterator[range]:
    """Yield the numbers, from 1, of the sentences of each part of a report; every sentence is in one."""
    first, length = 1, 0
    numbered = sentences(report)
    for number, (start, end) in enumerate(numbered, 1):
        if length and length + end - start > PART:
            yield range(first, number)
            first, length = number, 0
        length += end - start
    if numbered:
        yield range(first, len(numbered) + 1)


def messages(report: Report, part: Sequence[int]) -> list[dict[str, str]]:
    """Return one request: the instructions, and as data the title, the date and the sentences of a part."""
    spans = sentences(report)
    title = " ".join((report.title or "unknown").split())
    day = f"{report.date:%Y-%m-%d, a %A}" if report.date else "unknown"
    stated = [f"[{number}] {' '.join(report.text[slice(*spans[number - 1])].split())}" for number in part]
    document = "\n".join([f"Title: {title}", f"Date: {day}", "", *stated])
    return [{"role": "system", "content": instructions()}, {"role": "user", "content": document}]


def located(report: Report, number: int, quote: str) -> tuple[int, int] | None:
    """Return where a quote stands that begins in the sentence of that number and ends in it or the next; else null.

    Spaces, quotation marks and dashes may be of another kind. A quote that ends within a word or a figure is widened to
    the whole of it, so that no 5 is read out of 85-77.
    """
    spans, words = sentences(report), plain(quote).split()
    if not 1 <= number <= len(spans) or not words:
        return None
    begin, end = spans[number - 1][0], spans[min(number, len(spans) - 1)][1]
    region = plain(report.text[begin:end])
    found = re2.search(r"\s+".join(map(re2.escape, words)), region)
    if found is None or begin + found.start() >= spans[number - 1][1]:
        return None
    first, last = found.span()
    while first > 0 and not region[first - 1].isspace():
        first -= 1
    while last < len(region) and not region[last].isspace():
        last += 1
    return begin + first, begin + last
