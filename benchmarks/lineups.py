"""All orders of nine batters: time and error against direct evaluation of each order, and against two heuristics.

    .venv/bin/python benchmarks/lineups.py --events ../shared/data/retrosheet/events/2019eve.zip --lineups 20

Batters, advances and lineups are those of the event files. Times are processor seconds of one thread, kernels compiled
before. The swap heuristic starts from the order used and exchanges two batters while that gains; the tables' search
(`good_orders`) takes all lineups at once. With --unshrunk, rates are the batters' shares of the season,
whatever their number of plate appearances.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

import numpy as np

from lineup_season import Season, fitted, read_season, starting_nines
from skipper.lineups.advancement import Advancement, estimated
from skipper.lineups.batting import Batting, batting
from skipper.lineups.chain import expected_runs, runs_alone
from skipper.lineups.games import game
from skipper.lineups.orders import EQUAL, all_orders, swap_search
from skipper.lineups.rates import Floats, rates_of
from skipper.lineups.search import Found, good_orders
from skipper.lineups.slots import slot_model
from skipper.lineups.transitions import Transitions

ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
SAMPLE = 1000  # orders of a lineup evaluated directly


@dataclass(frozen=True)
class Lineups:
    """A sample of lineups in the order used: rates [batter, outcome] and pitchers, nine batters after nine."""

    advancement: Advancement
    rates: Floats
    pitchers: np.ndarray

    def batting(self) -> list[Batting]:
        return [
            batting(self.rates[first : first + 9], self.advancement, self.pitchers[first : first + 9])
            for first in range(0, len(self.rates), 9)
        ]

    def searched(self) -> Found:
        """Search for good orders as the tables do."""
        transitions = Transitions(self.advancement)
        tables = transitions.tables(self.rates, self.pitchers)
        model = slot_model(transitions, self.rates, self.pitchers, 9)
        nines = np.arange(len(self.rates)).reshape(-1, 9)
        return good_orders(model, self.rates, self.pitchers, tables, runs_alone(tables), nines)


def lineups(season: Season, number: int, unshrunk: bool = False) -> Lineups:
    """Return a sample of lineups."""
    if unshrunk:
        counts, ids = season.counts(~season.pitcher_bats)
        rates = dict(zip(ids, rates_of(counts), strict=True))
    else:
        rates = fitted(season)
    pitcher = rates_of(season.counts(season.pitcher_bats)[0].sum(0))
    nines = starting_nines(season)
    chosen = np.random.default_rng(2019).choice(len(nines), number, replace=False)
    batters = [each for row in chosen for each in nines[row]]
    return Lineups(
        estimated(season.seen),
        np.array([pitcher if pitches else rates[batter] for batter, pitches in batters]),
        np.array([pitches for _, pitches in batters]),
    )


def directly(nine: Batting, orders: np.ndarray) -> list[float]:
    return [float(expected_runs(nine, order)[0]) for order in orders]


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    started = process_time()
    result = work()
    return process_time() - started, result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=Path, required=True)
    parser.add_argument("--lineups", type=int, default=20)
    parser.add_argument("--unshrunk", action="store_true")
    asked = parser.parse_args()
    sample = lineups(read_season(asked.events), asked.lineups, asked.unshrunk)
    nines = sample.batting()
    first = nines[0]
    all_orders(first), expected_runs(first), sample.searched(), game(first, first)  # compiled
    took, found = seconds(sample.searched)
    rng = np.random.default_rng(1)
    whole, direct, error, spread, lost = [], [], [], [], []
    heuristic: dict[str, list[tuple[float, float]]] = {"swap": [], "search of the tables": []}
    searched = took / len(nines)
    for nine, runs in zip(nines, found.runs.tolist(), strict=True):
        took, orders = seconds(partial(all_orders, nine))
        whole.append(took)
        some = orders.batters[rng.choice(len(orders.runs), SAMPLE)]
        took, values = seconds(partial(directly, nine, some))
        direct.append(took / SAMPLE)
        error.append(max(abs(orders.value(each) - value) for each, value in zip(some, values, strict=True)))
        took, (_, swapped) = seconds(partial(swap_search, nine, range(9)))
        heuristic["swap"].append((took, orders.runs.max() - swapped))
        heuristic["search of the tables"].append((searched, orders.runs.max() - runs))
        spread.append(np.ptp(orders.runs))
        lost.append(orders.loss(range(9)))
    count = len(orders.runs)
    print(f"{len(nines)} lineups; median processor seconds of one core")
    print(f"  all {count:,} orders       {median(whole):8.2f} s   {count / median(whole):12,.0f} orders a second")
    print(f"  direct, one order          {median(direct) * 1e6:8.0f} us  {1 / median(direct):12,.0f} orders a second")
    print(
        f"  direct / all orders        {count * median(direct) / median(whole):8.0f} times, by the sample of {SAMPLE}"
    )
    print(f"  greatest difference        {max(error):8.1e} runs in nine innings")
    for name, measured in heuristic.items():
        time, short = median(each for each, _ in measured), [each for _, each in measured]
        print(f"  {name:26s} {time * 1e3:8.2f} ms  all / heuristic {median(whole) / time:.0f}")
        print(f"    misses the best          {sum(each > EQUAL for each in short)} of {len(short)},"
              f" by {mean(short):.5f} runs on average, {max(short):.5f} at most")  # fmt: skip
    print(f"  best to worst order        {mean(spread):8.3f} runs a game ({min(spread):.3f} to {max(spread):.3f}),"
          f" {162 * mean(spread):.1f} in 162 games")  # fmt: skip
    print(f"  best to the order used     {mean(lost):8.3f} runs a game ({min(lost):.3f} to {max(lost):.3f}),"
          f" {162 * mean(lost):.1f} in 162 games")  # fmt: skip
    print(f"  a game of two lineups      {seconds(partial(game, first, nines[-1]))[0]:8.2f} s")


if __name__ == "__main__":
    if ONE_CORE.items() <= os.environ.items():
        main()
    else:  # numpy reads these when it is imported
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ONE_CORE})
