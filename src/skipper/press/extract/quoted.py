"""Who says the sentences of a quotation that goes on for several, of which only one names him."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from skipper.press.extract.units import Entity, Sentence, Unit


def tellers(sentences: Sequence[Sentence]) -> dict[int, str]:
    """By the `id` of a sentence that stands wholly within quotation marks, who is said to say it.

    "X resigned. That was his decision," Y said: Y says both. Nobody where the words do not name him.
    """
    found: dict[int, str] = {}
    for _, some in groupby(sentences, key=lambda one: one.passage):
        found |= _of_a_passage(list(some))
    return found


def _of_a_passage(sentences: list[Sentence]) -> dict[int, str]:
    found: dict[int, str] = {}
    inside, waiting, named = False, list[Sentence](), None
    for sentence in sentences:
        marks = [unit for unit in sentence.units if unit.text == '"']
        if not marks and inside:
            waiting.append(sentence)
            found |= {id(sentence): named} if named is not None else {}
            continue
        if inside and waiting and marks:
            told = _sayer(sentence.units[marks[0].place + 1 :])
            found |= {id(one): told for one in waiting if told is not None}
        inside = inside != bool(len(marks) % 2)
        waiting = []
        named = _sayer(sentence.units[: marks[-1].place]) if inside and marks else None
    return found


def _sayer(units: list[Unit]) -> str | None:
    """Y said, said Y, Y told the Post: beside the verb of saying."""
    for place, unit in enumerate(units):
        if unit.has("say"):
            near = [*reversed(units[max(0, place - 3) : place]), *units[place + 1 : place + 3]]
            return next((one.value.name for one in near if one.kind == "person"), None)
        if unit.text == '"':
            return None
    return None


def quotes_himself(sentence: Sentence, spoken_of: Entity | None) -> Entity | None:
    """Whom `I` means in a quotation: "I managed the Twins," X said; `he said` is whom the piece spoke of last.

    Of a sentence with one quotation mark the other may stand with the sentence before or after it.
    """
    marks = sum(unit.text == '"' for unit in sentence.units)
    verb = _told_outside(sentence.units, inside=False) if marks else None
    if verb is None and marks % 2:
        verb = _told_outside(sentence.units, inside=True)
    if verb is None:
        return None
    near = [*reversed(sentence.units[max(0, verb.place - 2) : verb.place]), *sentence.units[verb.place + 1 :][:2]]
    whom = next((one for one in near if one.kind in ("person", "pronoun")), None)
    return (whom.value if whom.kind == "person" else spoken_of) if whom is not None else None


def _told_outside(units: list[Unit], inside: bool) -> Unit | None:
    """The first verb of saying without the quotation marks."""
    for unit in units:
        inside = inside != (unit.text == '"')
        if not inside and unit.has("say"):
            return unit
    return None
