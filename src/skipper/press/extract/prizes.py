"""Titles won again: won it in 1987, the second of two that he was taken to."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.awarded import award_told_last
from skipper.press.extract.clauses import Clause
from skipper.press.extract.cups import BEATEN, Trophy
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Unit


def won_again(piece: Piece, clause: Clause) -> Iterator[Trophy]:
    """Won it in 1987, won again in 1908: the title told last."""
    for verb in clause.units if piece.prize is not None and not award_told_last(piece) else ():
        again = clause.words_after(verb, 1) in (["it"], ["again"]) and clause.kinds("year")
        if verb.low == "won" and (again or _more_of_them(clause, verb)):
            yield Trophy(verb, piece.prize, since=verb.place)


def _more_of_them(clause: Clause, verb: Unit) -> bool:
    """Won two straight with Mazatlan, in 2005 and 2006; won a third Cup with Columbus in 1981: more of that title."""
    behind = clause.units[verb.place - clause.first + 1 :][:4]
    words = [one.low for one in behind]
    years = clause.kinds("year")
    if behind and behind[0].kind == "number" and words[1:2] in (["straight"], ["more"], ["consecutive"]):
        return words[2:3] in (["with"], ["at"], ["in"], ["there"]) and len(years) == behind[0].value
    another = words[:1] == ["another"] or (words[:1] == ["a"] and len(behind) > 1 and behind[1].kind == "ordinal")
    rest = words[1 if words[:1] == ["another"] else 2 :]
    return another and rest[:1] in (["cup"], ["one"], ["with"], ["in"], ["at"]) and len(years) == 1


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
