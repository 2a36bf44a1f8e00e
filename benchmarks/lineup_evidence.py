"""What the nine chosen for a season's last games were expected to produce, and what they produced, by evidence.

    .venv/bin/python benchmarks/lineup_evidence.py --lake LAKE --against OLD_LAKE --out docs/lineup-evidence.svg

For every club-game of the last days of each season, the likely nine are chosen from the lake's rates before the game,
by default without a minimum of plate appearances. Of those chosen who batted, runs above an average batter of the
season are expected by the rates and produced by the outcomes, with the same value of each outcome: that which the
model gives it in a lineup of average batters. The standard error takes plate appearances as independent.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from skipper.answers.answer import Row
from skipper.answers.lineup_value import advancement_of
from skipper.definitions.lineups import DESIGNATED_HITTER, PITCHER, fielding, outcome_sql
from skipper.lake.reader import LakeReader
from skipper.lineups.batting import batting
from skipper.lineups.chain import plate_appearances, runs_alone
from skipper.lineups.nines import likely_nine
from skipper.lineups.rates import OUTCOMES, rates_of
from skipper.lineups.transitions import Transitions

CLASSES = (0, 25, 50, 100, 150, 200, 300, 450)
"""Plate appearances known before the game at which a class begins."""
SEASON = 600  # plate appearances
_NUDGE = 1e-4

_BATTERS = """
SELECT b.*, v.innings, v.level FROM lineup_batter AS b
JOIN lineup_value AS v ON v.season = b.season AND v.game_id = b.game_id AND v.club = b.club
WHERE b.season = $season AND v.game_type = 'regular' AND v.runs IS NOT NULL AND b.rates IS NOT NULL
    AND b.date > (SELECT max(date) FROM lineup_value WHERE season = $season AND game_type = 'regular') - $days
ORDER BY b.game_id, b.club, b.slot, b.player_id
"""
_OUTCOMES = f"""
SELECT game_id, batting_club AS club, batter_id AS player_id, {outcome_sql("result", OUTCOMES)} AS outcome,
    count(*) AS number
FROM plate_appearance WHERE season = $season AND NOT is_sacrifice_bunt AND batter_position IS DISTINCT FROM 1
GROUP BY ALL
"""


@dataclass(frozen=True)
class Chosen:
    """Batters chosen who batted: plate appearances known before, outcomes, and runs above average by class."""

    known: np.ndarray
    counts: np.ndarray
    expected: np.ndarray
    produced: np.ndarray
    squares: np.ndarray

    def of(self, kept: np.ndarray) -> tuple[int, float, float, float]:
        """Return plate appearances, and expected and produced runs above average per SEASON, with the latter's
        standard error."""
        number = self.counts[kept].sum()
        expected, produced = self.expected[kept].sum() / number, self.produced[kept].sum() / number
        error = np.sqrt((self.squares[kept].sum() / number - produced**2) / number)
        return int(number), SEASON * expected, SEASON * produced, SEASON * error


def chosen(lake: LakeReader, season: int, days: int, least: int) -> Chosen:
    """Return what the nine chosen for a season's last days did, chosen with a minimum of plate appearances known."""
    games: dict[tuple[str, str], list[Row]] = {}
    for row in lake.rows(_BATTERS, {"season": season, "days": days}):
        games.setdefault((row["game_id"], row["club"]), []).append(row)
    outcomes: dict[tuple[str, str, str], np.ndarray] = {}
    for row in lake.rows(_OUTCOMES, {"season": season}):
        key = row["game_id"], row["club"], row["player_id"]
        outcomes.setdefault(key, np.zeros(len(OUTCOMES)))[row["outcome"]] = row["number"]
    total = np.sum([*outcomes.values()], 0)
    transitions: dict[str, Transitions] = {}
    values: dict[str, np.ndarray] = {}
    known, counts, expected = [], [], []
    for (game_id, club), rows in games.items():
        level = rows[0]["level"]
        if level not in transitions:
            transitions[level] = Transitions(advancement_of(lake, season, level))
            values[level] = run_values(lake, season, level, rates_of(total))
        for row in nine(rows, transitions[level], least):
            seen = outcomes.get((game_id, club, row["player_id"]))
            if seen is not None and not row["bats_as_pitcher"]:
                known.append(row["plate_appearances"])
                counts.append(seen)
                expected.append(np.array(row["rates"]) @ values[level] * seen.sum())
    found = np.array(counts)
    (value,) = values.values()  # one level: the majors
    return Chosen(np.array(known), found, np.array(expected), found @ value, found @ value**2)


