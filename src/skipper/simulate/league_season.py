"""Play a season of one league and write it: event files, rosters, the list of clubs and a game log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from skipper.simulate.base_running import LINE, base_running
from skipper.simulate.cast import Manager
from skipper.simulate.clubs import Club, League
from skipper.simulate.event_files import Scorer, club_lines, event_file_name, game_records, roster_lines
from skipper.simulate.games import Decisions, PlayedGame, Side, attendance
from skipper.simulate.lineup_card import LineupCard, write_card
from skipper.simulate.organizations import ROUNDS, LeagueSeason
from skipper.simulate.people import Player
from skipper.simulate.play_game import NOBODY, Log, Team, chain_of, play
from skipper.simulate.retrosheet_files import game_log_record, write_archive
from skipper.simulate.rosters import Roster
from skipper.simulate.schedule import ScheduledGame, season_schedule
from skipper.simulate.squad import Squad

MINUTES_AN_OUT, MINUTES_A_PLAY = 1.7, 0.9


def write_league_season(folder: Path, what: LeagueSeason) -> int:
    """Write a league's season into `folder` and return its number of games; existing files are replaced.

    It writes `events/YYYYLLL.zip` (an event file and a roster per club, and TEAMYYYY) and `gamelogs/LLL/glYYYY.zip`,
    where LLL is the league's code.
    """
    season, code = what.season, what.league.code
    log: list[str] = []

    def logged() -> Iterator[PlayedGame]:
        for game in play_league_season(what):
            log.append(game_log_record(game))
            yield game

    for name in ("events", f"gamelogs/{code}"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write_events(
        folder / "events", season, what.league, {club: what.rosters[club.code] for club in what.clubs}, logged()
    )
    write_archive(folder / "gamelogs" / code / f"gl{season}.zip", {f"GL{season}.TXT": "\n".join(log) + "\n"})
    return len(log)


def write_events(
    folder: Path, season: int, league: League, rosters: Mapping[Club, Roster], games: Iterable[PlayedGame]
) -> None:
    """Write `YYYYLLL.zip` into `folder`: an event file and a roster per club, and TEAMYYYY.

    Games that have no plays are omitted.
    """
    events: dict[str, list[str]] = defaultdict(list)
    for game in games:
        if game.plays:
            events[event_file_name(game.scheduled.home, season)] += game_records(game)
    listed = {f"{club.code}{season}.ROS": [*roster_lines(club, roster)] for club, roster in rosters.items()}
    clubs = {f"TEAM{season}": [*club_lines([(league, [*rosters])])]}
    members = {name: "\r\n".join(lines) + "\r\n" for name, lines in {**events, **listed, **clubs}.items()}
    write_archive(folder / f"{season}{league.code}.zip", members)


def play_league_season(what: LeagueSeason, scorer: Scorer | None = None) -> Iterator[PlayedGame]:
    """Yield the games of a league's season in order of date, with the probabilities of the scorer's chain."""

    def managing(club: str, _game: int) -> Manager:
        return what.managers[club]

    yield from play_schedule(schedule_of(what), what.rosters, managing, _generator(what, 1), scorer)


def play_schedule(
    schedule: Iterable[ScheduledGame],
    rosters: Mapping[str, Roster],
    managing: Callable[[str, int], Manager],
    rng: np.random.Generator,
    scorer: Scorer | None = None,
) -> Iterator[PlayedGame]:
    """Yield the games of a schedule; `managing` gives a club's manager by the game's number in the club's season."""
    squads = {code: Squad.of(roster) for code, roster in rosters.items()}
    played: Counter[str] = Counter()
    for scheduled in schedule:
        clubs = scheduled.visitor.code, scheduled.home.code
        played.update(clubs)
        (visitors, first), (homers, second) = ((squads[club], played[club]) for club in clubs)
        managers = managing(clubs[0], first), managing(clubs[1], second)
        yield play_scheduled(scorer or usual_scorer(), scheduled, (visitors, homers), managers, (first, second), rng)


def schedule_of(what: LeagueSeason) -> list[ScheduledGame]:
    """Return the games that a league plays in a season."""
    return season_schedule(what.clubs, what.season, _generator(what, 0), ROUNDS[what.league.level])


def _generator(what: LeagueSeason, part: int) -> np.random.Generator:
    return np.random.default_rng((what.seed, what.season, *what.league.code.encode(), part))


def play_scheduled(
    scorer: Scorer,
    scheduled: ScheduledGame,
    squads: tuple[Squad, Squad],
    managers: tuple[Manager, Manager],
    numbers: tuple[int, int],
    rng: np.random.Generator,
) -> PlayedGame:
    """Play a game between two squads, visitors first; `numbers` are the game's numbers in the clubs' seasons."""
    starters = [
        squad.roster.rotation[(n - 1) % len(squad.roster.rotation)] for squad, n in zip(squads, numbers, strict=True)
    ]
    cards, teams = [], []
    for side in range(2):
        own, other = starters[side], starters[1 - side]
        card, team = _ready(scheduled, squads[side], managers[side], own, other, side == 1, rng)
        cards.append(card)
        teams.append(team)
    log = play(scorer.chain, teams[0], teams[1], rng)
    people = tuple([player.person for player in squad.roster.players] for squad in squads)
    plays = scorer.records(log, (people[0], people[1]), (teams[0], teams[1]))
    outs = scorer.outs(log)
    visitor, home = (Side(numbers[side], managers[side].person, cards[side], line(log, side)) for side in range(2))
    minutes = round(MINUTES_AN_OUT * outs + MINUTES_A_PLAY * len(plays) + float(rng.normal(0, 9)))
    crowd = attendance(scheduled, rng)
    return PlayedGame(scheduled, visitor, home, outs, minutes, crowd, _decisions(log, squads), plays=tuple(plays))


@cache
def usual_scorer() -> Scorer:
    """Return the scorer for the chain used by all simulated leagues."""
    return Scorer(chain_of(base_running(), LINE))


def _ready(
    scheduled: ScheduledGame,
    squad: Squad,
    manager: Manager,
    own: Player,
    other: Player,
    at_home: bool,
    rng: np.random.Generator,
) -> tuple[LineupCard, Team]:
    available = squad.roster.available(scheduled.day)
    card = write_card(
        manager.policy, available, own, other, designated_hitter=scheduled.home.league.designated_hitter, rng=rng
    )
    starting = {player for player, _ in card.slots}
    bench = [player for player in available if player not in starting]
    return card, squad.team(card, manager.policy, bench, at_home, rng)


def line(log: Log, side: int) -> tuple[int | None, ...]:
    """Return a club's runs by inning; None for an inning in which it did not bat."""
    return tuple(None if runs == NOBODY else runs for runs in log.innings[side].tolist())


def _decisions(log: Log, squads: tuple[Squad, Squad]) -> Decisions:
    home_won = log.runs[1] > log.runs[0]
    winners, losers = squads[home_won], squads[not home_won]
    winning, losing, saving = log.decisions.tolist()
    return Decisions(
        winners.roster.players[winning].person,
        losers.roster.players[losing].person,
        winners.roster.players[saving].person if saving != NOBODY else None,
    )
