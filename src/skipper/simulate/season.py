"""Simulate a league's season game by game, with one forfeit and one suspended game."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from skipper.simulate.cast import Manager, manager_of
from skipper.simulate.clubs import Club, League, clubs_of
from skipper.simulate.games import (
    HOME_ADVANTAGE,
    Decisions,
    Interruption,
    PlayedGame,
    Side,
    attendance,
    expected_runs,
    play_innings,
)
from skipper.simulate.lineup_card import write_card
from skipper.simulate.people import Person, Player
from skipper.simulate.rosters import Roster, Rosters
from skipper.simulate.schedule import ScheduledGame, season_schedule

FORFEIT = ("LCL", date(2042, 7, 20))
"""League and first day: the first suitable game from then on is forfeited to the visitor, who was behind."""
SUSPENSION = ("HSL", date(2043, 6, 10))
"""League and first day: the first suitable game from then on is suspended and completed the next day."""


def play_season(
    league: League,
    season: int,
    rosters: Rosters,
    managers: dict[str, Manager],
    rng: np.random.Generator,
) -> list[PlayedGame]:
    """Return the games of the league's regular season, in schedule order."""
    played: Counter[str] = Counter()
    games = []
    for scheduled in season_schedule(clubs_of(league), season, rng):
        played.update((scheduled.visitor.code, scheduled.home.code))
        games.append(_play(scheduled, played, rosters, managers, rng))
    return _suspend_one(_forfeit_one(games))


def _play(
    scheduled: ScheduledGame,
    played: Counter[str],
    rosters: Rosters,
    managers: dict[str, Manager],
    rng: np.random.Generator,
) -> PlayedGame:
    visitors = rosters[scheduled.day.year, scheduled.visitor.code]
    homers = rosters[scheduled.day.year, scheduled.home.code]
    away_starter = _starter(visitors, played[scheduled.visitor.code])
    home_starter = _starter(homers, played[scheduled.home.code])

    def side(club: Club, roster: Roster, own: Player, other: Player) -> Side:
        number = played[club.code]
        manager = manager_of(managers, scheduled.day.year, club.code, number)
        card = write_card(
            manager.policy,
            roster.available(scheduled.day),
            own,
            other,
            designated_hitter=scheduled.home.league.designated_hitter,
            rng=rng,
        )
        return Side(number, manager.person, card, ())

    away = side(scheduled.visitor, visitors, away_starter, home_starter)
    home = side(scheduled.home, homers, home_starter, away_starter)
    away_line, home_line, outs = play_innings(
        expected_runs(away.card, home_starter, -HOME_ADVANTAGE),
        expected_runs(home.card, away_starter, HOME_ADVANTAGE),
        rng,
    )
    away, home = replace(away, line=away_line), replace(home, line=home_line)
    minutes = round(2.6 * outs + 2 * (away.runs + home.runs) + float(rng.normal(0, 9)))
    decisions = _decisions(away, home, visitors, homers, rng)
    return PlayedGame(scheduled, away, home, outs, minutes, attendance(scheduled, rng), decisions)


def _starter(roster: Roster, game_of_season: int) -> Player:
    return roster.rotation[(game_of_season - 1) % len(roster.rotation)]


def _decisions(away: Side, home: Side, visitors: Roster, homers: Roster, rng: np.random.Generator) -> Decisions:
    """Return the pitching decisions. The starters usually get the win and loss; the closer often saves close games."""
    sides = [(away, visitors), (home, homers)]
    (winner, winners), (loser, losers) = sides if away.runs > home.runs else sides[::-1]
    winning = _charged(winner, winners, rng)
    losing = _charged(loser, losers, rng)
    closer = winners.bullpen[0].person
    saved = winner.runs - loser.runs <= 3 and closer != winning and rng.random() < 0.7
    return Decisions(winning, losing, closer if saved else None)


def _charged(side: Side, roster: Roster, rng: np.random.Generator) -> Person:
    if rng.random() < 0.6:
        return side.card.starting_pitcher.person
    return roster.bullpen[int(rng.integers(len(roster.bullpen)))].person


def _forfeit_one(games: list[PlayedGame]) -> list[PlayedGame]:
    """Forfeit to the visitor the first suitable game that the home club led after eight innings."""

    def fits(game: PlayedGame) -> bool:
        return _within(game, FORFEIT) and _runs_after(game.home, 8) > _runs_after(game.visitor, 8)

    chosen = next((game for game in games if fits(game)), None)
    return [_forfeited(game) if game is chosen else game for game in games]


def _forfeited(game: PlayedGame) -> PlayedGame:
    """Return the game as a forfeit to the visitor after eight innings, without pitching decisions."""
    visitor = replace(game.visitor, line=game.visitor.line[:8])
    home = replace(game.home, line=game.home.line[:8])
    return replace(game, visitor=visitor, home=home, outs=48, minutes=142, decisions=Decisions(), forfeited_to="V")


def _suspend_one(games: list[PlayedGame]) -> list[PlayedGame]:
    """Suspend after seven innings the first suitable game whose clubs play each other again the next day."""
    meetings = {(g.scheduled.day, g.scheduled.visitor, g.scheduled.home) for g in games}

    def fits(game: PlayedGame) -> bool:
        tomorrow = game.scheduled.day + timedelta(days=1)
        return _within(game, SUSPENSION) and ((tomorrow, game.scheduled.visitor, game.scheduled.home) in meetings)

    chosen = next((game for game in games if fits(game)), None)
    return [_suspended(game) if game is chosen else game for game in games]


def _suspended(game: PlayedGame) -> PlayedGame:
    tomorrow = game.scheduled.day + timedelta(days=1)
    state = Interruption(f"{tomorrow:%Y%m%d}", _runs_after(game.visitor, 7), _runs_after(game.home, 7), 42)
    return replace(game, interruption=state)


def _within(game: PlayedGame, place: tuple[str, date]) -> bool:
    """Return whether the game is not part of a doubleheader and is in the league and season, on or after the day."""
    league, first = place
    scheduled = game.scheduled
    in_time = scheduled.day.year == first.year and scheduled.day >= first
    return scheduled.home.league.code == league and in_time and scheduled.game_number == 0


def _runs_after(side: Side, innings: int) -> int:
    return sum(runs or 0 for runs in side.line[:innings])
