"""What managers who ignore a plan cost: by `lineup_value`'s rates, by the simulator's own rates, and by replays.

    PYTHONPATH=tests .venv/bin/python benchmarks/ignored_plan.py --seeds 3 4 5 6 7 --replays 300

Each seed gives a simulated league of eight clubs over three seasons. A plan asks for each club's two best batters of
the first two seasons at the top of the order; in the third, every manager bats them at the bottom. Figures are runs per
game in the first FULL innings, which each side always bats in full, and in which there are no pinch hitters yet. A game
is replayed with the order used and with the planned order.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa

import season_tables
from skipper.build.graph import graph
from skipper.build.looking_back import rows_of
from skipper.lineups.advancement import END, SACRIFICE, of_rows
from skipper.lineups.batting import Batting, batting
from skipper.lineups.chain import expected_runs
from skipper.simulate.base_running import LINE
from skipper.simulate.event_files import Scorer, Sides
from skipper.simulate.league_season import play_league_season, usual_scorer, write_league_season
from skipper.simulate.lineup_card import Policy
from skipper.simulate.organizations import LeagueSeason, seasons
from skipper.simulate.people import Player
from skipper.simulate.play_game import FINAL, Chain, Log, Team, play
from skipper.simulate.rosters import AVERAGE_TALENT

CLUBS = 8
FULL = 6
SPREAD = 2.5
"""How much more batters differ, in talent and in power, than usual: two seasons show how good they are, and their order
matters."""
LINEAR_WEIGHTS = np.array([-0.27, 0.32, 1.40, 0.50, 1.05, 0.76, 0.46, -0.27])  # runs by outcome


class KeptLogs(Scorer):
    """A scorer that keeps the logs of games."""

    def __init__(self, chain: Chain) -> None:
        super().__init__(chain)
        self.logs: list[Log] = []
        self.teams: list[tuple[Team, Team]] = []

    def records(self, log: Log, people: Sides, teams: tuple[Team, Team]) -> list[str]:
        self.logs.append(log._replace(rows=log.rows.copy()))
        self.teams.append(teams)
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


def league(level: int = 1, organizations: int = 2, season: int = 0, seed: int = 3) -> LeagueSeason:
    """A simulated league's season."""
    played = seasons(organizations, seed)
    for _ in range(season):
        next(played)
    return next(played)[level]


def records_of(folder: Path, what: LeagueSeason) -> dict[str, pa.Table]:
    """The record sets of a league's season, written into the folder."""
    write_league_season(folder, what)
    return season_tables.records(what.season, folder / "gamelogs", folder / "events")


def costs(folder: Path, seed: int, replays: int, power: float = SPREAD) -> np.ndarray:
    """Mean cost [club, way]: by rates known before the game, by the simulator's own rates, and replayed."""
    before = [varied_league(season, seed, power) for season in (2041, 2042)]
    stars = best_by_results(*before)
    ignored = varied_league(2043, seed, power, stars)
    db = values(folder, *before, ignored)
    scorer, rng = KeptLogs(usual_scorer().chain), np.random.default_rng((seed, 4))
    games = [*play_league_season(ignored, scorer)]
    advancement = of_rows(_by_kind(db.execute("FROM advancement").to_arrow_table().to_pylist()))
    rated = db.execute(
        "SELECT game_id, b.club, list(rates ORDER BY b.slot), any_value(v.runs) FROM lineup_batter AS b "
        "JOIN lineup_value AS v USING (game_id, club) WHERE b.slot IS NOT NULL GROUP BY ALL"
    )
    known = {(game_id, club): found for game_id, club, *found in rated.fetchall()}
    lost: dict[str, list[tuple[float, float, float]]] = {club.code: [] for club in ignored.clubs}
    for played, teams in zip(games, scorer.teams, strict=True):
        scheduled = played.scheduled
        game_id = f"{scheduled.home.code}{scheduled.day:%Y%m%d}{scheduled.game_number}"
        for number, (club, side) in enumerate(((scheduled.visitor, played.visitor), (scheduled.home, played.home))):
            order = planned([i for i, (player, _) in enumerate(side.card.slots) if player.name in stars[club.code]])
            rates, runs = known[game_id, club.code]
            nine = batting(np.array(rates), advancement)
            if abs(expected_runs(nine)[0] - runs) > 1e-6:
                raise ValueError(f"{game_id} {club.code}: lineup_value has other runs than its rates give")
            own = batting(rates_against_starter(teams[number], teams[1 - number]), advancement)
            replay = replayed(scorer.chain, teams, number, order, rng, replays)
            lost[club.code].append((gained(nine, order), gained(own, order), replay))
    return np.array([np.mean(each, 0) for each in lost.values()])


def varied_league(
    season: int, seed: int, power: float, bat_low: dict[str, frozenset[str]] | None = None
) -> LeagueSeason:
    """CLUBS clubs, whose managers bat these players low against the plan; else all bat their best at the top."""
    what = league(organizations=CLUBS, seed=seed)
    average = AVERAGE_TALENT[what.league.level]

    def spread(players: tuple[Player, ...], talent: float, power: float) -> tuple[Player, ...]:
        return tuple(
            replace(player, talent=talent * (player.talent - average), power=power * player.power) for player in players
        )

    rosters = {
        code: replace(
            roster, hitters=spread(roster.hitters, SPREAD, power), rotation=spread(roster.rotation, 1, 1),
            bullpen=spread(roster.bullpen, 1, 1),
        )
        for code, roster in what.rosters.items()
    }  # fmt: skip
    managers = {
        code: replace(manager, policy=Policy(bats_low=bat_low[code] if bat_low else frozenset()))
        for code, manager in what.managers.items()
    }
    return replace(what, season=season, rosters=rosters, managers=managers)


