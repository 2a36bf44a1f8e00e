"""Figures of docs/benchmarks.md that come from a season's event files alone.

    .venv/bin/python benchmarks/lineup_figures.py --events ../shared/data/retrosheet/events/2019eve.zip

Prints the weights that shrink batters' rates, who bats in the pitcher's slot, and the game of nine average hitters on
each side beside the games played.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lineup_season import Season, read_season
from skipper.lineups.advancement import END, SACRIFICE, estimated
from skipper.lineups.batting import batting
from skipper.lineups.games import Game, game
from skipper.lineups.rates import OUTCOMES, Floats, prior_weights, rates_of

ON_BASE = ("walk", "home_run", "triple", "double", "single")
HALVES = ("top", "bottom")


@dataclass(frozen=True)
class Slot:
    """Plate appearances in the pitcher's slot, completed without a sacrifice, and shares that reached base."""

    appearances: int
    by_others: int
    pitchers_reached: float
    others_reached: float


@dataclass(frozen=True)
class Average:
    """A game between nine average hitters a side, and what was played: visitors first."""

    model: Game
    runs: tuple[float, float]
    plate_appearances: Floats
    extra_innings: float

    @property
    def model_runs(self) -> tuple[float, float]:
        return self.model.visitor.expected_runs, self.model.home.expected_runs

    @property
    def model_plate_appearances(self) -> Floats:
        return np.array([self.model.visitor.plate_appearances, self.model.home.plate_appearances])


def weights(season: Season) -> Floats:
    """Return the weights fitted to the batters other than pitchers."""
    counts, _ = season.counts(~season.pitcher_bats)
    return prior_weights(counts, rates_of(counts.sum(0)))


def pitchers_slot(season: Season) -> Slot:
    """Return who batted in the slots in which a pitcher batted at least once in the game."""
    slots = set()
    for row in season.table.filter(season.table["pitcher_bats"]).select(["game_id", "half", "slot"]).to_pylist():
        slots.add(tuple(row.values()))
    keys = zip(*(season.table[name].to_pylist() for name in ("game_id", "half", "slot")), strict=True)
    outcome = season.column("outcome")
    kept = np.array([key in slots for key in keys]) & (season.column("before") != END) & (outcome != SACRIFICE)
    on_base = np.isin(outcome, [OUTCOMES.index(name) for name in ON_BASE])
    pitchers, others = kept & season.pitcher_bats, kept & ~season.pitcher_bats
    return Slot(int(kept.sum()), int(others.sum()), float(on_base[pitchers].mean()), float(on_base[others].mean()))


def average_hitters(season: Season) -> Average:
    """Return the game of average hitters, with the rates of visiting and of home clubs, and the means of the games."""
    half, slot, completed = season.column("half").astype(str), season.column("slot"), season.column("before") != END
    advancement = estimated(season.seen)
    visitor, home = (
        batting(np.tile(rates_of(season.counts(half == side)[0].sum(0)), (9, 1)), advancement) for side in HALVES
    )
    ids, inning = season.column("game_id").astype(str), season.column("inning")
    games, place = np.unique(ids, return_inverse=True)
    last = np.zeros(len(games), int)
    np.maximum.at(last, place, inning)
    runs = season.column("runs") + season.column("runs_before")
    return Average(
        game(visitor, home),
        (float(runs[half == "top"].sum() / len(games)), float(runs[half == "bottom"].sum() / len(games))),
        np.array([np.bincount(slot[completed & (half == side)], minlength=10)[1:] / len(games) for side in HALVES]),
        float((last > 9).mean()),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=Path, required=True)
    season = read_season(parser.parse_args().events)
    print("weights, plate appearances that reach the split")
    for name, weight in zip(OUTCOMES, weights(season), strict=False):
        print(f"  {name:10s} {weight:8,.0f}")
    slot = pitchers_slot(season)
    print(f"pitcher's slot: {slot.appearances:,} plate appearances, {slot.by_others:,} by others; reached base: "
          f"others {slot.others_reached:.1%}, pitchers {slot.pitchers_reached:.1%}")  # fmt: skip
    found = average_hitters(season)
    print("nine average hitters a side: model, played")
    for side, model, played in zip(("visitors", "home club"), found.model_runs, found.runs, strict=True):
        print(f"  runs of the {side:10s} {model:.3f} {played:.3f}")
    gap = abs(found.model_plate_appearances - found.plate_appearances).max()
    print(f"  plate appearances by slot: greatest difference {gap:.3f}")
    print(f"  extra innings {found.model.extra_innings:.1%} {found.extra_innings:.1%}")


if __name__ == "__main__":
    main()
