"""Simulate organizations for any number of games, season by season in one process or by league as Spark tasks."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from skipper.simulate.league_season import schedule_of, write_league_season
from skipper.simulate.organizations import FIRST_SEASON, ROUNDS, LeagueSeason, ladder_of, leagues, prospects, seasons
from skipper.simulate.retrosheet_files import write_mark
from skipper.sources.retrosheet.gamelogs.reading import SIMULATED_MARK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SPORTS = {"AAA": 11, "AA": 12, "A+": 13, "A": 14, "A-": 15, "Rk+": 5442, "Rk": 16}  # the Stats API's ids of levels
_TASKS_A_CORE = 4
PLANNED = "80%"
"""The share of a prospect's starts that a plan wants in the first five slots."""


def simulate(folder: Path, games: int, organizations: int, seed: int, spark: SparkSession | None = None) -> int:
    """Write whole seasons with at least `games` games into `folder`, and return the number of games written.

    An earlier simulation's folders are replaced. It writes event files, rosters, lists of clubs and game logs (see
    `write_league_season`), `leagues.csv`, `affiliations/` (the clubs' names and organizations), `plans/` (see
    `_write_plans`) and the files that mark all of it as simulated. With a Spark session, a task writes one season of
    one league, and `folder` must be shared by the workers. The same arguments give the same files, with or without
    Spark.
    """
    for name in ("events", "gamelogs", "affiliations", "plans"):
        if (folder / name / SIMULATED_MARK).is_file():
            shutil.rmtree(folder / name)  # from an earlier simulation, perhaps with more seasons
        (folder / name).mkdir(parents=True, exist_ok=True)
        write_mark(folder / name)
    write = partial(write_league_season, folder.absolute())
    wanted = enough(seasons(organizations, seed), games)
    # Spark needs a few tasks for each core at a time; holding more seasons would only take memory.
    at_once = -(-_TASKS_A_CORE * spark.sparkContext.defaultParallelism // len(ROUNDS)) if spark else 1
    written = 0
    while chunk := list(islice(wanted, at_once)):
        tasks = [league for season in chunk for league in season]
        written += (
            spark.sparkContext.parallelize(tasks, len(tasks)).map(write).sum() if spark else sum(map(write, tasks))
        )
        for season in chunk:
            _write_affiliations(folder / "affiliations", season)
            _write_plans(folder / "plans", season)
        last = chunk[-1][0].season
    _write_clubs(folder / "affiliations" / "minorLeagueSplitsTeams.csv", organizations)
    _write_leagues(folder / "leagues.csv", last)
    return written


def enough(played: Iterable[tuple[LeagueSeason, ...]], games: int) -> Iterator[tuple[LeagueSeason, ...]]:
    """Yield seasons until they contain the given number of games; yields at least one season."""
    scheduled = 0
    for season in played:
        yield season
        scheduled += sum(len(schedule_of(league)) for league in season)
        if scheduled >= games:
            return


def _write_affiliations(folder: Path, season: tuple[LeagueSeason, ...]) -> None:
    """Write a season's affiliates in the form of the Stats API's clubs; their ids are the clubs' codes."""
    teams = [
        {
            "id": club.code,
            "season": league.season,
            "name": club.name,
            "sport": {"id": _SPORTS[league.league.level]},
            "league": {"name": league.league.name},
            "parentOrgId": club.code[1:],
            "parentOrgName": club.organization,
        }
        for league in season
        for club in league.clubs
        if league.league.level in _SPORTS
    ]
    path = folder / f"teams-{season[0].season}.json"
    path.write_text(json.dumps({"teams": teams}), encoding="ascii", newline="\n")


def _write_plans(folder: Path, season: tuple[LeagueSeason, ...]) -> None:
    """Write each organization's development plan of a season, `ORGANIZATION-YEAR.yaml`.

    Each club's prospects are to bat in the first five slots. Managers who follow the plan let them, and managers who
    ignore it bat them at the bottom of the order; the others do not know the plan.
    """
    year, plans = season[0].season, dict[str, list[str]]()
    for league in season:
        for club in league.clubs:
            plans.setdefault(club.organization, []).extend(
                f"""\
  - id: {club.code}-{number}
    player: {json.dumps(player.name)}
    club: {json.dumps(club.name)}
    bat: {{slots: 1-5, at_least: {PLANNED}}}
    why: one of the club's best batters
"""
                for number, player in enumerate(prospects(league.rosters[club.code]), 1)
            )
    for organization, directives in plans.items():
        text = f"organization: {json.dumps(organization)}\nseason: {year}\ndirectives:\n{''.join(directives)}"
        path = folder / f"{organization.replace(' ', '-').lower()}-{year}.yaml"
        path.write_text(text, encoding="ascii", newline="\n")


def _write_clubs(path: Path, organizations: int) -> None:
    """Write the clubs' names in the form of Minor League Splits."""
    clubs = (club for number in range(organizations) for club in ladder_of(number))
    rows = ((club.code, club.city, club.nickname, club.league.code) for club in clubs)
    _write(path, ("TeamID", "City", "Nickname", "League"), rows)


def _write_leagues(path: Path, last: int) -> None:
    rows = ((each.code, each.name, FIRST_SEASON, last, each.level, "simulated") for each in leagues())
    _write(path, ("league", "name", "first_season", "last_season", "level", "source"), rows)


def _write(path: Path, header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    with path.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
