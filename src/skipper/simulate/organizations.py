"""Fictional organizations with a club at every level, and their rosters and managers in each season.

Only one season is kept in memory at a time: players move up, or leave, in the winter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

import numpy as np

from skipper.definitions.levels import LADDER
from skipper.simulate.cast import Absence, Manager
from skipper.simulate.clubs import Club, League
from skipper.simulate.lineup_card import Policy
from skipper.simulate.people import Person, Player, Registrar
from skipper.simulate.rosters import AGES, AVERAGE_TALENT, REGULARS, Roster, injuries, opening_roster

FIRST_SEASON = 2041
ROUNDS = {"MLB": 44, "AAA": 40, "AA": 38, "A+": 36, "A": 36, "A-": 20, "Rk+": 18, "Rk": 16}
"""Series that a club plays in a season, of three or four games."""
INJURED, LEAVES, NEW_MANAGER = 2, 0.5, 0.25
"""Regulars injured in a season; probabilities that a roster place, or a manager's job, is vacated in the winter."""
PROSPECTS = 2
POLICIES = ("platooner", "plan follower", "plan ignorer", "quick hook", "restless")
_KEPT, _NEW = 0.8, 0.5  # a promoted player's talent relative to the average: share kept, standard deviation added

_LEAGUES = ("Meridian", "Lantern", "Saddle", "Granite", "Mossback", "Thimble", "Cricket", "Sparrow")
_BEGINNINGS = (
    "Amber", "Ash", "Birch", "Cold", "Drum", "Elder", "Fern", "Glen", "Hazel", "Iron", "Juniper", "Kettle", "Lark",
    "Marsh", "North", "Oak",
)  # fmt: skip
_ENDINGS = (
    "bridge", "brook", "burn", "bury", "cliffe", "dale", "ford", "gate", "haven", "holm", "mere", "mouth", "stead",
    "ton", "vale", "wick",
)  # fmt: skip
_NICKNAMES = (
    "Anvils", "Bakers", "Chandlers", "Dories", "Engravers", "Farriers", "Glaziers", "Hatters", "Ironsides", "Joiners",
    "Knitters", "Loggers", "Masons", "Netmakers", "Ostlers", "Potters",
)  # fmt: skip
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class LeagueSeason:
    """Everything needed to play one league's season: its clubs, and their rosters and managers by club code."""

    season: int
    league: League
    clubs: tuple[Club, ...]
    rosters: Mapping[str, Roster]
    managers: Mapping[str, Manager]
    seed: int


