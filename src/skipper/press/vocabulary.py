"""The names that a report can mention: people, clubs, leagues, organizations.

People come from the lake's `person`, clubs from its `club` and from the hand-kept lists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar

from skipper.press.nicknames import key, nickname_key

Key = TypeVar("Key")
One = TypeVar("One")


@dataclass(frozen=True)
class Term:
    """Seasons that follow one another in which the games have a man with a club; `role` is manager or player."""

    role: str
    club: str
    first: int
    last: int


@dataclass(frozen=True)
class Person:
    """A person of the lake; years are null if unknown. `terms` are those of the major leagues' games.

    `nicknames` are the keys (`nickname_key`) of what else he may be called; `died` is the year, null of who lives.
    """

    id: str
    name: str
    surname: str
    birth: date | None = None
    played: tuple[int, int] | None = None
    managed: tuple[int, int] | None = None
    terms: tuple[Term, ...] = ()
    nicknames: frozenset[str] = frozenset()
    died: int | None = None


@dataclass(frozen=True)
class Club:
    """A club under one name, in one league and organization, for a span of seasons.

    `id` is the same for all spans of a club: Retrosheet's code for a major one, else our own. `last` is null while the
    span lasts; `organization` is the major-league club's full name, null if the club has none or it is not known.
    """

    id: str
    name: str
    place: str
    nickname: str | None
    others: tuple[str, ...]
    first: int
    last: int | None
    league: str | None
    level: str | None
    organization: str | None
    source: str

    @property
    def is_major(self) -> bool:
        """Whether it plays in a major league."""
        return self.level == "MLB"

    def covers(self, season: int) -> bool:
        """Return whether the span holds the season."""
        return self.first <= season <= (self.last or 9999)


@dataclass(frozen=True)
class League:
    """A league at one level for a span of seasons; `level` is null if the design's scale has none for it."""

    name: str
    others: tuple[str, ...]
    first: int
    last: int | None
    level: str | None
    source: str


@dataclass(frozen=True)
class Vocabulary:
    """All names; picklable. `build` names the lake's build that it is from."""

    people: tuple[Person, ...]
    clubs: tuple[Club, ...]
    leagues: tuple[League, ...]
    build: str = "none"

    def __getstate__(self) -> dict[str, object]:
        return {name: self.__dict__[name] for name in ("people", "clubs", "leagues", "build")}

    def make_indexes(self) -> None:
        """Work out all that names are looked up by, rather than each at its first use."""
        for name, kept in vars(type(self)).items():
            if isinstance(kept, cached_property):
                getattr(self, name)

    @cached_property
    def people_by_name(self) -> Mapping[str, tuple[Person, ...]]:
        """People by the key of their full name."""
        return grouped((key(person.name), person) for person in self.people)

    @cached_property
    def managers_by_nickname(self) -> Mapping[str, tuple[Person, ...]]:
        """Managers of the major leagues by the keys of what else they may be called."""
        managers = [person for person in self.people if any(term.role == "manager" for term in person.terms)]
        return grouped((called, person) for person in managers for called in sorted(person.nicknames))

    def called(self, name: str) -> tuple[Person, ...]:
        """Whom a full name fits; where it is no manager's, managers who may be called so as well."""
        exact = self.people_by_name.get(key(name), ())
        if any(person.managed for person in exact) or " " not in name.strip():
            return exact
        first, surname = name.split()[0], name.split(maxsplit=1)[1]
        by_nickname = self.managers_by_nickname.get(nickname_key(first, surname), ())
        return exact + tuple(person for person in by_nickname if person not in exact)

    @cached_property
    def people_by_surname(self) -> Mapping[str, tuple[Person, ...]]:
        """People by the key of their surname."""
        return grouped((key(person.surname), person) for person in self.people)

    @cached_property
    def first_names(self) -> frozenset[str]:
        """The first words of people's names, in lower case."""
        return frozenset(person.name.split()[0].lower() for person in self.people if " " in person.name)

    @cached_property
    def people_by_id(self) -> Mapping[str, Person]:
        """People by id."""
        return {person.id: person for person in self.people}

    @cached_property
    def clubs_by_id(self) -> Mapping[str, tuple[Club, ...]]:
        """The spans of each club."""
        return grouped((club.id, club) for club in self.clubs)

    @cached_property
    def clubs_by_name(self) -> Mapping[str, tuple[Club, ...]]:
        """The spans of clubs by each of their names in lower case: in full, nickname, place, and others."""
        return grouped(
            (name.lower(), club)
            for club in self.clubs
            for name in dict.fromkeys((club.name, club.nickname, club.place, *club.others))
            if name
        )

    @cached_property
    def last_season(self) -> int:
        """The last season of anybody's terms; 0 where nobody has any."""
        return max((term.last for person in self.people for term in person.terms), default=0)

    @cached_property
    def _managers(self) -> Mapping[tuple[str, int], list[Person]]:
        terms = ((term, person) for person in self.people for term in person.terms if term.role == "manager")
        found: dict[tuple[str, int], list[Person]] = defaultdict(list)
        for term, person in terms:
            for year in range(term.first, term.last + 1):
                found[term.club, year].append(person)
        return found

    def managers_of(self, club: str, season: int) -> tuple[Person, ...]:
        """Return who managed the club in the season's games, by its code; empty where no terms are known."""
        return tuple(self._managers.get((club, season), ()))

    def club(self, id: str, season: int | None = None) -> Club | None:
        """Return the club's span that holds the season; its latest where there is none or it is not given."""
        spans = self.clubs_by_id.get(id, ())
        held = [span for span in spans if season is not None and span.covers(season)]
        return held[-1] if held else max(spans, key=lambda span: span.first, default=None)

    def person(self, id: str) -> Person | None:
        """Return the person of that id."""
        return self.people_by_id.get(id)


def grouped(pairs: Iterable[tuple[Key, One]]) -> dict[Key, tuple[One, ...]]:
    """Return what has each key, such as a name, in the order given."""
    groups: dict[Key, list[One]] = defaultdict(list)
    for key_, one in pairs:
        groups[key_].append(one)
    return {key_: tuple(found) for key_, found in groups.items()}
