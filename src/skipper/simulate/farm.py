"""The two lower levels of the farm system: people and play-by-play for one season."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import count

import numpy as np

from skipper.simulate.clubs import LOWER_CLUBS, LOWER_LEAGUES, Club, clubs_of
from skipper.simulate.lineup_card import PLATOON_TALENT, LineupCard, Policy, platoon_advantage, write_card
from skipper.simulate.people import Person, Player, Registrar
from skipper.simulate.rosters import Roster, Rosters, opening_roster
from skipper.simulate.schedule import ScheduledGame, season_schedule

FARM_SEASON = 2042
FIRST_MLBAM_ID = 9_000_001
# No source names Emberley's manager.
_MANAGERS = {
    "FenMBL": ("Ansel", "Thornquist", date(1988, 3, 14)),
    "GosMBL": ("Dov", "Marchetta", date(1991, 9, 2)),
    "HayMBL": ("Leopold", "Stanwick", date(1985, 12, 20)),
    "LarMBL": ("Rufus", "Abernale", date(1993, 6, 5)),
    "BriTHL": ("Cosmo", "Vandermeer", date(1996, 10, 11)),
    "CobTHL": ("Otis", "Fairclough", date(1982, 4, 28)),
    "DovTHL": ("Hugo", "Lindqvist", date(1990, 7, 30)),
}
ON_BASE = 0.32
TALENT_WEIGHT = 0.03
"""Chance of reaching base, and what a standard deviation of the batter's talent adds to it."""
_HITS, _HIT_SHARES = ("W", "S8/L", "D7/L", "HR/F8"), (0.26, 0.5, 0.16, 0.08)
_OUTS, _OUT_SHARES = ("K", "8/F8", "63/G6"), (0.34, 0.33, 0.33)
_BASES_GAINED = {"W": 1, "S8/L": 1, "D7/L": 2, "HR/F8": 4}


@dataclass(frozen=True)
class FarmGame:
    """One game: lineup cards and runs of both clubs, visitors first, and the plays.

    A play is (inning, batting side, batter, event); side 0 is the visitors, and the event is in Retrosheet's grammar.
    """

    scheduled: ScheduledGame
    cards: tuple[LineupCard, LineupCard]
    runs: tuple[int, int]
    plays: tuple[tuple[int, int, Person, str], ...]


@dataclass(frozen=True)
class Farm:
    """The lower levels of a season: rosters, managers by club code, and games in schedule order."""

    rosters: Rosters
    managers: dict[str, Person]
    games: tuple[FarmGame, ...]

    @property
    def people(self) -> list[Person]:
        """Return all players and managers."""
        players = [player.person for roster in self.rosters.values() for player in roster.players]
        return [*players, *self.managers.values()]


def play_farm(registrar: Registrar, rng: np.random.Generator) -> Farm:
    """Play the lower leagues' season. `registrar` knows the names and ids in use; it does not list these people."""
    own = Registrar(rng, names=registrar.names, keys=registrar.keys, issued=registrar.issued)
    numbers = count(FIRST_MLBAM_ID)

    def numbered(person: Person) -> Person:
        return replace(person, mlbam_id=str(next(numbers)), in_lahman=False)

    rosters = {(FARM_SEASON, c.code): _numbered(opening_roster(c, own, FARM_SEASON), numbered) for c in LOWER_CLUBS}
    managers = {
        club: numbered(own.enrol((first, last), born, ("R", "R"))) for club, (first, last, born) in _MANAGERS.items()
    }
    games = [
        game
        for league in LOWER_LEAGUES
        for game in _play(season_schedule(clubs_of(league), FARM_SEASON, rng), rosters, rng)
    ]
    return Farm(rosters, managers, tuple(games))


def _numbered(roster: Roster, numbered: Callable[[Person], Person]) -> Roster:
    """Return the roster with MLBAM ids."""

    def all_of(players: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(replace(player, person=numbered(player.person)) for player in players)

    return Roster(all_of(roster.hitters), all_of(roster.rotation), all_of(roster.bullpen))


def _play(schedule: list[ScheduledGame], rosters: Rosters, rng: np.random.Generator) -> Iterator[FarmGame]:
    turns = {club.code: 0 for club in LOWER_CLUBS}
    for scheduled in schedule:
        clubs = scheduled.visitor, scheduled.home
        starters = [_next_starter(club, rosters, turns) for club in clubs]
        cards = tuple(
            write_card(
                Policy(),
                rosters[FARM_SEASON, club.code].available(scheduled.day),
                own,
                other,
                designated_hitter=True,
                rng=rng,
            )
            for club, own, other in zip(clubs, starters, starters[::-1], strict=True)
        )
        yield play_game(scheduled, (cards[0], cards[1]), rng)


def _next_starter(club: Club, rosters: Rosters, turns: dict[str, int]) -> Player:
    rotation = rosters[FARM_SEASON, club.code].rotation
    turns[club.code] += 1
    return rotation[turns[club.code] % len(rotation)]


def play_game(scheduled: ScheduledGame, cards: tuple[LineupCard, LineupCard], rng: np.random.Generator) -> FarmGame:
    """Play a game, with extra innings while the score is level. Nobody is substituted."""
    runs, at_bat = [0, 0], [0, 0]
    plays = []
    inning = 1
    while inning <= 9 or runs[0] == runs[1]:
        for side in (0, 1):
            pitcher = cards[1 - side].starting_pitcher
            outs, bases = 0, frozenset[int]()
            while outs < 3 and not (side == 1 and inning >= 9 and runs[1] > runs[0]):
                batter, _position = cards[side].slots[at_bat[side] % 9]
                event = _event(batter, pitcher, rng)
                advances = _advances(event, bases)
                plays.append((inning, side, batter.person, event + _text_of(advances)))
                at_bat[side] += 1
                outs += event in _OUTS
                reached = {0: _BASES_GAINED[event]} if event in _BASES_GAINED else {}
                moved = {**{base: base for base in bases}, **advances, **reached}
                runs[side] += sum(base == 4 for base in moved.values())
                bases = frozenset(moved.values()) - {4}
        inning += 1
    return FarmGame(scheduled, cards, (runs[0], runs[1]), tuple(plays))


def _event(batter: Player, pitcher: Player, rng: np.random.Generator) -> str:
    edge = batter.talent - pitcher.talent + PLATOON_TALENT * platoon_advantage(batter, pitcher.person.throws)
    reaches = rng.random() < ON_BASE + TALENT_WEIGHT * edge
    return str(rng.choice(_HITS, p=_HIT_SHARES) if reaches else rng.choice(_OUTS, p=_OUT_SHARES))


def _advances(event: str, bases: frozenset[int]) -> dict[int, int]:
    """Return the bases that runners leave, with those that they gain (4 is home); a walk moves only forced runners."""
    if event in _OUTS:
        return {}
    if event == "W":
        forced = [base for base in (1, 2, 3) if {*range(1, base + 1)} <= bases]
        return {base: base + 1 for base in forced}
    return {base: min(base + _BASES_GAINED[event], 4) for base in bases}


def _text_of(advances: dict[int, int]) -> str:
    told = [f"{base}-{'H' if to == 4 else to}" for base, to in sorted(advances.items(), reverse=True)]
    return "." + ";".join(told) if told else ""
