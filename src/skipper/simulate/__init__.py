"""Simulated leagues in the sources' own file formats, for the demo, tests and load tests.

Everything simulated is fictional. `many_seasons` simulates organizations with a club at every level for any number of
games (`skipper simulate`); `play_game` plays one game with the probabilities of `skipper.lineups`, and `event_files`
writes it as Retrosheet event records.

The demo has two leagues (AAA and AA) of six clubs each from 2041 to 2043, two lower leagues (A and Rk)
of four clubs each in 2042, and their people and games. The AAA league of 2042, which the demo's plan is about, and the
lower leagues have plays. `cast` describes what the resulting tables should show.
"""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np

from skipper.simulate.cast import TERMS, Manager, engage_managers
from skipper.simulate.clubs import LANTERN_COAST, LEAGUES, LOWER_LEAGUES, SEASONS, clubs_of
from skipper.simulate.farm import FARM_SEASON, Farm, play_farm
from skipper.simulate.lahman_files import write_lahman
from skipper.simulate.league_season import write_events
from skipper.simulate.minors_files import write_managers, write_minors
from skipper.simulate.people import Registrar
from skipper.simulate.register_file import write_register
from skipper.simulate.retrosheet_files import write_game_log, write_mark
from skipper.simulate.rosters import Rosters, all_rosters
from skipper.simulate.season import play_season

__all__ = ["farm_of_league", "write_league"]

PLAYS = (LANTERN_COAST, 2042)
"""League and season with event files. They are the ones in the demo's plan, whose directives therefore have a price in
runs.
"""


def write_league(folder: Path, seed: int = 1977) -> Path:
    """Write simulated leagues into `folder` and return the folder, creating it if needed and replacing existing files.

    It writes `gamelogs/glYYYY.zip` (one per season), `events/` (PLAYS), `lahman/` (People, Teams, Managers,
    SeriesPost), `register/people-0.csv.gz`, `minors/` (the lower levels' plays and players, every club's organization),
    `managers.csv` (of the lower levels), `leagues.csv` (one row per league) and, next to the games, the file that marks
    them as simulated. The same seed writes the same bytes.
    """
    for name in ("gamelogs", "events", "lahman", "register", "minors"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    registrar, managers, rosters = _engage(seed)
    all_games = []
    for season in SEASONS:
        played = []
        for i, league in enumerate(LEAGUES):
            games = play_season(league, season, rosters, managers, _generator(seed, 2, season, i))
            if (league, season) == PLAYS:
                playing = {club: rosters[season, club.code] for club in clubs_of(league)}
                write_events(folder / "events", season, league, playing, games)
            played += [replace(game, plays=()) for game in games]
        played.sort(key=lambda game: game.scheduled.day)
        write_game_log(folder / "gamelogs", season, played)
        all_games += played
    write_lahman(folder / "lahman", all_games, registrar.people, managers, _generator(seed, 3))
    farm = play_farm(registrar, _generator(seed, 4))
    write_minors(folder / "minors", farm)
    write_managers(folder / "managers.csv", farm)
    managing = [(term.season, managers[term.manager].person) for term in TERMS]
    managing += [(FARM_SEASON, manager) for manager in farm.managers.values()]
    write_register(folder / "register", [*registrar.people, *farm.people], rosters | farm.rosters, managing)
    _write_leagues(folder / "leagues.csv")
    for name in ("gamelogs", "events", "minors"):
        write_mark(folder / name)
    return folder


def farm_of_league(seed: int = 1977) -> Farm:
    """Return the lower levels' season, as `write_league` writes it."""
    registrar, _managers, _rosters = _engage(seed)
    return play_farm(registrar, _generator(seed, 4))


def _engage(seed: int) -> tuple[Registrar, dict[str, Manager], Rosters]:
    registrar = Registrar(_generator(seed, 0))
    managers = engage_managers(registrar)
    return registrar, managers, all_rosters(registrar, _generator(seed, 1))


def _generator(*seed: int) -> np.random.Generator:
    """Return a random generator. Each part has its own seed, so a change in one part does not affect the others."""
    return np.random.default_rng(seed)


def _write_leagues(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("league", "name", "first_season", "last_season", "level", "source"))
        for league in LEAGUES + LOWER_LEAGUES:
            writer.writerow((league.code, league.name, SEASONS[0], SEASONS[-1], league.level, "simulated"))
