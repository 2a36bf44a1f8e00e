"""The names that come with Skipper: clubs and leagues of the hand-kept lists, each row with its source.

`major_clubs.csv` has the major leagues' clubs, with their nicknames, by season, each with its franchise (Lahman's
franchID, which a club keeps where it moves or takes another name), and `leagues.csv` of the sources the
leagues; `minor_clubs.csv` has minor, independent and Mexican League clubs with their league and organization by season.
A club's level is that of its league in the season (`minor_leagues.csv`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

from skipper.answers.people import plain
from skipper.press.vocabulary import Club, League, Vocabulary

_LISTS = {"leagues.csv": "skipper.sources.leagues"}  # lists that other parts keep; the rest are here


def vocabulary() -> Vocabulary:
    """Return the vocabulary where there is no lake: the hand-kept lists, and nobody."""
    return Vocabulary((), tuple(clubs()), tuple(leagues()))


@cache
def major_leagues() -> Mapping[str, League]:
    """Return the major leagues of all seasons by their codes (NL, AL, FL)."""
    return {
        row["league"]: League(row["name"], (), *_span(row), row["level"], row["source"]) for row in _rows("leagues.csv")
    }


@cache
def present_major_leagues() -> tuple[str, ...]:
    """Return the names of the major leagues that play on."""
    return tuple(league.name for league in major_leagues().values() if league.last is None)


def leagues() -> Iterator[League]:
    """Yield the leagues of `minor_leagues.csv` and the major ones of today."""
    yield from (league for league in major_leagues().values() if league.last is None)
    for row in _rows("minor_leagues.csv"):
        first, last = _span(row)
        yield League(row["league"], _listed(row["other_names"]), first, last, row["level"] or None, row["source"])


def clubs() -> Iterator[Club]:
    """Yield the clubs of `major_clubs.csv` and `minor_clubs.csv`, the latter once per level of its league."""
    yield from major_clubs()
    sources = {row["mark"]: row["source"] for row in _rows("minor_club_sources.csv")}
    of_seasons = list(leagues())
    for row in _rows("minor_clubs.csv"):
        club = _club(row, row["league"], None, row["organization"] or None, sources[row["source"]])
        yield from _by_level(club, of_seasons)


@cache
def major_clubs() -> tuple[Club, ...]:
    """Return the major leagues' clubs of all seasons."""
    return tuple(
        _club(row, row["league"] or None, "MLB", row["name"], row["source"]) for row in _rows("major_clubs.csv")
    )


@cache
def minor_clubs(season: int) -> tuple[Club, ...]:
    """Return the clubs outside the majors in a season."""
    return tuple(club for club in _minor_clubs() if club.covers(season))


@cache
def _minor_clubs() -> tuple[Club, ...]:
    return tuple(club for club in clubs() if not club.is_major)


@cache
def franchises_called(name: str) -> frozenset[str]:
    """Return the franchises of the major-league clubs that have borne the name: the Florida Marlins are Miami's."""
    wanted = plain(name)
    return frozenset(row["franchise"] for row in _rows("major_clubs.csv") if plain(row["name"]) == wanted)


@cache
def franchises() -> Mapping[str, str]:
    """Return the franchise of each major-league club, by the club's code."""
    return {row["club"]: row["franchise"] for row in _rows("major_clubs.csv")}


def _by_level(club: Club, of_seasons: Iterable[League]) -> Iterator[Club]:
    """Yield the club's span cut where its league changes level."""
    for league in of_seasons:
        if league.name != club.league:
            continue
        first = max(club.first, league.first)
        last = min(club.last or 9999, league.last or 9999)
        if first <= last:
            yield replace(club, first=first, last=None if last == 9999 else last, level=league.level)


def _club(row: Mapping[str, str], league: str | None, level: str | None, organization: str | None, source: str) -> Club:
    names = (row["name"], row["place"], row["nickname"] or None, _listed(row["other_names"]))
    return Club(row["club"], *names, *_span(row), league, level, organization, source)


def _span(row: Mapping[str, str]) -> tuple[int, int | None]:
    return int(row["first_season"]), int(row["last_season"]) if row["last_season"] else None


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split(";") if part)


@cache
def _rows(name: str) -> tuple[dict[str, str], ...]:
    file = resources.files(_LISTS.get(name, "skipper.press")).joinpath(name)
    return tuple(csv.DictReader(file.read_text("utf-8").splitlines()))
