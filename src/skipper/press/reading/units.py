"""A sentence as units: names, times, numbers and records as one unit each, other words as themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from skipper.press.vocabulary import Club, Person


@dataclass(frozen=True)
class Entity:
    """A person of a document: the full name there, and whom of the vocabulary it fits."""

    name: str
    people: tuple[Person, ...] = ()

    @property
    def surname(self) -> str:
        """The last part of the name, without Jr. and the like."""
        parts = [part for part in self.name.split() if part not in ("Jr.", "Sr.", "II", "III")]
        return parts[-1]


@dataclass(frozen=True)
class ClubName:
    """A club as the text names it: the spans that fit its words, and what stands with it.

    `form` is full, nickname or place. `season`, `level`, `league` and `parent` (the organization) are null if the words
    do not say; `organization` is whether the words mean the whole of it, or a club of it that they do not name.
    """

    words: str
    form: str
    spans: tuple[Club, ...]
    season: int | None = None
    level: str | None = None
    league: str | None = None
    parent: ClubName | None = None
    organization: bool = False

    @property
    def is_major(self) -> bool:
        """Whether the words can mean a major-league club."""
        return any(span.is_major for span in self.spans)

    @property
    def ids(self) -> frozenset[str]:
        """The clubs that the words can mean."""
        return frozenset(span.id for span in self.spans)


@dataclass(frozen=True)
class Time:
    """When: `seasons` named (several of a list), or `first` and `last` of a span, or a `day` in ISO form.

    `reckoned` is whether it was counted from the report's date, `shape` how it is said (in, season, span, since,
    until, day, that).
    """

    shape: str
    seasons: tuple[int, ...] = ()
    first: int | None = None
    last: int | None = None
    day: str | None = None
    reckoned: bool = False


class Unit(NamedTuple):
    """One part of a sentence; `start` and `end` count the report's characters.

    `key` is what patterns see: the word in lower case, or the kind in braces. `value` is an Entity, a tuple of
    ClubNames, a Time, a number, or the triple of a record.
    """

    key: str
    text: str
    start: int
    end: int
    value: Any = None
    quoted: bool = False


@dataclass(frozen=True)
class Sentence:
    """The units of a sentence or heading; `start` and `end` count the report's characters."""

    number: int
    start: int
    end: int
    kind: str
    units: tuple[Unit, ...] = field(default=())


def merged(units: list[Unit], key: str, value: Any, text: str) -> Unit:
    """Several units as one, from the first's beginning to the last's end."""
    first, last = units[0], units[-1]
    return first._replace(key=key, value=value, end=last.end, text=text)
