"""Questions and answers: who says `I`, where a piece prints what he was asked beside what he said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from skipper.press.extract.units import Entity, Sentence

FEWEST_ANSWERS = 2  # a column asks its reader something, and goes on about itself, once
_I = frozenset(["i", "me", "my", "myself", "we"])


def answers(sentences: Sequence[Sentence]) -> frozenset[int]:
    """The passages in which somebody answers in the first person; none where the piece is no interview.

    An answer follows its question, and may go on for more passages than one.
    """
    passages = [(number, list(some)) for number, some in groupby(sentences, key=lambda one: one.passage)]
    marked = [number for number, some in passages if _is_marked(some[0])]
    if len(marked) >= FEWEST_ANSWERS:
        return frozenset(marked)
    said: list[int] = []
    answered, open_to = 0, False
    for (_, before), (number, some) in pairwise(passages):
        if some[-1].is_question:
            open_to = False
            continue
        speaks = any(map(_says_i, some))
        answered += before[-1].is_question and speaks
        open_to = open_to or before[-1].is_question
        said += [number] if open_to and speaks else []
    return frozenset(said) if answered >= FEWEST_ANSWERS else frozenset()


def _is_marked(sentence: Sentence) -> bool:
    """A. …, A: …, ANSWER: …"""
    first, then = ([unit.low for unit in sentence.units[:2]] + ["", ""])[:2]
    return first == "a." or (first in ("a", "answer") and then in (":", "."))


def turns(sentences: Sequence[Sentence]) -> dict[int, Entity]:
    """KELLY: We won. HOST: And then? KELLY: I quit: by passage who speaks, where two passages at least begin so."""
    found: dict[int, Entity] = {}
    for sentence in sentences:
        first = sentence.units[:2]
        opens = len(first) == 2 and first[0].kind == "person" and first[1].text == ":"
        if opens and sentence.passage not in found:
            found[sentence.passage] = first[0].value
    return found if len(found) >= FEWEST_ANSWERS else {}


def interviewed(sentences: Sequence[Sentence]) -> Entity | None:
    """Whom the piece names first: before the questions it says whom it asks."""
    people = (unit.value for sentence in sentences for unit in sentence.units if unit.kind == "person")
    return next(people, None)


def _says_i(sentence: Sentence) -> bool:
    """Whether the first person stands outside quotation marks."""
    quoted = False
    for unit in sentence.units:
        quoted = quoted != (unit.text == '"')
        if not quoted and unit.low in _I:
            return True
    return False
