"""Games played plate appearance by plate appearance: against the lineup model, and read back from their files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import season_tables
from lineup_season import Season, of_events, read_season
from skipper.build.graph import graph
from skipper.build.looking_back import rows_of
from skipper.cli import main
from skipper.lineups.advancement import END, SACRIFICE, estimated
from skipper.lineups.batting import batting
from skipper.lineups.games import Game, game
from skipper.lineups.rates import rates_of
from skipper.simulate.base_running import LINE, base_running
from skipper.simulate.event_files import Scorer, Sides, event_file_name, game_records, roster_lines
from skipper.simulate.event_text import fates, texts, walk_off
from skipper.simulate.league_season import play_league_season, usual_scorer, write_league_season
from skipper.simulate.many_seasons import simulate
from skipper.simulate.organizations import LeagueSeason, seasons
from skipper.simulate.play_game import FINAL, NEVER, NOBODY, RIGHT, Chain, Log, Team, chain_of, play
from skipper.sources.retrosheet.events.files import EventFile
from skipper.sources.retrosheet.events.plays import read_plays
from skipper.sources.retrosheet.events.rosters import Rosters
from skipper.sources.retrosheet.plays.tables import PlayTables

PEOPLE = 10  # nine batters and a pitcher who does not bat


def average_team(order: np.ndarray | None = None, batting: np.ndarray | None = None) -> Team:
    """Nine hitters, average unless `batting` gives their ratios, against whom nothing changes during the game."""
    ones = np.ones((PEOPLE, 2, len(LINE)))
    return Team(
        batting=ones if batting is None else batting,
        pitching=ones[:, 0],
        bats=np.full(PEOPLE, RIGHT),
        throws=np.full(PEOPLE, RIGHT),
        order=np.arange(9) if order is None else order,
        positions=np.arange(2, 11),
        staff=np.array([9]),
        limits=np.array([NEVER]),
        pinch=np.full(9, NOBODY),
    )


def mean_game(chain: Chain, visitor: Team, home: Team, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Plate appearances [side, slot] and runs [side] of a game, on average."""
    rng = np.random.default_rng(seed)
    appearances, runs = np.zeros((2, 9)), np.zeros(2)
    for _ in range(games):
        log = play(chain, visitor, home, rng)
        appearances += log.plate_appearances
        runs += log.runs
    return appearances / games, runs / games


def league(level: int = 1, organizations: int = 2, season: int = 0, seed: int = 3) -> LeagueSeason:
    """A simulated league's season."""
    played = seasons(organizations, seed)
    for _ in range(season):
        next(played)
    return next(played)[level]


# Against the model


def expected(visitor: Game) -> np.ndarray:
    return np.array([visitor.visitor.plate_appearances, visitor.home.plate_appearances])


def test_average_hitters_have_the_models_plate_appearances_and_runs() -> None:
    """Plate appearances of every slot within 0.02; the standard error of 20,000 games is about 0.005."""
    nine = batting(np.tile(LINE, (9, 1)), base_running())
    model = game(nine, nine)
    appearances, runs = mean_game(usual_scorer().chain, average_team(), average_team(), 20_000, seed=1)
    assert appearances == pytest.approx(expected(model), abs=0.02)
    assert runs == pytest.approx([model.visitor.expected_runs, model.home.expected_runs], abs=0.09)


def test_unequal_hitters_and_pitchers_who_bunt_have_the_models_plate_appearances() -> None:
    rng = np.random.default_rng(5)
    ratios = np.exp(rng.normal(0, 0.3, (PEOPLE, len(LINE))))
    rates = LINE * ratios[:9] / (LINE * ratios[:9]).sum(1, keepdims=True)
    nine = batting(rates, base_running(), [False] * 8 + [True])
    team = average_team(batting=np.repeat(ratios[:, None], 2, 1))
    team = team._replace(positions=np.array([2, 3, 4, 5, 6, 7, 8, 9, 1]))
    model = game(nine, nine)
    appearances, runs = mean_game(usual_scorer().chain, team, team, 20_000, seed=2)
    assert appearances == pytest.approx(expected(model), abs=0.02)
    assert runs == pytest.approx([model.visitor.expected_runs, model.home.expected_runs], abs=0.09)


