"""Whether a piece is about baseball at all."""

from __future__ import annotations

from skipper.press.extract.names import NameFinder
from skipper.press.extract.units import Sentence, Unit
from skipper.press.lexicon import lexicon

_FEW = 3  # sentences, in which a game may go without saying


def is_of_baseball(sentences: list[Sentence], names: NameFinder) -> bool:
    """More than twice as many marks of baseball as of other fields, and one at least.

    A club's full name or nickname, a league, and a level are a mark each, as are the words of the game, one and many
    alike, and managers of the vocabulary named in full, but not of a longer piece that has no other mark: they are
    namesakes. The words of other sports and trades count against. A place is no mark.
    """
    words = lexicon()
    ours = {unit.low for sentence in sentences for unit in sentence.units if _marks(unit)}
    # Line by line a sentence, so that no phrase runs from one into the next.
    lines = "\n".join(f" {' '.join([unit.low for unit in sentence.units])} " for sentence in sentences)
    ours |= {phrase for phrase in words.baseball if f" {phrase} " in lines or f" {phrase}s " in lines}
    if ours or len(sentences) <= _FEW:
        ours |= {entity.name for entity in names.entities.values() if any(person.managed for person in entity.people)}
    theirs = {phrase for phrase in words.other_fields if f" {phrase} " in lines}
    return len(ours) > 2 * len(theirs)


def _marks(unit: Unit) -> bool:
    if unit.kind == "club":
        return unit.value.form != "place" and any(span.id for span in unit.value.spans)  # a store's name is no club's
    return unit.kind in ("league", "level")