def nine(rows: list[Row], transitions: Transitions, least: int) -> list[Row]:
    """Return the likely nine of a club-game's batters; none if the lineup's positions are unknown."""
    ninth = {row["position"] for row in rows} & {PITCHER, DESIGNATED_HITTER}
    if len(ninth) != 1:
        return []
    pitches = [row["bats_as_pitcher"] for row in rows]
    alone = runs_alone(transitions.tables([row["rates"] for row in rows], pitches), rows[0]["innings"])
    eligible = [fielding(row["positions"], row["bats_as_pitcher"], min(ninth)) for row in rows]
    little = [row["plate_appearances"] < least and not row["bats_as_pitcher"] for row in rows]
    return [rows[number] for number in likely_nine(alone, eligible, -np.array(little, int)) or ()]


def run_values(lake: LakeReader, season: int, level: str, line: np.ndarray) -> np.ndarray:
    """Return the runs above average of each outcome of a plate appearance in a lineup of average batters."""
    advancement = advancement_of(lake, season, level)
    average = batting(np.tile(line, (9, 1)), advancement)
    nudged = (1 - _NUDGE) * line + _NUDGE * np.eye(len(OUTCOMES))
    runs = runs_alone(Transitions(advancement).tables(np.vstack([line, nudged]), np.zeros(len(OUTCOMES) + 1, bool)))
    return (runs[1:] - runs[0]) / _NUDGE / plate_appearances(average).sum()


def joined(parts: list[Chosen]) -> Chosen:
    names = Chosen.__dataclass_fields__
    return Chosen(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def classes(found: Chosen) -> list[tuple[str, np.ndarray]]:
    """Return the classes of evidence with which batters are in them."""
    ends = (*CLASSES[1:], np.inf)
    return [
        (f"{first} to {end - 1}" if end < np.inf else f"{first} and more", (first <= found.known) & (found.known < end))
        for first, end in zip(CLASSES, ends, strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lake", type=Path, required=True)
    parser.add_argument("--against", type=Path, help="a lake of another version")
    parser.add_argument("--seasons", type=int, nargs="+", default=[2019, 2020, 2021, 2022])
    parser.add_argument("--days", type=int, default=60, help="of each season, the last")
    parser.add_argument("--min-pa", type=int, default=0, help="as of skipper lineup best")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    lakes = {"these rates": asked.lake} | ({"the rates before": asked.against} if asked.against else {})
    points: dict[str, list[tuple[str, float, float]]] = {}
    for name, folder in lakes.items():
        lake = LakeReader(folder)
        found = joined([chosen(lake, season, asked.days, asked.min_pa) for season in asked.seasons])
        print(f"{name}: plate appearances of those chosen, runs above average per {SEASON} of them")
        for label, kept in [*classes(found), ("all", np.ones(len(found.known), bool))]:
            number, expected, produced, error = found.of(kept)
            difference = f"{produced - expected:+6.1f} +- {error:.1f}"
            print(f"  {label:12s} {number:7,d}: expected {expected:+6.1f}, produced {produced:+6.1f}, {difference}")
            if label != "all":
                points.setdefault(name, []).append((label, produced - expected, error))
    if asked.out:
        _plot(points, asked.out)


def _plot(points: dict[str, list[tuple[str, float, float]]], out: Path) -> None:
    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots()
    for number, (name, of_classes) in enumerate(points.items()):
        labels, difference, error = zip(*of_classes, strict=True)
        place = np.arange(len(labels)) + 0.16 * number
        axes.errorbar(place, difference, 1.96 * np.array(error), fmt="o" if number == 0 else "s", ms=4, label=name)
        axes.set_xticks(np.arange(len(labels)), labels, fontsize=7)
    axes.axhline(0, lw=0.8, color="gray")
    axes.set(
        xlabel="plate appearances known before the game", ylabel=f"runs per {SEASON} plate appearances",
        title="Batters chosen: runs produced minus runs expected",
    )  # fmt: skip
    if len(points) > 1:
        axes.legend(fontsize=8)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, metadata={"Date": None})
    print(out)


if __name__ == "__main__":
    main()
