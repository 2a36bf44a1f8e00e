"""What the lake says about the people of a report: plain values, so that claims can be judged anywhere.

A `Facts` can be pickled: Spark's workers judge with the same functions.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import NamedTuple

from skipper.answers.people import plain

MAJOR = "MLB"


@dataclass(frozen=True)
class Record:
    """A manager's regular season with a club under one crediting rule.

    `results` has a letter per game in order of play (W, L, T, or N for no decision), `days` each one's date as
    an ordinal. `postseason` is null if the record book has no series of the season. `official` has the wins, losses
    and ties of the record book (Lahman) where they differ from the games', by a league's ruling or in whose they are;
    null if they do not, or are the book's own error. `finish` is the club's place in its division, or in its league
    where there are none; null if the book has none. `postseason_record` has the wins and losses of the postseason that
    are his by the record book; null without a postseason. `other_games` is whether the lake lacks games of his that
    the record book counts, or has others than it does, as in the Negro Leagues: the book's record is then `official`.
    """

    season: int
    club: str
    rule: str
    level: str | None
    results: str
    days: array[int]
    postseason: bool | None
    official: tuple[int, int, int] | None = None
    finish: int | None = None
    postseason_record: tuple[int, int] | None = None
    other_games: bool = False

    @property
    def wins(self) -> int:
        """Games won."""
        return self.results.count("W")

    @property
    def losses(self) -> int:
        """Games lost."""
        return self.results.count("L")

    @property
    def ties(self) -> int:
        """Games tied."""
        return self.results.count("T")

    @property
    def first_day(self) -> date:
        """The day of his first game."""
        return date.fromordinal(self.days[0])

    @property
    def last_day(self) -> date:
        """The day of his last game."""
        return date.fromordinal(self.days[-1])


@dataclass(frozen=True)
class Starts:
    """A player's starts for a club in a season under one manager of the game.

    `by_slot` are those in each slot from the first to the ninth. `games_vs_l` and `games_vs_r` are the manager's games
    against each hand within the player's window. `manager_id` is null if the manager is unknown. `club_name` is null in
    the majors, where the code states.
    """

    season: int
    club: str
    manager_id: str | None
    manager_name: str | None
    starts: int
    by_slot: tuple[int, ...]
    vs_l: int
    vs_r: int
    games_vs_l: int
    games_vs_r: int
    club_name: str | None = None


@dataclass(frozen=True)
class Listing:
    """A manager's season with a club by a row of the file of managers (`listed_manager`) or, where that has none, by
    the Stats API's coaches (`club_game`).

    `names` are the club's, `organizations` those that any source of affiliations gives it that season. `wins` and
    `losses` are the page's, null if it gives none; `games` is the record by the games here, such as 51-24, null
    without any; `of_club` has the wins and losses of all the club's games here, whoever ran them, the postseason
    included, null without any; `postseason_games` counts those here. `source` is the page's address or names the API,
    `confidence` the row's (strong, medium, weak), null if it states none. `affiliations` has for each of the
    organizations its name, the lake's table that gives it (empty if it is on Skipper's own list of clubs) and the
    source. `manager` is the manager's name on the page, null for the API; `whole_season` is whether the row gives no
    dates, or all the club's games here were the manager's.
    """

    season: int
    club: str
    names: tuple[str, ...]
    level: str | None
    organizations: tuple[str, ...]
    wins: int | None
    losses: int | None
    games: str | None
    postseason_games: int
    source: str
    confidence: str | None = None
    table: str = "listed_manager"
    affiliations: tuple[tuple[str, str, str], ...] = ()
    of_club: tuple[int, int] | None = None
    manager: str | None = None
    whole_season: bool = False

    @property
    def weak(self) -> bool:
        """Whether the row is too uncertain to decide a claim."""
        return self.confidence == "weak"


class BookSeason(NamedTuple):
    """A manager's regular season with a club by the record book (Lahman's Managers), of which the lake has no games."""

    season: int
    club: str
    wins: int
    losses: int
    ties: int


@dataclass(frozen=True)
class Person:
    """What the lake knows about one person.

    Of the dates of birth and death parts that are not known are null; all of the latter are, of who lives.
    `managed_first` is his first season as a manager in the majors or the minors, null if none is known. `missing`
    are the seasons in which the record book has him managing and the lake has no game. `records` and `starts` are of
    the majors alone; `listed` are his seasons elsewhere by the file of managers, `farm_starts` his starts elsewhere.
    `book` has his seasons of which the record book alone has a record.
    """

    person_id: str
    name: str
    born: tuple[int | None, int | None, int | None] = (None, None, None)
    died: tuple[int | None, int | None, int | None] = (None, None, None)
    debut: date | None = None
    played_first: int | None = None
    played_last: int | None = None
    managed_first: int | None = None
    records: tuple[Record, ...] = ()
    starts: tuple[Starts, ...] = ()
    missing: tuple[int, ...] = ()
    listed: tuple[Listing, ...] = ()
    farm_starts: tuple[Starts, ...] = ()
    book: tuple[BookSeason, ...] = ()

    @property
    def called(self) -> str:
        """His name and what parts him from others of it: `Billy Martin (born 1928)`."""
        return f"{self.name} (born {self.born[0]})" if self.born[0] else f"{self.name} ({self.person_id})"


@dataclass(frozen=True)
class Series:
    """A postseason series: codes and names of the two clubs."""

    winner: str | None
    winner_name: str | None
    loser: str | None
    loser_name: str | None


@dataclass(frozen=True)
class Winner:
    """Who won an award in a league."""

    award: str
    league: str
    person_id: str | None
    name: str | None


@dataclass(frozen=True)
class Facts:
    """The lake, as far as judging needs it.

    `seasons` have games of the level MLB; `incomplete` are those of which games are lacking. `codes` maps season
    and plain name to a club's code, `names` season and code to its name, `managers` season and code to who ran
    its games (person_id, name, wins, losses), `finishers` to whom its last game of the season is credited. `official`
    has a club's wins, losses and ties of the record book where they differ from its games', but for the book's errors.
    `doubted` has, by season and code, why the games' source may name a wrong manager of a club's whole season.
    `club_games` has how many games a club had on average in a season of which the lake has none, `book` by season and
    code a club's wins, losses and ties of the record book in such a season.
    `listed` has every row of the file of managers, whoever the claims are about. `series` and `awards` have a season as
    key, and are empty where the record book was not given.
    """

    seasons: frozenset[int] = frozenset()
    incomplete: frozenset[int] = frozenset()
    codes: Mapping[tuple[int, str], str] = field(default_factory=dict)
    names: Mapping[tuple[int, str], str] = field(default_factory=dict)
    managers: Mapping[tuple[int, str], tuple[tuple[str, str, int, int], ...]] = field(default_factory=dict)
    finishers: Mapping[tuple[int, str], str] = field(default_factory=dict)
    official: Mapping[tuple[int, str], tuple[int, int, int]] = field(default_factory=dict)
    club_games: Mapping[int, int] = field(default_factory=dict)
    doubted: Mapping[tuple[int, str], str] = field(default_factory=dict)
    series: Mapping[int, Mapping[str, Series]] = field(default_factory=dict)
    awards: Mapping[int, tuple[Winner, ...]] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)
    book: Mapping[tuple[int, str], tuple[int, int, int]] = field(default_factory=dict)
    listed: tuple[Listing, ...] = ()

    def absent(self, seasons: Collection[int]) -> list[int]:
        """Of the seasons those that the lake lacks, whole or in part."""
        return sorted(season for season in seasons if season not in self.seasons or season in self.incomplete)

    def code(self, season: int, name: str) -> str | None:
        """Return the code of the major-league club of that name in the season; null if there was none."""
        return self.codes.get((season, plain(name)))

    def is_major(self, name: str) -> bool:
        """Return whether any season had a major-league club of that name."""
        return plain(name) in self._major_names

    def called(self, season: int, nickname: str) -> set[str]:
        """Return the codes of the season's clubs whose names end with a nickname: of the Dodgers of Brooklyn too."""
        return {code for code, name in self._names_of.get(season, ()) if name.endswith(f" {nickname}")}

    def clubs_of(self, season: int) -> Sequence[tuple[str, str]]:
        """Return the codes and names of the season's major-league clubs."""
        return self._names_of.get(season, ())

    @cached_property
    def _names_of(self) -> Mapping[int, Sequence[tuple[str, str]]]:
        found: dict[int, list[tuple[str, str]]] = {}
        for (season, code), name in self.names.items():
            found.setdefault(season, []).append((code, name))
        return found

    @cached_property
    def _major_names(self) -> frozenset[str]:
        return frozenset(name for _season, name in self.codes)
