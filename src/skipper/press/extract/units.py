"""The parts of a sentence: words, numbers, seasons, and the names of people, clubs and leagues."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from skipper.press.vocabulary import Club, Person

FIRST_SEASON, LAST_SEASON = 1871, 2039


@dataclass(eq=False, slots=True)
class Token:
    """A token of spaCy's, as plain values: its own objects are made anew at each look. Freezing doubles its cost."""

    text: str
    idx: int
    spaced: bool
    place: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.idx + len(self.text)


@dataclass(eq=False)
class Entity:
    """A person of a piece: his full name there, whom of the vocabulary it fits, and whether he runs a club's office."""

    name: str
    people: tuple[Person, ...] = ()
    executive: bool = False


@dataclass(frozen=True)
class Act:
    """A point in time as written: `words` in ISO form (2004, 2004-11, 2004-11-09) or, relative, as they stand."""

    words: str
    season: int | None = None


@dataclass(eq=False)
class ClubName:
    """A club named in the text: the spans that fit its words, and what the words about it say.

    `form` is full, nickname or place. `parent` is the name before it that owns it (Mets' Triple-A affiliate in
    Buffalo), `level` the level stated with it, `as_organization` whether the words mean all of an organization,
    `farm` whether they name its minor-league system.
    """

    words: str
    form: str
    spans: tuple[Club, ...]
    season: int | None = None
    level: str | None = None
    parent: ClubName | None = None
    as_organization: bool = False
    farm: bool = False


@dataclass(eq=False, slots=True)
class Unit:
    """One part of a sentence; `start` and `end` count the report's characters.

    `kind` is word, punct, person, pronoun, epithet, club, town, league, level, year, years, date, number, ordinal or
    record. `place` is its place in the sentence. `value` is an Entity, a ClubName, a number, a pair of years, an Act or
    the triple of a record.
    """

    kind: str
    text: str
    start: int
    end: int
    classes: frozenset[str] = frozenset()
    value: Any = None
    place: int = 0
    low: str = field(init=False)

    def __post_init__(self) -> None:
        self.low = self.text.lower()

    def has(self, *classes: str) -> bool:
        """Whether it is in any of the classes."""
        return bool(self.classes) and not self.classes.isdisjoint(classes)


@dataclass(eq=False)
class Sentence:
    """A sentence's units; `kind` is its passage's."""

    units: list[Unit]
    kind: str
    passage: int

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        return any(unit.text == "?" for unit in self.units[-2:])
