"""A draft with its claims marked in place, for the terminal and for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from skipper.answers.answer import Row
from skipper.press.answer import Judged, claim_row
from skipper.press.reconcile import ORDER


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
    pieces: list[list[Piece]] = [[]]
    cuts = sorted({0, len(report.text), *(place for start, end, _word in places for place in (start, end))})
    for first, last in pairwise(cuts):
        words = [word for start, end, word in places if start <= first and last <= end]
        word = min(words, key=ORDER.index, default=None)
        numbers = tuple(number for number, (_start, end, _word) in enumerate(places, 1) if end == last)
        *whole, rest = report.text[first:last].split("\n\n")
        for part in whole:
            pieces[-1].append(Piece(part, word, ()))
            pieces.append([])
        pieces[-1].append(Piece(rest, word, numbers))
    kept = (tuple(one for one in each if one.text.strip() or one.numbers) for each in pieces)
    rows = tuple({**claim_row(claim, verdict), "number": number} for number, (claim, verdict) in enumerate(pairs, 1))
    return Draft(tuple(each for each in kept if each), rows)


def first_wrong(rows: Sequence[Row]) -> list[Row]:
    """The claims in the order of their verdicts, those that hold or cannot be told last."""
    return sorted(rows, key=lambda row: (ORDER.index(row["verdict"]), row["number"]))