def test_plate_appearances_of_2019_from_plays_model_and_simulator(real_data: Path) -> None:
    """Model and simulator within 0.02 a game, both within 0.05 of those played."""
    season = read_season(real_data / "retrosheet" / "events" / "2019eve.zip")
    half, slot = season.column("half").astype(str), season.column("slot")
    advancement, completed = estimated(season.seen), season.column("before") != END
    games = len(np.unique(season.column("game_id").astype(str)))
    line = rates_of(season.counts()[0].sum(0))
    ratios = [rates_of(season.counts(half == side)[0].sum(0)) / line for side in ("top", "bottom")]
    sides = [batting(np.tile(line * ratio, (9, 1)), advancement) for ratio in ratios]
    teams = [average_team(batting=np.tile(ratio, (PEOPLE, 2, 1))) for ratio in ratios]
    model = expected(game(*sides))
    simulated, _ = mean_game(chain_of(advancement, line), teams[0], teams[1], 20_000, seed=3)
    played = [np.bincount(slot[completed & (half == side)], minlength=10)[1:] / games for side in ("top", "bottom")]
    assert simulated == pytest.approx(model, abs=0.02)
    assert simulated == pytest.approx(np.array(played), abs=0.05)


# Read back


class KeptLogs(Scorer):
    """A scorer that keeps the logs of games."""

    def __init__(self, chain: Chain) -> None:
        super().__init__(chain)
        self.logs: list[Log] = []

    def records(self, log: Log, people: Sides, teams: tuple[Team, Team]) -> list[str]:
        self.logs.append(log._replace(rows=log.rows.copy()))
        return super().records(log, people, teams)

    def transitions(self) -> list[tuple[int, int, int, int]]:
        """(inning, half, runs, outs and bases afterwards) of every play, where the game goes on."""
        found = []
        for log in self.logs:
            for what, inning, side, _slot, _person, row, counted in log.rows.tolist():
                if what <= FINAL:
                    runs = counted or int(self.chain.runs[row])
                    found.append((inning, side, runs, int(self.chain.after[row])))
        return found


def read_back(what: LeagueSeason, scorer: Scorer, games: int) -> pa.Table:
    """Rows of table `event` that Skipper's reader makes of a league's first games."""
    lines: list[str] = []
    for played in islice(play_league_season(what, scorer), games):
        lines += game_records(played)
    rosters = Rosters()
    for club in what.clubs:
        text = "\n".join(roster_lines(club, what.rosters[club.code]))
        name = f"{club.code}{what.season}.ROS"
        rosters.read(name, name, text.encode())
    file = EventFile(event_file_name(what.clubs[0], what.season), "\n".join(lines).encode())
    plays = read_plays([file], rosters)
    assert plays.rejected == []
    assert plays.kept.sum() == games
    return PlayTables(plays, rosters, {})["event"]


def assert_read_as_played(event: pa.Table, scorer: KeptLogs) -> None:
    rows = duckdb.sql(
        "SELECT inning, (half = 'bottom')::INT, runs_on_event, is_last_of_game, "
        "if(outs_before + outs_on_play = 3, 24, bases_after + 8 * (outs_before + outs_on_play)) "
        "FROM event WHERE event_type <> 'no_play' ORDER BY source_line"
    ).fetchall()
    played = scorer.transitions()
    assert len(rows) == len(played)
    for (inning, side, runs, is_last, after), (in_inning, of_side, scored, state) in zip(rows, played, strict=True):
        assert (inning, side, runs) == (in_inning, of_side, scored)
        assert is_last or after == state


@pytest.mark.parametrize("level", [0, 1])  # without the designated hitter, and with
def test_every_play_is_read_as_it_was_played(level: int) -> None:
    scorer = KeptLogs(usual_scorer().chain)
    event = read_back(league(level), scorer, 100)
    assert event.num_rows > 7000
    assert_read_as_played(event, scorer)
    season: Season = of_events(event)
    found = np.unique(season.column("outcome")[season.column("before") != END])
    assert set(found) == {*range(len(LINE)), SACRIFICE}
