"""The managers, their lineup policies and terms, and the players whose usage is set by design.

The usage tables and records should show the following:

- Ambrose Kettleworth manages Vellum Creek (AA) in 2041 and is promoted to Harrow Bay (AAA). Kettleworth rarely starts
  Dashiell Corrivale, a left-handed batter, against left-handers, and bats the top prospect Nico Averanda 8th or 9th
  (8th if the pitcher bats ninth).
- Averanda joins Harrow Bay on 1 July 2041 and bats near the top of the order under other managers. From 15 July 2043
  Averanda is with the parent club. Corrivale is with the parent club from 25 June to 17 July 2042.
- Casimir Oldenrook of Silver Reach bats the prospect Tobias Renwicke low in 2042 and 2043.
- Horace Stillmere of Tallowmere uses the same lineup nearly every day; Benedict Whirlow of Quoin Harbor uses a
  different one nearly every day.
- Lucian Farrowgate of Harrow Bay is dismissed after 52 games in 2041 and is succeeded by Teo Brancaleon.
- Orrin Delacombe of Pike Saddle misses games 41 to 43 of 2042. Phipps Sandoway is acting manager for these games, and
  appears only in the games and the register.
"""

from dataclasses import dataclass
from datetime import date

from skipper.simulate.lineup_card import Policy
from skipper.simulate.people import Person, Registrar


@dataclass(frozen=True)
class Manager:
    """A manager, with a lineup policy."""

    person: Person
    policy: Policy


@dataclass(frozen=True)
class Term:
    """A range of a club's games under one manager, numbered within the season.

    `last_game` is None for a term that lasts to the end of the season. `inseason` is an appointed manager's place in
    the season's sequence of managers, or None for an acting manager.
    """

    season: int
    club: str
    manager: str
    first_game: int = 1
    last_game: int | None = None
    inseason: int | None = 1

    def covers(self, season: int, club: str, game: int) -> bool:
        """Return whether the term includes the given game of the club's season."""
        here = (self.season, self.club) == (season, club)
        return here and self.first_game <= game and (self.last_game is None or game <= self.last_game)


@dataclass(frozen=True)
class Absence:
    """The days, inclusive, on which a player (identified by name) is away from the club."""

    club: str
    player: str
    first: date
    last: date
    why: str


@dataclass(frozen=True)
class Featured:
    """A player whose usage is set by design. `club` is the player's first AA club; `talent` is relative to AA."""

    first: str
    last: str
    hands: tuple[str, str]
    position: int
    talent: float
    born: date
    club: str


FEATURED = (
    Featured("Dashiell", "Corrivale", ("L", "L"), 7, 1.0, date(2018, 3, 2), "VLM"),
    Featured("Nico", "Averanda", ("R", "R"), 6, 2.2, date(2020, 11, 19), "VLM"),
    Featured("Tobias", "Renwicke", ("R", "R"), 2, 1.8, date(2019, 6, 27), "CND"),
)
ABSENCES = (
    Absence("VLM", "Nico Averanda", date(2041, 7, 1), date(2041, 12, 31), "promoted to Harrow Bay"),
    Absence("HBR", "Nico Averanda", date(2041, 1, 1), date(2041, 6, 30), "with Vellum Creek"),
    Absence("HBR", "Dashiell Corrivale", date(2042, 6, 25), date(2042, 7, 17), "with the parent club"),
    Absence("HBR", "Nico Averanda", date(2043, 7, 15), date(2043, 12, 31), "with the parent club"),
)
HEALTHY_CLUBS = frozenset({"TLN"})
"""Clubs without injuries, so that they can use one lineup all season."""

_PLATOONS = Policy(platooned=frozenset({"Dashiell Corrivale"}), bats_low=frozenset({"Nico Averanda"}))
_BATS_LOW = Policy(bats_low=frozenset({"Tobias Renwicke"}))
_ONE_LINEUP = Policy(rest_rate=0.006, reshuffle=0.0, matchups=0.0)
_NEW_LINEUP = Policy(rest_rate=0.1, reshuffle=1.0)

