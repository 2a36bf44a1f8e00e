"""The names that a report can mention: people, clubs, leagues, organizations.

People come from the lake's `person`, clubs from its `club` and from two hand-kept lists, `major_clubs.csv` (names and
nicknames by season) and `minor_clubs.csv` (minor, independent and Mexican League clubs with their league and
organization by season). A club's level is that of its league in the season (`minor_leagues.csv`).
"""

from __future__ import annotations

import csv
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path

from skipper.lake.reader import LakeReader

HERE = Path(__file__).parent
MAJOR_LEAGUES = ("National League", "American League")
_LAKE_LEAGUES = {"NL": "National League", "AL": "American League", "FL": "Federal League", "NA": "National Association"}
_LAKE_LEAGUES |= {"AA": "American Association", "UA": "Union Association", "PL": "Players' League"}
_PEOPLE = """
WITH career AS (
    SELECT manager_person_id, min(seasons[1]) AS first_season, max(seasons[-1]) AS last_season
    FROM manager_career GROUP BY manager_person_id
)
SELECT person_id, name, first_name, last_name, given_name, birth_year, birth_month, birth_day,
    coalesce(mlb_played_first, year(debut)) AS played_first, mlb_played_last AS played_last,
    least(mlb_managed_first, pro_managed_first, career.first_season) AS managed_first,
    greatest(mlb_managed_last, pro_managed_last, career.last_season) AS managed_last
FROM person LEFT JOIN career ON career.manager_person_id = person.person_id
WHERE name IS NOT NULL AND last_name IS NOT NULL AND coalesce(
    mlb_played_first, year(debut), mlb_managed_first, pro_managed_first, career.first_season) IS NOT NULL
ORDER BY person_id
"""
_BARE_PEOPLE = """
SELECT person_id, name, birth_year, birth_month, birth_day FROM person
WHERE name IS NOT NULL AND last_name IS NULL AND retrosheet_id IS NOT NULL
ORDER BY person_id
"""
_CLUBS = """
SELECT club, name, any_value(league) AS league, level, min(season) AS first_season, max(season) AS last_season
FROM club WHERE name IS NOT NULL GROUP BY club, name, level ORDER BY club, first_season
"""


@dataclass(frozen=True)
class Person:
    """A person of the lake; years are null where unknown."""

    id: str
    name: str
    surname: str
    birth: date | None = None
    played: tuple[int, int] | None = None
    managed: tuple[int, int] | None = None


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


def key(name: str) -> str:
    """A name's letters and digits without accents and case: `La Russa` and `LaRussa` are one."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


@dataclass(frozen=True)
class Vocabulary:
    """All names; picklable. `build` names the lake's build that it is from."""

    people: tuple[Person, ...]
    clubs: tuple[Club, ...]
    leagues: tuple[League, ...]
    build: str = "none"

    def __getstate__(self) -> dict[str, object]:
        return {name: self.__dict__[name] for name in ("people", "clubs", "leagues", "build")}

    @cached_property
    def people_by_name(self) -> Mapping[str, tuple[Person, ...]]:
        """People by the key of their full name."""
        return _grouped((key(person.name), person) for person in self.people)

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
    """The vocabulary of a lake and the hand-kept lists. Takes less than a second, so it is not cached."""
    clubs = list(hand_kept_clubs())
    known = {(club.id, key(club.name)) for club in clubs}
    clubs += [club for club in _lake_clubs(reader, clubs) if (club.id, key(club.name)) not in known]
    people = [_person(row) for row in (*reader.rows(_PEOPLE), *reader.rows(_BARE_PEOPLE))]
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


def _person(row: Mapping[str, object]) -> Person:
    born = (row["birth_year"], row["birth_month"], row["birth_day"])
    played = (row.get("played_first"), row.get("played_last") or row.get("played_first"))
    managed = (row.get("managed_first"), row.get("managed_last") or row.get("managed_first"))
    return Person(
        str(row["person_id"]),
        str(row["name"]),
        str(row.get("last_name") or str(row["name"]).split()[-1]),
        date(*born) if all(born) else None,  # type: ignore[arg-type]
        played if played[0] else None,  # type: ignore[arg-type]
        managed if managed[0] else None,  # type: ignore[arg-type]
    )


def _span(row: Mapping[str, str]) -> tuple[int, int | None]:
    return int(row["first_season"]), int(row["last_season"]) if row["last_season"] else None


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split(";") if part)


def _rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _grouped(pairs: Iterable[tuple[str, object]]) -> dict[str, tuple]:
    groups: dict[str, list] = defaultdict(list)
    for name, one in pairs:
        groups[name].append(one)
    return {name: tuple(found) for name, found in groups.items()}
