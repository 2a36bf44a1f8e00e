"""Rosters for all clubs in all seasons, with new players, promotions from AA to AAA, and absences."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

import numpy as np

from skipper.definitions.levels import LADDER
from skipper.simulate.cast import ABSENCES, FEATURED, HEALTHY_CLUBS, Absence, Featured
from skipper.simulate.clubs import CLUBS, SEASONS, Club, affiliate_below
from skipper.simulate.people import Player, Registrar

REGULARS = ((2,), (3,), (4,), (5,), (6,), (7,), (8,), (9,))
COVER = ((3, 5, 7), (4, 5, 6), (8, 7, 9), (7, 9), (2,))
ROTATION_SIZE = 5
BULLPEN_SIZE = 4
AGES = {
    "MLB": (25, 34),
    "AAA": (23, 31),
    "AA": (20, 25),
    "A+": (20, 24),
    "A": (19, 23),
    "A-": (19, 22),
    "Rk+": (18, 21),
    "Rk": (17, 20),
}
A_LEVEL = 0.8
"""Talent by which a level exceeds the one below, in standard deviations, for batters and pitchers alike.

By the lineup model this costs a batter 18 % of the batter's runs, which is what Bill James took off the runs of
Triple-A batters in the majors (Baseball Abstract, 1985). That all other levels are equally far apart is an assumption.
"""
AVERAGE_TALENT = {level: -A_LEVEL * rung for rung, level in enumerate(LADDER)}


@dataclass(frozen=True)
class Roster:
    """A club's players in a season.

    `hitters` is in depth-chart order, regulars before substitutes. `rotation` is in order of starts, and `bullpen` has
    the closer first. `absences` lists the players who are away from the club, with dates.
    """

    hitters: tuple[Player, ...]
    rotation: tuple[Player, ...]
    bullpen: tuple[Player, ...]
    absences: tuple[Absence, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        """Return every player on the roster."""
        return self.hitters + self.rotation + self.bullpen

    def available(self, day: date) -> list[Player]:
        """Return the hitters who are with the club on a day, in depth-chart order."""
        away = {a.player for a in self.absences if a.first <= day <= a.last}
        return [player for player in self.hitters if player.name not in away]


Rosters = dict[tuple[int, str], Roster]
"""Rosters by season and club code."""


def all_rosters(registrar: Registrar, rng: np.random.Generator) -> Rosters:
    """Return the rosters for every club in every season."""
    season = SEASONS[0]
    current = {club.code: opening_roster(club, registrar, season) for club in CLUBS}
    _place_featured(current, registrar)
    rosters: Rosters = {}
    for season in SEASONS:
        if season > SEASONS[0]:
            current = _after_winter(current, registrar, season, rng)
        for club in CLUBS:
            rosters[season, club.code] = _for_season(current, club, season, rng)
    return rosters


def opening_roster(club: Club, registrar: Registrar, season: int) -> Roster:
    """Return a club's first roster: recruits only."""
    level = club.league.level
    given = season, AGES[level], AVERAGE_TALENT[level]
    hitters = tuple(registrar.recruit(positions, *given) for positions in REGULARS + COVER)
    rotation = tuple(registrar.recruit((1,), *given) for _ in range(ROTATION_SIZE))
    bullpen = tuple(registrar.recruit((1,), *given) for _ in range(BULLPEN_SIZE))
    return Roster(hitters, _with_left_handers(rotation, registrar), bullpen)


def _with_left_handers(rotation: tuple[Player, ...], registrar: Registrar) -> tuple[Player, ...]:
    """Make the second starter left-handed (and, at half of the clubs, the fifth), and the others right-handed."""
    lefts = {1, 4} if registrar.rng.random() < 0.5 else {1}
    return tuple(_throwing(p, "L" if i in lefts else "R", registrar) for i, p in enumerate(rotation))


def _throwing(pitcher: Player, hand: str, registrar: Registrar) -> Player:
    """Return the pitcher with the given throwing hand, and update the registrar's list of people."""
    person = replace(pitcher.person, bats=hand, throws=hand)
    registrar.people[registrar.people.index(pitcher.person)] = person
    return replace(pitcher, person=person)


