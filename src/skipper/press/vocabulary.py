"""The names that a report can mention: people, clubs, leagues, organizations.

People come from the lake's `person`, clubs from its `club` and from two hand-kept lists, `major_clubs.csv` (names and
nicknames by season) and `minor_clubs.csv` (minor, independent and Mexican League clubs with their league and
organization by season). A club's level is that of its league in the season (`minor_leagues.csv`).
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from skipper.lake.reader import LakeReader
from skipper.press.familiar import familiar_key, familiar_keys, key

HERE = Path(__file__).parent
One = TypeVar("One")
MAJOR_LEAGUES = ("National League", "American League")
_LAKE_LEAGUES = {"NL": "National League", "AL": "American League", "FL": "Federal League", "NA": "National Association"}
_LAKE_LEAGUES |= {"AA": "American Association", "UA": "Union Association", "PL": "Players' League"}
_PEOPLE = """
WITH career AS (
    SELECT manager_person_id, min(seasons[1]) AS first_season, max(seasons[-1]) AS last_season
    FROM manager_career GROUP BY manager_person_id
)
SELECT person_id, name, first_name, last_name, given_name, nickname, birth_year, birth_month, birth_day, death_year,
    coalesce(mlb_played_first, year(debut)) AS played_first, mlb_played_last AS played_last,
    least(mlb_managed_first, pro_managed_first, career.first_season) AS managed_first,
    greatest(mlb_managed_last, pro_managed_last, career.last_season) AS managed_last
FROM person LEFT JOIN career ON career.manager_person_id = person.person_id
WHERE name IS NOT NULL AND last_name IS NOT NULL AND coalesce(
    mlb_played_first, year(debut), mlb_managed_first, pro_managed_first, career.first_season) IS NOT NULL
ORDER BY person_id
"""
_TERMS = """
SELECT person_id, role, club, first_season, last_season FROM stint
WHERE source <> 'report' AND club IS NOT NULL ORDER BY first_season
"""
_BARE_PEOPLE = """
SELECT person_id, name, birth_year, birth_month, birth_day, death_year FROM person
WHERE name IS NOT NULL AND last_name IS NULL AND retrosheet_id IS NOT NULL
ORDER BY person_id
"""
_CLUBS = """
SELECT club, name, any_value(league) AS league, level, min(season) AS first_season, max(season) AS last_season
FROM club WHERE name IS NOT NULL GROUP BY club, name, level ORDER BY club, first_season
"""


@dataclass(frozen=True)
class Term:
    """Seasons that follow one another in which the games have a man with a club; `role` is manager or player."""

    role: str
    club: str
    first: int
    last: int


@dataclass(frozen=True)
class Person:
    """A person of the lake; years are null where unknown. `terms` are those of the major leagues' games.

    `familiar` are the keys (`familiar_key`) of what else he may be called; `died` is the year, null of who lives.
    """

    id: str
    name: str
    surname: str
    birth: date | None = None
    played: tuple[int, int] | None = None
    managed: tuple[int, int] | None = None
    terms: tuple[Term, ...] = ()
    familiar: frozenset[str] = frozenset()
    died: int | None = None


@dataclass(frozen=True)
class Club:
    """A club under one name, in one league and organization, for a span of seasons.

    `id` is the same for all spans of a club: Retrosheet's code for a major one, else our own. `last` is null while the
    span lasts; `organization` is the major-league club's full name, null where the club has none or it is not known.
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
        """Whether the span holds the season."""
        return self.first <= season <= (self.last or 9999)


@dataclass(frozen=True)
class League:
    """A league at one level for a span of seasons; `level` is null where the design's scale has none for it."""

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
        return _grouped((key(person.name), person) for person in self.people)

    @cached_property
    def managers_by_familiar_name(self) -> Mapping[str, tuple[Person, ...]]:
        """Managers of the major leagues by the keys of what else they may be called."""
        managers = [person for person in self.people if any(term.role == "manager" for term in person.terms)]
        return _grouped((called, person) for person in managers for called in sorted(person.familiar))

    def called(self, name: str) -> tuple[Person, ...]:
        """Whom a full name fits; where it is no manager's, managers who may be called so as well."""
        exact = self.people_by_name.get(key(name), ())
        if any(person.managed for person in exact) or " " not in name.strip():
            return exact
        first, surname = name.split()[0], name.split(maxsplit=1)[1]
        familiar = self.managers_by_familiar_name.get(familiar_key(first, surname), ())
        return exact + tuple(person for person in familiar if person not in exact)

    @cached_property
    def people_by_surname(self) -> Mapping[str, tuple[Person, ...]]:
        """People by the key of their surname."""
        return _grouped((key(person.surname), person) for person in self.people)

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
        return _grouped((club.id, club) for club in self.clubs)

    def club(self, id: str, season: int | None = None) -> Club | None:
        """The club's span that holds the season; its latest where there is none or it is not given."""
        spans = self.clubs_by_id.get(id, ())
        held = [span for span in spans if season is not None and span.covers(season)]
        return held[-1] if held else max(spans, key=lambda span: span.first, default=None)

    def person(self, id: str) -> Person | None:
        """The person of that id."""
        return self.people_by_id.get(id)

    def league_level(self, league: str, season: int | None = None) -> str | None:
        """The league's level that season, or the only one it ever had; null where it is not known."""
        spans = [one for one in self.leagues if league.lower() in {n.lower() for n in (one.name, *one.others)}]
        held = {one.level for one in spans if season is None or one.first <= season <= (one.last or 9999)}
        return held.pop() if len(held) == 1 else None