def best_by_results(*played: LeagueSeason) -> dict[str, frozenset[str]]:
    """Each club's two regulars with the best results in these seasons, whom the plan wants at the top.

    Chosen by results and not by talent: what is known of those chosen is then neither too good nor too bad on average.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for what in played:
        scorer = KeptLogs(usual_scorer().chain)
        games = [*play_league_season(what, scorer)]
        kinds = np.repeat(np.arange(len(scorer.chain.first) - 1), np.diff(scorer.chain.first)) // END - 1
        for game_played, log in zip(games, scorer.logs, strict=True):
            clubs = game_played.scheduled.visitor.code, game_played.scheduled.home.code
            for _, _, side, _, person, row, _ in log.rows[log.rows[:, 0] == FINAL].tolist():
                if kinds[row] < SACRIFICE:
                    name = what.rosters[clubs[side]].players[person].name
                    found.setdefault((clubs[side], name), []).append(LINEAR_WEIGHTS[kinds[row]])
    return {
        code: frozenset(sorted((p.name for p in roster.hitters[:8]), key=lambda n: -np.mean(found[code, n]))[:2])
        for code, roster in played[-1].rosters.items()
    }


def values(folder: Path, *played: LeagueSeason) -> duckdb.DuckDBPyConnection:
    """A database with lineup_batter, advancement and lineup_value of the last season."""
    inputs = {name for node in graph().looking_back for name in node.inputs} - {n.name for n in graph().looking_back}
    db = duckdb.connect()
    found: dict[str, list[pa.Table]] = {}
    for what in played:
        records = records_of(folder / str(what.season), what)
        listed = {"league": [{"league": what.league.code, "first_season": 2041, "level": what.league.level}]}
        with season_tables.season(*inputs, **records, **listed) as made:
            for name in inputs:
                found.setdefault(name, []).append(made.table(name).to_arrow_table())
    for name, tables in found.items():
        db.register(name, pa.concat_tables(tables))
    for node in graph().looking_back:
        db.register(f"{node.name}_rows", rows_of(db, node, played[-1].season))
        db.execute(f"CREATE TABLE {node.name} AS FROM {node.name}_rows")
    return db


def planned(order: list[int]) -> list[int]:
    """The slots (0 to 8) of the order used, in the order that the plan wants: the stars, who batted low, first."""
    return [*order, *(slot for slot in range(9) if slot not in order)]


def gained(nine: Batting, order: list[int]) -> float:
    """Expected runs gained in FULL innings by another order of the nine."""
    return float(expected_runs(nine, order, FULL)[0] - expected_runs(nine, range(9), FULL)[0])


def rates_against_starter(team: Team, other: Team) -> np.ndarray:
    """The simulator's rates of the nine against the other club's starting pitcher."""
    starter = other.staff[0]
    weights = LINE * team.batting[team.order][:, other.throws[starter]] * other.pitching[starter]
    return weights / weights.sum(1, keepdims=True)


def _by_kind(rows: list[dict[str, object]]) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = {}
    for row in rows:
        found.setdefault(str(row["kind"]), []).append(row)
    return found


def replayed(
    chain: Chain, teams: tuple[Team, Team], number: int, order: list[int], rng: np.random.Generator, replays: int
) -> float:
    """Mean runs gained in FULL innings by another order of the same nine, over replays of the game."""
    own = teams[number]
    other = own._replace(order=own.order[order], positions=own.positions[order], pinch=own.pinch[order])
    gained = 0
    for _ in range(replays):
        for team, sign in ((own, -1), (other, 1)):
            sides = (team, teams[1]) if number == 0 else (teams[0], team)
            gained += sign * play(chain, *sides, rng).innings[number, :FULL].sum()
    return gained / replays


def summary(per_club: np.ndarray) -> list[str]:
    """Lines on the mean of each way, and on the first way's difference from the others with its standard error."""
    ways = ("lineup_value's rates", "simulator's own rates", "replays")
    lines = [f"{ways[0]:22s} {per_club[:, 0].mean():.4f}"]
    for column in (1, 2):
        differences = per_club[:, column] - per_club[:, 0]
        error = differences.std(ddof=1) / np.sqrt(len(differences))
        lines.append(f"{ways[column]:22s} {per_club[:, column].mean():.4f}  {differences.mean():+.4f} +- {error:.4f}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[3])
    parser.add_argument("--replays", type=int, default=50, help="of a game, with each order")
    parser.add_argument("--power", type=float, default=SPREAD, help="how much more batters differ in power than usual")
    asked = parser.parse_args()
    found = []
    for seed in asked.seeds:
        with tempfile.TemporaryDirectory() as folder:
            found.append(costs(Path(folder), seed, asked.replays, asked.power))
        print(f"seed {seed}", *summary(found[-1]), sep="\n  ", flush=True)
    every = np.concatenate(found)
    print(f"all {len(every)} clubs, runs per game in {FULL} innings", *summary(every), sep="\n  ")


if __name__ == "__main__":
    main()
