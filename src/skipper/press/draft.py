"""A draft with its claims marked in place, for the terminal and for a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import re2

from skipper.answers.answer import Row
from skipper.press.answer import Judged, claim_row
from skipper.press.reconcile import ORDER
from skipper.press.reconcile.verdict import Word

# Where a paragraph ends: at blank lines, and before a heading or an item of a list.
_BREAK = re2.compile(r"\n[ \t]*\n\s*|\n[ \t]*(?:[-*+•]|#+|\d{1,2}[.)]) ")


@dataclass(frozen=True)
class Piece:
    """A stretch of the draft: its words, the first verdict in ORDER of the claims there (null: no claim), and the
    numbers of the claims that end with it."""

    text: str
    word: str | None
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Draft:
    """A draft's paragraphs, and its claims by their numbers: `rows[0]` is number 1. The numbers follow the text."""

    paragraphs: tuple[tuple[Piece, ...], ...]
    rows: tuple[Row, ...]


def marked(judged: Judged) -> Draft:
    """Return the one report of `judged` with its claims marked. Raises ValueError for several reports, or none."""
    [report] = judged.reports
    pairs = sorted(zip(judged.claims, judged.verdicts, strict=True), key=lambda pair: (pair[0].start, pair[0].end))
    places = [(claim.start, claim.end, verdict.verdict) for claim, verdict in pairs]
    begins = {_begin(found) for found in _BREAK.finditer(report.text)}
    starting, ending = defaultdict(list), defaultdict(list)
    for number, (start, end, word) in enumerate(places, 1):
        starting[start].append((end, word))
        ending[end].append(number)
    paragraphs: list[list[Piece]] = [[]]
    here: list[tuple[int, Word]] = []  # where each claim ends that the stretch is of, and its verdict
    for first, last in pairwise(sorted({0, len(report.text), *begins, *starting, *ending})):
        here = [(end, word) for end, word in here if end > first] + starting[first]
        if first in begins:
            paragraphs.append([])
        worst = min((word for _end, word in here), key=ORDER.index) if here else None
        paragraphs[-1].append(Piece(report.text[first:last], worst, tuple(ending[last])))
    rows = tuple({**claim_row(claim, verdict), "number": number} for number, (claim, verdict) in enumerate(pairs, 1))
    stated = (each for each in paragraphs if any(one.text.strip() or one.numbers for one in each))
    return Draft(tuple(map(tuple, stated)), rows)


def _begin(found: re2._Match[str]) -> int:
    """Return where the paragraph begins: behind blank lines, or at the mark of a heading or an item."""
    return found.end() if found.group().isspace() else found.start() + 1


def first_wrong(rows: Sequence[Row]) -> list[Row]:
    """Return the claims in the order of their verdicts, those that hold or cannot be stated last."""
    return sorted(rows, key=lambda row: (ORDER.index(row["verdict"]), row["number"]))
