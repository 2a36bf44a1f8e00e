"""Whether a claim takes up all that its clause says: its names, times, levels and figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from skipper.press.claim import FIELDS
from skipper.press.frames.fields import Reading
from skipper.press.frames.words import words_of
from skipper.press.reading.told import Part

if TYPE_CHECKING:
    from spacy.tokens import Token

_FILLS = {
    "{person}": ("person", "player", "manager", "by"),
    "{person's}": ("person", "player", "manager", "by"),
    "{club}": ("club", "clubs", "organization", "organizations"),
    "{club's}": ("club", "clubs", "organization", "organizations"),
    "{organization}": ("organization", "organizations"),
    "{league}": ("league", "by"),
    "{level}": ("level_stated", "level"),
    "{record}": ("wins",),
}


def is_whole(reading: Reading, parts: Iterable[Part]) -> bool:
    """Return whether no name, level, record or word of time in the clause is left that a field of the claim could hold."""
    places = [part.place for part in parts]
    return not any(_is_left(reading, token, places) for token in _words(reading))


def _words(reading: Reading) -> Iterator[Token]:
    clause = reading.clause
    yield from clause.territory
    if clause.nominal and clause.head.dep_ in ("attr", "oprd") and clause.governor is not None:
        yield from clause.governor.territory
    if clause.purpose is not None:
        yield from clause.purpose.territory


def _is_left(reading: Reading, token: Token, places: list[tuple[int, int]]) -> bool:
    tree = reading.clause.tree
    start, end = tree.place(token)
    if any(first <= start < last or start <= first < end for first, last in places):
        return False
    key = tree.key(token)
    fields = FIELDS[reading.frame.claim]
    if key in _FILLS:
        return any(field in fields for field in _FILLS[key])
    dated = reading.frame.time is not None
    return dated and (key == "{time}" or token.lemma_.lower() in words_of("time"))
