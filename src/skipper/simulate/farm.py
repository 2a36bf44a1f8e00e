"""The two lower levels of the farm system: people and play-by-play for one season."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import count

import numpy as np

from skipper.simulate.cast import Manager
from skipper.simulate.clubs import LOWER_CLUBS, LOWER_LEAGUES, League, clubs_of
from skipper.simulate.games import PlayedGame
from skipper.simulate.league_season import play_schedule
from skipper.simulate.lineup_card import Policy
from skipper.simulate.people import Person, Player, Registrar
from skipper.simulate.rosters import Roster, Rosters, opening_roster
from skipper.simulate.schedule import season_schedule

FARM_SEASON = 2042
FIRST_MLBAM_ID = 9_000_001
_MANAGERS = {
    "FenMBL": ("Ansel", "Thornquist", date(1988, 3, 14)),
    "GosMBL": ("Dov", "Marchetta", date(1991, 9, 2)),
    "HayMBL": ("Leopold", "Stanwick", date(1985, 12, 20)),
    "LarMBL": ("Rufus", "Abernale", date(1993, 6, 5)),
    "BriTHL": ("Cosmo", "Vandermeer", date(1996, 10, 11)),
    "CobTHL": ("Otis", "Fairclough", date(1982, 4, 28)),
    "DovTHL": ("Hugo", "Lindqvist", date(1990, 7, 30)),
}
# No source names Emberley's manager.
_UNLISTED = ("EmbTHL", ("Barnaby", "Oxcroft", date(1984, 8, 17)))
WHOLE_GAME = Policy(starter_batters=200, hook_runs=100, pinch_inning=100)
"""The policy of all managers at these levels: nobody is substituted."""


@dataclass(frozen=True)
class Farm:
    """One season of the lower levels: rosters, managers by club code, and games in schedule order."""

    rosters: Rosters
    managers: dict[str, Person]
    games: tuple[PlayedGame, ...]

    @property
    def people(self) -> list[Person]:
        """Return all players and managers."""
        players = [player.person for roster in self.rosters.values() for player in roster.players]
        return [*players, *self.managers.values()]


def play_farm(registrar: Registrar, rng: np.random.Generator, policy: Policy = WHOLE_GAME) -> Farm:
    """Play the lower leagues' season. `registrar` knows the names and ids in use; these people are not added to it.

    All managers follow the policy.
    """
    own = Registrar(rng, names=registrar.names, keys=registrar.keys, issued=registrar.issued)
    numbers = count(FIRST_MLBAM_ID)

    def numbered(person: Person) -> Person:
        return replace(person, mlbam_id=str(next(numbers)), in_lahman=False)

    rosters = {(FARM_SEASON, c.code): _numbered(opening_roster(c, own, FARM_SEASON), numbered) for c in LOWER_CLUBS}
    running = {
        club: numbered(own.enrol((first, last), born, ("R", "R")))
        for club, (first, last, born) in (*_MANAGERS.items(), _UNLISTED)
    }
    games = [game for league in LOWER_LEAGUES for game in _play(league, rosters, running, policy, rng)]
    return Farm(rosters, {club: running[club] for club in _MANAGERS}, tuple(games))


def _numbered(roster: Roster, numbered: Callable[[Person], Person]) -> Roster:
    """Return the roster with MLBAM ids."""

    def all_of(players: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(replace(player, person=numbered(player.person)) for player in players)

    return Roster(all_of(roster.hitters), all_of(roster.rotation), all_of(roster.bullpen))


def _play(
    league: League, rosters: Rosters, running: Mapping[str, Person], policy: Policy, rng: np.random.Generator
) -> Iterator[PlayedGame]:
    clubs = clubs_of(league)

    def managing(club: str, _game: int) -> Manager:
        return Manager(running[club], policy)

    schedule = season_schedule(clubs, FARM_SEASON, rng)
    yield from play_schedule(schedule, {club.code: rosters[FARM_SEASON, club.code] for club in clubs}, managing, rng)
