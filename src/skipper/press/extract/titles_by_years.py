"""Titles told by their years alone: two rings, in 1981 and 1988; Pennants: 1967 (Boston), 1984 (San Diego)."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.units import Unit

_STILL_OF = frozenset(["there", "was", "were", "is", "are", "has", "have", "had", "with", "got", "gets", "owns", "be"])


def in_a_list(clause: Clause, unit: Unit) -> bool:
    """Pennants: 1967 (Boston), 1972 and 1973 (Oakland); World Series titles, 1987 and 1991: nothing but its years."""
    after = clause.units[unit.place - clause.first + 1 :]
    rest = after[1:] if after and after[0].low in ("titles", "championships", "title", "championship") else after
    opens = len(rest) > 1 and rest[0].text in (":", ",", "(", "—") and rest[1].kind in ("year", "years")
    before = clause.units[: unit.place - clause.first]
    bare = not any(is_finite(one) for one in clause.units) and all(one.kind in _HEADS for one in before)
    return opens and bare and all(one.kind in _HEADS or one.low in _JOINED for one in rest)


_HEADS = frozenset(["punct", "league", "level", "number", "year", "years", "club"])
_JOINED = frozenset(["and", "with", "the", "in", "at", "for"])


def by_its_years(clause: Clause, unit: Unit) -> bool:
    """Two rings, in 1981 and 1988; there was a fourth pennant in 1910; his fifth world championship in 1930."""
    after = clause.units[unit.place - clause.first + 1 :][:5]
    dated = any(one.kind == "year" for one in after) and any(one.low in ("in", "from", "of", "(") for one in after)
    before = [one for one in clause.units if one.place < unit.place]
    counted = any(one.kind in ("number", "ordinal") or one.low in ("a", "another") for one in before[-4:])
    other = [one for one in before if one.has("finite") or (one.kind == "word" and one.low.endswith("ed"))]
    return dated and counted and all(one.low in _STILL_OF for one in other)
