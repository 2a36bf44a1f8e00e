"""The vocabulary of a lake: its people and clubs beside the hand-kept lists, read with DuckDB, without Spark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from skipper.lake.reader import LakeReader
from skipper.press import hand_kept
from skipper.press.nicknames import key, nickname_keys
from skipper.press.vocabulary import Club, Person, Term, Vocabulary, grouped

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
WHERE club IS NOT NULL AND level = 'MLB' ORDER BY first_season
"""
# Who is known by a name alone: from the games, or from the list of managers of the minors.
_BARE_PEOPLE = """
WITH managed AS (
    SELECT manager_person_id, min(season) AS managed_first, max(season) AS managed_last
    FROM listed_manager WHERE role IN ('manager', 'interim') GROUP BY manager_person_id
)
SELECT person_id, name, birth_year, birth_month, birth_day, death_year, managed_first, managed_last
FROM person LEFT JOIN managed ON managed.manager_person_id = person.person_id
WHERE name IS NOT NULL AND last_name IS NULL AND (retrosheet_id IS NOT NULL OR managed_first IS NOT NULL)
ORDER BY person_id
"""
# Of the minors the hand-kept lists have every name and the organization; games give `Buffalo` alone, or `GCL Mets`.
_CLUBS = """
SELECT c.club, c.name, any_value(c.league) AS league, c.level,
    min(c.season) AS first_season, max(c.season) AS last_season
FROM club AS c
LEFT JOIN league AS l ON l.league = c.league AND c.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
WHERE c.name IS NOT NULL AND (c.level = 'MLB' OR NOT coalesce(list_contains($listed, lower(l.name)), false))
GROUP BY c.club, c.name, c.level ORDER BY c.club, first_season
"""


def load_vocabulary(reader: LakeReader) -> Vocabulary:
    """Return the vocabulary of a lake and the hand-kept lists. Takes about a second of processor time, so it is not
    cached."""
    clubs = list(hand_kept.clubs())
    known = {(club.id, key(club.name)) for club in clubs}
    clubs += [club for club in _lake_clubs(reader, clubs) if (club.id, key(club.name)) not in known]
    terms = _terms(reader)
    rows = (*reader.rows(_PEOPLE), *reader.rows(_BARE_PEOPLE))
    people = [_person(row, terms.get(row["person_id"], ())) for row in rows]
    return Vocabulary(tuple(people), tuple(clubs), tuple(hand_kept.leagues()), reader.manifest.build)


def _lake_clubs(reader: LakeReader, known: Iterable[Club]) -> Iterator[Club]:
    """Yield the lake's clubs: the place is the longest known one that the name begins with, else its first word."""
    major = hand_kept.major_leagues()
    places = sorted({club.place for club in known if " " in club.place}, key=len, reverse=True)
    for row in reader.rows(_CLUBS, {"listed": [league.name.lower() for league in hand_kept.leagues()]}):
        name = row["name"]
        place = next((place for place in places if name.startswith(f"{place} ")), name.split()[0])
        nickname = name[len(place) :].strip() or None
        league = major[row["league"]].name if row["league"] in major else row["league"]
        span = (row["first_season"], row["last_season"], league, row["level"])
        organization = name if row["level"] == "MLB" else None
        yield Club(row["club"], name, place, nickname, (), *span, organization, "the lake's table club")


def _terms(reader: LakeReader) -> dict[str, tuple[Term, ...]]:
    """Everybody's terms; none where the lake was built before Skipper kept stints."""
    if "stint" not in reader.manifest.tables:
        return {}
    return grouped(
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
        nickname_keys(surname, row.get("first_name"), row.get("given_name"), row.get("nickname")),
        row["death_year"],
    )


def _career(first: int | None, last: int | None, role: str, terms: tuple[Term, ...]) -> tuple[int, int] | None:
    """From the first to the last season in a role; null if nothing speaks of one."""
    own = [term for term in terms if term.role == role]
    years = [year for year in (first, last) if year] + [year for term in own for year in (term.first, term.last)]
    return (min(years), max(years)) if years else None
