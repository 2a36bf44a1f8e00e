"""Which of the seasons told before the words mean: for the first of those, in the last of them."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.numbers import ORDINAL_WORDS
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Unit
from skipper.press.extract.when import NEVER, When, whens

_THOSE = frozenset(["those", "them", "these"])
_LAST = {"last": -1, "latter": -1, "former": 0}
_WHAT_IS_COUNTED = frozenset(["years", "seasons", "summers", ".", ",", ";", ")"])


def one_of_those(piece: Piece, clause: Clause, unit: Unit) -> When:
    """The season that `the first of those` behind the unit means; NEVER where the words are others or few are told."""
    place = _place_in_list(clause, unit)
    if place is None:
        return NEVER
    seasons = next((found for part in clause.earlier() if (found := listed_in(piece, part))), ())
    seasons = seasons or (piece.listed if piece.listed_passage == piece.passage else ())
    return When((), (seasons[place],), whole=True) if place < len(seasons) else NEVER


def _place_in_list(clause: Clause, unit: Unit) -> int | None:
    words = [one.low for one in clause.units[unit.place - clause.first + 1 :]]
    for n, word in enumerate(words[1:-1], 1):
        place = _LAST.get(word, ORDINAL_WORDS.get(word, 0) - 1)
        known = word in _LAST or word in ORDINAL_WORDS
        if known and words[n - 1] == "the" and words[n + 1] == "of" and _THOSE & set(words[n + 2 : n + 3]):
            return place if not words[n + 3 :] or words[n + 3] in _WHAT_IS_COUNTED else None
    return None


def listed_in(piece: Piece, clause: Clause) -> tuple[int, ...]:
    """The seasons that a clause lists; none where it names fewer than two."""
    years = {year for time in whens(clause, piece.report.date, piece.season) for year in time.seasons}
    return tuple(sorted(years)) if len(years) > 1 else ()