def leagues() -> tuple[League, ...]:
    """Return a league for every level, the highest first. Pitchers bat only in the highest league."""
    return tuple(
        League(f"{number}SL", f"{name} League", level, designated_hitter=number > 0, crowd=30_000 // (1 + 2 * number))
        for number, (level, name) in enumerate(zip(LADDER, _LEAGUES, strict=True))
    )


def ladder_of(number: int) -> tuple[Club, ...]:
    """Return an organization's clubs, highest level first."""
    nickname = _NICKNAMES[number % len(_NICKNAMES)]
    parent = f"{_city(number, 0)} {nickname}"
    code = _LETTERS[number // len(_LETTERS)] + _LETTERS[number % len(_LETTERS)]
    clubs = []
    for rung, league in enumerate(leagues()):
        city = _city(number, rung)
        own = _NICKNAMES[(number + 5 * rung) % len(_NICKNAMES)]
        clubs.append(Club(f"{rung}{code}", city, own, league, parent, f"{city} Park", ""))
    return tuple(clubs)


def _city(number: int, rung: int) -> str:
    """Return one of 256 place names, all different."""
    place = (number * len(LADDER) + rung) * 37 % (len(_BEGINNINGS) * len(_ENDINGS))
    return _BEGINNINGS[place // len(_ENDINGS)] + _ENDINGS[place % len(_ENDINGS)]


def seasons(organizations: int, seed: int, first: int = FIRST_SEASON) -> Iterator[tuple[LeagueSeason, ...]]:
    """Yield the leagues of one season after another, indefinitely.

    The number of organizations is even and at most 32, because there are no names for more clubs. The same arguments
    and seed produce the same seasons.
    """
    registrar = Registrar(np.random.default_rng((seed, 0)), powers=np.random.default_rng((seed, 2)))
    rng = np.random.default_rng((seed, 1))
    ladders = [ladder_of(number) for number in range(organizations)]
    systems = [_System.opened(ladder, registrar, first) for ladder in ladders]
    season = first
    while True:
        played = [system.for_season(season, rng) for system in systems]
        managed = [system.managing(rosters) for system, rosters in zip(systems, played, strict=True)]
        yield tuple(
            LeagueSeason(
                season,
                league,
                tuple(ladder[rung] for ladder in ladders),
                {ladder[rung].code: rosters[rung] for ladder, rosters in zip(ladders, played, strict=True)},
                {ladder[rung].code: managers[rung] for ladder, managers in zip(ladders, managed, strict=True)},
                seed,
            )
            for rung, league in enumerate(leagues())
        )
        season += 1
        systems = [system.after_winter(registrar, season, rng) for system in systems]
        registrar.people.clear()
        registrar.keys.clear()
        registrar.names = {name for system in systems for name in system.names}


@dataclass(frozen=True)
class Job:
    """A manager's employment: the person, and the person's policy (one of POLICIES)."""

    person: Person
    kind: str


@dataclass(frozen=True)
class _System:
    """An organization between two seasons: clubs, rosters and managers, the highest level first."""

    ladder: tuple[Club, ...]
    rosters: tuple[Roster, ...]
    managers: tuple[Job, ...]

    @classmethod
    def opened(cls, ladder: tuple[Club, ...], registrar: Registrar, season: int) -> _System:
        rosters = tuple(opening_roster(club, registrar, season) for club in ladder)
        return cls(ladder, rosters, tuple(_hired(registrar, season) for _ in ladder))

    @property
    def names(self) -> Iterator[str]:
        """Yield the names of everybody in the organization."""
        yield from (player.name for roster in self.rosters for player in roster.players)
        yield from (job.person.name for job in self.managers)

    def managing(self, rosters: tuple[Roster, ...]) -> tuple[Manager, ...]:
        """Return the managers with their policies for these rosters."""
        jobs = zip(self.managers, rosters, strict=True)
        return tuple(Manager(job.person, _policy(job.kind, roster)) for job, roster in jobs)

    def after_winter(self, registrar: Registrar, season: int, rng: np.random.Generator) -> _System:
        """Return the organization after some players have left and those below have moved up."""
        hitters, rotations, bullpens = (
            self._moved(part, registrar, season, rng) for part in ("hitters", "rotation", "bullpen")
        )
        rosters = tuple(Roster(*rung) for rung in zip(hitters, rotations, bullpens, strict=True))
        managers = tuple(_hired(registrar, season) if rng.random() < NEW_MANAGER else job for job in self.managers)
        return _System(self.ladder, rosters, managers)

    def _moved(
        self, part: str, registrar: Registrar, season: int, rng: np.random.Generator
    ) -> list[tuple[Player, ...]]:
        """Return one part of every roster. If a place is vacated, the players below in the same place move up."""
        places = []
        for column in zip(*(getattr(roster, part) for roster in self.rosters), strict=True):
            if rng.random() < LEAVES:
                left = int(rng.integers(len(column)))
                promoted = [_promoted(player, rung, rng) for rung, player in enumerate(column[left + 1 :], left)]
                lowest = LADDER[-1]
                recruit = registrar.recruit(column[left].positions, season, AGES[lowest], AVERAGE_TALENT[lowest])
                column = (*column[:left], *promoted, recruit)
            places.append(column)
        return [tuple(rung) for rung in zip(*places, strict=True)]

    def for_season(self, season: int, rng: np.random.Generator) -> tuple[Roster, ...]:
        """Return the rosters with injuries; the player in the same place one level down replaces an injured player."""
        rosters = list(self.rosters)
        for rung, club in enumerate(self.ladder):
            for absence in injuries(rosters[rung], club, season, rng, INJURED):
                rosters[rung] = _away(rosters[rung], absence)
                if rung + 1 < len(rosters):
                    below = self.ladder[rung + 1]
                    place = [player.name for player in self.rosters[rung].hitters].index(absence.player)
                    called = self.rosters[rung + 1].hitters[place]
                    rosters[rung + 1] = _away(rosters[rung + 1], replace(absence, club=below.code, player=called.name))
                    rosters[rung] = _joined(rosters[rung], called, absence)
        return tuple(rosters)


def _promoted(player: Player, rung: int, rng: np.random.Generator) -> Player:
    """Return a promoted player, about as far from the new level's average as before from the old level's."""
    before, now = AVERAGE_TALENT[LADDER[rung + 1]], AVERAGE_TALENT[LADDER[rung]]
    return replace(player, talent=now + _KEPT * (player.talent - before) + float(rng.normal(0, _NEW)))


def _away(roster: Roster, absence: Absence) -> Roster:
    return replace(roster, absences=(*roster.absences, absence))


def _joined(roster: Roster, called: Player, absence: Absence) -> Roster:
    """Return the roster with a player who is with the club only while another is away."""
    year = absence.first.year
    elsewhere = (
        Absence(absence.club, called.name, date(year, 1, 1), absence.first - timedelta(days=1), "not called up yet"),
        Absence(absence.club, called.name, absence.last + timedelta(days=1), date(year, 12, 31), "sent down"),
    )
    return replace(roster, hitters=(*roster.hitters, called), absences=(*roster.absences, *elsewhere))


def _hired(registrar: Registrar, season: int) -> Job:
    person = registrar.recruit((2,), season, (38, 62)).person
    return Job(person, POLICIES[int(registrar.rng.integers(len(POLICIES)))])


def prospects(roster: Roster) -> list[Player]:
    """Return the best batters, whom the front office wants at the top of the order."""
    return sorted(roster.hitters[: len(REGULARS)], key=lambda player: -player.talent)[:PROSPECTS]


def _policy(kind: str, roster: Roster) -> Policy:
    """Return a manager's policy for a roster. One who follows the plan orders batters by talent, so that prospects bat
    at the top.
    """
    if kind == "platooner":
        lefts = [player.name for player in roster.hitters[: len(REGULARS)] if player.person.bats == "L"]
        return Policy(platooned=frozenset(lefts[:2]), matchups=1.0, pinch_inning=6)
    if kind == "plan ignorer":
        return Policy(bats_low=frozenset(player.name for player in prospects(roster)))
    if kind == "quick hook":
        return Policy(starter_batters=18, hook_runs=3)
    if kind == "restless":
        return Policy(rest_rate=0.1, reshuffle=1.0)
    return Policy(rest_rate=0.03, reshuffle=0.0)
