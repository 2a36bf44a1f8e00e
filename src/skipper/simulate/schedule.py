"""Season schedules, with series of three or four games, off days, rainouts and doubleheaders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import cycle, islice

import numpy as np

from skipper.simulate.clubs import Club

SERIES_LENGTHS = (4, 3, 4, 4, 3, 4)
"""Games per series for each round of opponents; six rounds make 22 games per opponent, 11 at home."""
ROUNDS_BEFORE_BREAK = 15
BREAK_DAYS = 3
RAIN = 0.04
"""Probability that a game is rained out."""


@dataclass(frozen=True)
class ScheduledGame:
    """A scheduled game. `game_number` is 0, or 1 or 2 in a doubleheader. `time` is D (day) or N (night)."""

    day: date
    game_number: int
    visitor: Club
    home: Club
    time: str


def season_schedule(
    league: Sequence[Club], season: int, rng: np.random.Generator, rounds: int | None = None
) -> list[ScheduledGame]:
    """Return the games of a league's clubs in a season, sorted by date, home club and game number, after rainouts.

    The number of clubs must be even. In a round every club plays a series; by default, clubs meet every opponent six
    times.
    """
    clubs = list(league)
    rng.shuffle(clubs)
    games: list[ScheduledGame] = []
    day = _first_friday_of_april(season)
    for number, (length, pairs) in enumerate(islice(_rounds(clubs), rounds or 6 * (len(clubs) - 1)), start=1):
        for visitor, home in pairs:
            games += _series(visitor, home, day, length, rng)
        day += timedelta(days=length + number % 2)
        if number == ROUNDS_BEFORE_BREAK:
            day += timedelta(days=BREAK_DAYS)
    return sorted(games, key=lambda game: (game.day, game.home.code, game.game_number))


def _first_friday_of_april(season: int) -> date:
    first = date(season, 4, 1)
    return first + timedelta(days=(4 - first.weekday()) % 7)


def _rounds(clubs: Sequence[Club]) -> Iterator[tuple[int, list[tuple[Club, Club]]]]:
    """Yield the number of games and the (visitor, home) pairs of each round, by the circle method, without end."""
    fixed, *others = clubs
    for around, length in enumerate(cycle(SERIES_LENGTHS)):
        for turn in range(len(others)):
            ring = [fixed, *others[turn:], *others[:turn]]
            pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
            swaps = [(around + turn + i) % 2 for i in range(len(pairs))]
            yield length, [(b, a) if swap else (a, b) for (a, b), swap in zip(pairs, swaps, strict=True)]


def _series(visitor: Club, home: Club, first: date, length: int, rng: np.random.Generator) -> Iterator[ScheduledGame]:
    """Yield a series' games. A rained-out game is made up in a doubleheader the next day, or lost on the last day."""
    owed = 0
    for offset in range(length):
        day = first + timedelta(days=offset)
        if not owed and rng.random() < RAIN:
            owed = 1
        elif owed:
            yield ScheduledGame(day, 1, visitor, home, "D")
            yield ScheduledGame(day, 2, visitor, home, "N")
            owed = 0
        else:
            time = "D" if day.weekday() == 6 or (offset == length - 1 and rng.random() < 0.5) else "N"
            yield ScheduledGame(day, 0, visitor, home, time)
