"""Titles won again: won it in 1987, the second of two that he was taken to."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.awarded import award_told_last
from skipper.press.extract.clauses import Clause
from skipper.press.extract.cups import BEATEN, Trophy
from skipper.press.extract.piece import Piece


def won_again(piece: Piece, clause: Clause) -> Iterator[Trophy]:
    """Won it in 1987, won again in 1908: the title told last."""
    for verb in clause.units if piece.prize is not None and not award_told_last(piece) else ():
        if verb.low == "won" and clause.words_after(verb, 1) in (["it"], ["again"]) and clause.kinds("year"):
            yield Trophy(verb, piece.prize, since=verb.place)


def won_one_of_them(piece: Piece, clause: Clause) -> Iterator[Trophy]:
    """Took them to the Series in 2014 and 2015, winning the second over the Mets: one of the years before it."""
    before = clause.previous
    if piece.prize is None or before is None or len(before.kinds("year")) < 2:
        return
    for verb in clause.units:
        after = clause.words_after(verb, 2)
        ends = clause.after(verb, 3)
        bare = ends is not None and (ends.kind == "punct" or ends.low in (*BEATEN, "in", "with", "of", "but", "and"))
        one = after[:1] == ["the"] and after[1:] and after[1] in ("first", "second", "latter", "last", "former")
        if ends is not None and verb.low in ("won", "winning") and one and bare:
            yield Trophy(ends, piece.prize, since=verb.place, of_the_loser=True)