def _place_featured(current: dict[str, Roster], registrar: Registrar) -> None:
    """Replace recruits with the featured players at their positions."""
    for featured in FEATURED:
        roster = current[featured.club]
        index = _regular_at(featured)
        registrar.people.remove(roster.hitters[index].person)
        person = registrar.enrol((featured.first, featured.last), featured.born, featured.hands)
        player = Player(person, (featured.position,), AVERAGE_TALENT["AA"] + featured.talent)
        current[featured.club] = _replaced(roster, index, player)


def _regular_at(featured: Featured) -> int:
    return REGULARS.index((featured.position,))


def _replaced(roster: Roster, index: int, player: Player) -> Roster:
    hitters = list(roster.hitters)
    hitters[index] = player
    return replace(roster, hitters=tuple(hitters))


def _after_winter(
    current: dict[str, Roster], registrar: Registrar, season: int, rng: np.random.Generator
) -> dict[str, Roster]:
    """Return next season's rosters, in which some AA players replace AAA players and are replaced by recruits."""
    after = dict(current)
    for upper in CLUBS:
        lower = affiliate_below(upper)
        if lower is None:
            continue
        above, below = current[upper.code], current[lower.code]
        hitters = _promoted_hitters(above, below, rng)
        starters = {int(i) for i in rng.choice(ROTATION_SIZE, 2, replace=False)}
        after[upper.code] = _take_from(above, below, hitters, starters)
        after[lower.code] = _refill(below, hitters, starters, registrar, season)
    return after


def _promoted_hitters(above: Roster, below: Roster, rng: np.random.Generator) -> set[int]:
    """Return the depth-chart positions of promoted hitters: the featured players and three others."""
    featured = {f"{f.first} {f.last}" for f in FEATURED}
    forced = {i for i, player in enumerate(below.hitters) if player.name in featured}
    kept = {i for i, player in enumerate(above.hitters) if player.name in featured}
    others = [i for i in range(len(above.hitters)) if i not in forced | kept]
    return forced | {int(i) for i in rng.choice(others, 3, replace=False)}


def _take_from(above: Roster, below: Roster, hitters: set[int], starters: set[int]) -> Roster:
    """Return the AAA roster with the promoted players, who have improved as much as the levels differ."""

    def grown(player: Player) -> Player:
        return replace(player, talent=player.talent + A_LEVEL)

    return Roster(
        tuple(grown(below.hitters[i]) if i in hitters else player for i, player in enumerate(above.hitters)),
        tuple(grown(below.rotation[i]) if i in starters else player for i, player in enumerate(above.rotation)),
        above.bullpen,
    )


def _refill(below: Roster, hitters: set[int], starters: set[int], registrar: Registrar, season: int) -> Roster:
    """Return the AA roster with recruits in place of promoted players. A new starter has the same throwing hand."""

    def new(player: Player) -> Player:
        return registrar.recruit(player.positions, season, AGES["AA"], AVERAGE_TALENT["AA"])

    return Roster(
        tuple(new(player) if i in hitters else player for i, player in enumerate(below.hitters)),
        tuple(
            _throwing(new(player), player.person.throws, registrar) if i in starters else player
            for i, player in enumerate(below.rotation)
        ),
        below.bullpen,
    )


def _for_season(current: dict[str, Roster], club: Club, season: int, rng: np.random.Generator) -> Roster:
    """Return the club's roster with absences. A player who joins during the season comes first in the depth chart."""
    roster = current[club.code]
    named = tuple(a for a in ABSENCES if (a.club, a.first.year) == (club.code, season))
    absences = named + injuries(roster, club, season, rng)
    below = affiliate_below(club)
    joining = tuple(
        player
        for player in (current[below.code].hitters if below else ())
        if player.name in {absence.player for absence in named}
    )
    return replace(roster, hitters=joining + roster.hitters, absences=absences)


def injuries(roster: Roster, club: Club, season: int, rng: np.random.Generator, number: int = 3) -> tuple[Absence, ...]:
    """Return absences of ten to twenty-five days for some regulars, excluding featured players."""
    if club.code in HEALTHY_CLUBS:
        return ()
    featured = {f"{f.first} {f.last}" for f in FEATURED}
    able = [player for player in roster.hitters[: len(REGULARS)] if player.name not in featured]
    absences = []
    for i in rng.choice(len(able), number, replace=False):
        first = date(season, 4, 15) + timedelta(days=int(rng.integers(0, 95)))
        last = first + timedelta(days=int(rng.integers(10, 26)))
        absences.append(Absence(club.code, able[i].name, first, last, "injured list"))
    return tuple(absences)
