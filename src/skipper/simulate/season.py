"""Simulate a league's season game by game, with one forfeit and one suspended game."""

from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import numpy as np

from skipper.simulate.cast import Manager, manager_of
from skipper.simulate.clubs import League, clubs_of
from skipper.simulate.games import Decisions, Interruption, PlayedGame, Side
from skipper.simulate.league_season import play_schedule
from skipper.simulate.rosters import Rosters
from skipper.simulate.schedule import season_schedule

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
    """Return the games of the league's regular season, in schedule order.

    The forfeited game and the suspended game have no plays.
    """
    clubs = clubs_of(league)
    schedule = season_schedule(clubs, season, rng)
    playing = {club.code: rosters[season, club.code] for club in clubs}
    games = play_schedule(schedule, playing, partial(manager_of, managers, season), rng)
    return _suspend_one(_forfeit_one([*games]))


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
    end = Decisions()
    return replace(game, visitor=visitor, home=home, outs=48, minutes=142, decisions=end, forfeited_to="V", plays=())


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
    return replace(game, interruption=state, plays=())


def _within(game: PlayedGame, place: tuple[str, date]) -> bool:
    """Return whether the game is not part of a doubleheader and is in the league and season, on or after the day."""
    league, first = place
    scheduled = game.scheduled
    in_time = scheduled.day.year == first.year and scheduled.day >= first
    return scheduled.home.league.code == league and in_time and scheduled.game_number == 0


def _runs_after(side: Side, innings: int) -> int:
    return sum(runs or 0 for runs in side.line[:innings])