# First name, last name, birth date, whether the manager was a player (which affects ids), policy.
_MANAGERS = (
    ("Ambrose", "Kettleworth", date(1990, 9, 14), True, _PLATOONS),
    ("Lucian", "Farrowgate", date(1984, 1, 30), True, Policy(reshuffle=0.2)),
    ("Teo", "Brancaleon", date(1995, 5, 8), False, Policy(rest_rate=0.08)),
    ("Horace", "Stillmere", date(1981, 12, 3), True, _ONE_LINEUP),
    ("Benedict", "Whirlow", date(1998, 2, 21), False, _NEW_LINEUP),
    ("Casimir", "Oldenrook", date(1987, 7, 11), True, _BATS_LOW),
    ("Ignatius", "Pellworth", date(1979, 10, 25), False, Policy(rest_rate=0.04)),
    ("Wendell", "Achterby", date(1992, 4, 17), True, Policy(matchups=1.0)),
    ("Orrin", "Delacombe", date(1986, 8, 6), False, Policy()),
    ("Joaquin", "Sotomonte", date(1993, 3, 29), True, Policy(reshuffle=0.5)),
    ("Kenji", "Takenobe", date(1989, 6, 12), False, Policy(matchups=0.2)),
    ("Emmett", "Loxdale", date(1977, 11, 9), True, Policy(rest_rate=0.05)),
    ("Silas", "Brockhaven", date(1996, 1, 15), False, Policy(reshuffle=0.6)),
    ("Percival", "Nunford", date(1983, 5, 31), True, Policy(reshuffle=0.4)),
)
_ACTING = ("Phipps", "Sandoway", date(1991, 2, 4), Policy())
_NOT_IN_REGISTER = frozenset({"Silas Brockhaven"})

_STEADY_TERMS = {
    "TLN": "Horace Stillmere",
    "QUO": "Benedict Whirlow",
    "SVR": "Casimir Oldenrook",
    "OXB": "Ignatius Pellworth",
    "DRW": "Wendell Achterby",
    "PKS": "Orrin Delacombe",
    "CND": "Joaquin Sotomonte",
    "WNT": "Kenji Takenobe",
    "MRG": "Percival Nunford",
}
TERMS = (
    Term(2042, "PKS", "Phipps Sandoway", 41, 43, inseason=None),
    Term(2041, "HBR", "Lucian Farrowgate", 1, 52),
    Term(2041, "HBR", "Teo Brancaleon", 53, inseason=2),
    Term(2041, "VLM", "Ambrose Kettleworth"),
    Term(2042, "HBR", "Ambrose Kettleworth"),
    Term(2042, "VLM", "Teo Brancaleon"),
    Term(2043, "HBR", "Ambrose Kettleworth"),
    Term(2043, "VLM", "Teo Brancaleon"),
    Term(2041, "ASK", "Emmett Loxdale"),
    Term(2042, "ASK", "Emmett Loxdale"),
    Term(2043, "ASK", "Silas Brockhaven"),
    *(Term(season, club, name) for season in (2041, 2042, 2043) for club, name in _STEADY_TERMS.items()),
)
"""Acting terms come first because, if two terms cover a game, the first determines the manager."""


def engage_managers(registrar: Registrar) -> dict[str, Manager]:
    """Return all managers, appointed and acting, by name."""
    managers = {}
    for first, last, born, played, policy in _MANAGERS:
        listed = f"{first} {last}" not in _NOT_IN_REGISTER
        person = registrar.enrol((first, last), born, ("R", "R"), played=played, in_register=listed)
        managers[person.name] = Manager(person, policy)
    first, last, born, policy = _ACTING
    person = registrar.enrol((first, last), born, ("R", "R"), played=False, in_lahman=False)
    return managers | {person.name: Manager(person, policy)}


def manager_of(managers: dict[str, Manager], season: int, club: str, game: int) -> Manager:
    """Return the manager for a club's game. Games are numbered within the club's season."""
    return managers[next(term.manager for term in TERMS if term.covers(season, club, game))]