def load(reader: LakeReader) -> Vocabulary:
    """The vocabulary of a lake and the hand-kept lists. Takes about a second of processor time, so it is not cached."""
    clubs = list(hand_kept_clubs())
    known = {(club.id, key(club.name)) for club in clubs}
    clubs += [club for club in _lake_clubs(reader, clubs) if (club.id, key(club.name)) not in known]
    terms = _terms(reader)
    rows = (*reader.rows(_PEOPLE), *reader.rows(_BARE_PEOPLE))
    people = [_person(row, terms.get(row["person_id"], ())) for row in rows]
    return Vocabulary(tuple(people), tuple(clubs), tuple(hand_kept_leagues()), reader.manifest.build)


def hand_kept() -> Vocabulary:
    """The vocabulary where there is no lake: the hand-kept lists, and nobody."""
    return Vocabulary((), tuple(hand_kept_clubs()), tuple(hand_kept_leagues()))


def hand_kept_leagues() -> Iterator[League]:
    """The leagues of `minor_leagues.csv` and the major ones of today."""
    for name in MAJOR_LEAGUES:
        first = 1876 if name.startswith("N") else 1901
        yield League(name, (), first, None, "MLB", "Special Baseball Records Committee, 1969")
    for row in _rows("minor_leagues.csv"):
        first, last = _span(row)
        yield League(row["league"], _listed(row["other_names"]), first, last, row["level"] or None, row["source"])


def hand_kept_clubs() -> Iterator[Club]:
    """The clubs of `major_clubs.csv` and `minor_clubs.csv`, the latter once per level of its league."""
    for row in _rows("major_clubs.csv"):
        yield _club(row, row["league"] or None, "MLB", row["name"], row["source"])
    sources = {row["mark"]: row["source"] for row in _rows("minor_club_sources.csv")}
    leagues = list(hand_kept_leagues())
    for row in _rows("minor_clubs.csv"):
        club = _club(row, row["league"], None, row["organization"] or None, sources[row["source"]])
        yield from _by_level(club, leagues)


def _by_level(club: Club, leagues: Iterable[League]) -> Iterator[Club]:
    """The club's span cut where its league changes level."""
    for league in leagues:
        if league.name != club.league:
            continue
        first = max(club.first, league.first)
        last = min(club.last or 9999, league.last or 9999)
        if first <= last:
            yield replace(club, first=first, last=None if last == 9999 else last, level=league.level)


def _club(row: Mapping[str, str], league: str | None, level: str | None, organization: str | None, source: str) -> Club:
    names = (row["name"], row["place"], row["nickname"] or None, _listed(row["other_names"]))
    return Club(row["club"], *names, *_span(row), league, level, organization, source)


def _lake_clubs(reader: LakeReader, known: Iterable[Club]) -> Iterator[Club]:
    """The lake's clubs: the place is the longest known one that the name begins with, else its first word."""
    places = sorted({club.place for club in known if " " in club.place}, key=len, reverse=True)
    for row in reader.rows(_CLUBS):
        name = row["name"]
        place = next((place for place in places if name.startswith(f"{place} ")), name.split()[0])
        nickname = name[len(place) :].strip() or None
        league = _LAKE_LEAGUES.get(row["league"], row["league"])
        span = (row["first_season"], row["last_season"], league, row["level"])
        organization = name if row["level"] == "MLB" else None
        yield Club(row["club"], name, place, nickname, (), *span, organization, "the lake's table club")


def _terms(reader: LakeReader) -> dict[str, tuple[Term, ...]]:
    """Everybody's terms; none where the lake was built before Skipper kept stints."""
    if "stint" not in reader.manifest.tables:
        return {}
    return _grouped(
        (row["person_id"], Term(row["role"], row["club"], row["first_season"], row["last_season"]))
        for row in reader.rows(_TERMS)
    )


def _person(row: Mapping[str, Any], terms: tuple[Term, ...]) -> Person:
    born = (row["birth_year"], row["birth_month"], row["birth_day"])
    surname = str(row.get("last_name") or row["name"].split()[-1])
    return Person(
        str(row["person_id"]),
        str(row["name"]),
        surname,
        date(*born) if all(born) else None,
        _career(row.get("played_first"), row.get("played_last"), "player", terms),
        _career(row.get("managed_first"), row.get("managed_last"), "manager", terms),
        terms,
        familiar_keys(surname, row.get("first_name"), row.get("given_name"), row.get("nickname")),
        row["death_year"],
    )


def _career(first: int | None, last: int | None, role: str, terms: tuple[Term, ...]) -> tuple[int, int] | None:
    """From the first to the last season in a role; null where nothing tells of one."""
    own = [term for term in terms if term.role == role]
    years = [year for year in (first, last) if year] + [year for term in own for year in (term.first, term.last)]
    return (min(years), max(years)) if years else None


def _span(row: Mapping[str, str]) -> tuple[int, int | None]:
    return int(row["first_season"]), int(row["last_season"]) if row["last_season"] else None


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split(";") if part)


def _rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _grouped(pairs: Iterable[tuple[str, One]]) -> dict[str, tuple[One, ...]]:
    groups: dict[str, list[One]] = defaultdict(list)
    for name, one in pairs:
        groups[name].append(one)
    return {name: tuple(found) for name, found in groups.items()}
