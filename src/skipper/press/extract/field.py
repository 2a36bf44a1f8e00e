"""Whether a piece is about baseball at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from skipper.press.extract.names import NameFinder
from skipper.press.extract.units import Sentence, Unit
from skipper.press.lexicon import OTHER_TRADE, lexicon

_FEW = 3  # sentences, in which a game may go without saying
_REACH = 6  # units from a manager to what he is manager of
_STRONG = 4  # marks of another walk of life that one of another field is worth
_OURS = 2  # marks of another walk of life that one of baseball is worth, or of another sport
_ONCE = frozenset(
    ["former", "ex", "-", "one-time", "onetime", "longtime", "sometime"]
)  # what he was tells where he came from
_ENDS = frozenset([",", ".", ";", ":", "?", "!"])


@dataclass(frozen=True)
class _Marks:
    """What a piece has of each: clubs, leagues, levels and words of organized baseball; words of the game; managers.

    And of other matters: `fields` are words and managers of other fields, `sports` words of other sports, `walks` those
    of other walks of life.
    """

    organized: frozenset[str]
    game: frozenset[str]
    managers: int
    fields: frozenset[str]
    sports: frozenset[str]
    walks: frozenset[str]

    @property
    def others(self) -> int:
        """The weight of other matters, in words of other walks of life."""
        return _STRONG * len(self.fields) + _OURS * len(self.sports) + len(self.walks)


def is_of_baseball(sentences: list[Sentence], names: NameFinder) -> bool:
    """Whether it has marks of organized baseball, and they outweigh those of other fields and walks of life.

    A club's full name or nickname, a league, and a level are a mark each, as are the words of organized baseball, one
    and many alike; a place is none. The words of the game, and managers of the vocabulary named in full, count too, but
    not where another field or sport speaks: a bar has its dugout, and there are namesakes. Of a few sentences they are
    enough, where nothing speaks of another matter.
    """
    marks = _marks_of(sentences, names)
    played = len(marks.game) + marks.managers
    if not marks.organized:
        return len(sentences) <= _FEW and played > 0 and marks.others == 0
    elsewhere = marks.fields or len(marks.sports) > 1
    return _OURS * (len(marks.organized) + (0 if elsewhere else played)) > marks.others


def _marks_of(sentences: list[Sentence], names: NameFinder) -> _Marks:
    words = lexicon()
    # Line by line a sentence, so that no phrase runs from one into the next.
    lines = "\n".join(f" {_words(sentence)} " for sentence in sentences)
    named = {unit.low for sentence in sentences for unit in sentence.units if _marks(unit)}
    return _Marks(
        frozenset(_longest(named | set(_said(lines, words.organized)))),
        frozenset(_said(lines, words.baseball)),
        sum(any(person.managed for person in entity.people) for entity in names.entities.values()),
        frozenset([*_said(lines, words.other_fields), *(one for each in sentences for one in _other_trades(each))]),
        frozenset(_said(lines, words.other_sports)),
        frozenset(_said(lines, words.other_walks)),
    )


def _words(sentence: Sentence) -> str:
    """Its words without years: in the 1992 film."""
    return " ".join([unit.low for unit in sentence.units if unit.kind != "year"])


def _said(lines: str, phrases: Iterable[str]) -> Iterator[str]:
    """The phrases that the lines have, one or many."""
    return (phrase for phrase in phrases if f" {phrase} " in lines or f" {phrase}s " in lines)


def _longest(named: set[str]) -> set[str]:
    """The names without those that only end another: the New York Giants and the Giants are one mark."""
    return {one for one in named if not any(other.endswith(f" {one}") for other in named)}


def _marks(unit: Unit) -> bool:
    if unit.kind == "club":
        return unit.value.form != "place" and any(span.id for span in unit.value.spans)  # a store's name is no club's
    return unit.kind in ("league", "level")


def _other_trades(sentence: Sentence) -> Iterator[str]:
    """A city manager, the manager of the Pearl Street store, she managed the Akron branch: by what they manage."""
    for unit in sentence.units:
        if unit.has(OTHER_TRADE):
            once = unit.place > 0 and sentence.units[unit.place - 1].low in _ONCE
            yield from () if once else (unit.low,)
        elif unit.has("manager", "executive", "manage"):
            yield from _managed(sentence.units[unit.place + 1 : unit.place + 1 + _REACH], bare=unit.has("manage"))


def _managed(after: list[Unit], *, bare: bool) -> Iterator[str]:
    """The trade that the units name; behind a title only after `of` or `at`."""
    if not bare and not (after and after[0].low in ("of", "at")):
        return
    for unit in after:
        if unit.text in _ENDS:
            return
        if unit.low in lexicon().trades:
            yield unit.low
            return
