"""Whether a piece is about baseball at all."""

from __future__ import annotations

from skipper.press.extract.names import NameFinder
from skipper.press.extract.units import Sentence, Unit
from skipper.press.lexicon import lexicon


def is_of_baseball(sentences: list[Sentence], names: NameFinder) -> bool:
    """More marks of baseball than of another field, and one at least.

    A club's full name or nickname, a league, and a level are a mark each, as are the words of the game and managers of
    the vocabulary named in full; the words of other sports and trades count against. A place is no mark.
    """
    words = lexicon()
    ours = {entity.name for entity in names.entities.values() if any(person.managed for person in entity.people)}
    theirs: set[str] = set()
    for sentence in sentences:
        low = " ".join(unit.low for unit in sentence.units)
        ours |= {unit.low for unit in sentence.units if _marks(unit)}
        ours |= {phrase for phrase in words.baseball if phrase in low}
        padded = f" {low} "
        theirs |= {phrase for phrase in words.other_fields if f" {phrase} " in padded}
    return len(ours) > 2 * len(theirs)


def _marks(unit: Unit) -> bool:
    if unit.kind == "club":
        return unit.value.form != "place" and any(span.id for span in unit.value.spans)  # a store's name is no club's
    return unit.kind in ("league", "level")
