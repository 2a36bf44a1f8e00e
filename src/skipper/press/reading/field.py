"""Whether a document is about baseball at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from functools import cache

from skipper.press.lexicon import lexicon
from skipper.press.reading.context import Context

_FEW = 3  # sentences, in which a game may go without saying
_ELSEWHERE = 4  # marks of another walk of life that a word of another field is worth
_OURS = 2  # and that one of baseball is worth, or of another sport


def is_of_baseball(context: Context) -> bool:
    """Return whether marks of organized baseball outweigh those of other fields, sports and walks of life.

    A club's full name or nickname, a league and a level are a mark each, a place is none. The words of the game count
    too, and managers of the vocabulary, but not where another field speaks: there are namesakes.
    """
    text = f" {' '.join(unit.text.lower() for sentence in context.sentences for unit in sentence.units)} "
    words = frozenset(text.split(" "))
    named = {unit.text for sentence in context.sentences for unit in sentence.units if _marks(unit.key, unit.value)}
    organized = len(named) + _said(text, words, _phrases("organized"))
    game = _said(text, words, _phrases("baseball")) + sum(
        any(person.managed for person in entity.people) for entity in context.people.by_name.values()
    )
    fields = _said(text, words, _phrases("other_fields")) + _said(text, words, _phrases("trades"))
    others = (
        _ELSEWHERE * fields
        + _OURS * _said(text, words, _phrases("other_sports"))
        + _said(text, words, _phrases("other_walks"))
    )
    if not organized:
        return len(context.sentences) <= _FEW and game > 0 and others == 0
    return _OURS * (organized + (0 if fields else game)) > others


def _marks(key: str, value: object) -> bool:
    if key in ("{club}", "{club's}") and isinstance(value, tuple):
        return any(name.form != "place" for name in value)
    return key in ("{league}", "{level}")


def _said(text: str, words: Set[str], phrases: Mapping[str, frozenset[str]]) -> int:
    """Count the phrases, or their plurals, in a text of these words; they are given by their first words."""
    begun = {phrase for word in words & phrases.keys() for phrase in phrases[word]}
    return sum(f" {phrase} " in text or f" {phrase}s " in text for phrase in begun)


@cache
def _phrases(name: str) -> Mapping[str, frozenset[str]]:
    """Return the phrases of a list of the lexicon by their first word, as it is and as a plural."""
    known = lexicon()
    phrases = [f"{trade} manager" for trade in known.trades] if name == "trades" else getattr(known, name)
    found: dict[str, set[str]] = defaultdict(set)
    for phrase in phrases:
        first = phrase.partition(" ")[0]
        found[first].add(phrase)
        found[f"{first}s"].add(phrase)
    return {word: frozenset(each) for word, each in found.items()}
