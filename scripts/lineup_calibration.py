"""Compare table lineup_value with the games: the figures and the plot of docs/lineup_model.md.

    .venv/bin/python scripts/lineup_calibration.py --lake LAKE --season 2019 --out docs/lineup-calibration.svg

Runs scored are those in 27 outs, since the model plays all scheduled innings in full. Every game is held out: the rates
are from before it.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from skipper.answers.answer import Row
from skipper.answers.lineup_value import advancement_of
from skipper.lake.reader import LakeReader
from skipper.lineups.batting import batting
from skipper.lineups.chain import NINE
from skipper.lineups.games import game

GROUPS = 10
# Expected runs in the scheduled innings, and runs scored with the outs made; without games of unknown score.
GAMES = """
SELECT v.club, v.runs, v.innings, v.loss_of_order, v.loss_of_nine, c.runs_for AS scored,
    sum(p.outs_on_play) AS outs, v.game_id IN (
        SELECT b.game_id FROM lineup_batter AS b WHERE b.season = $season AND b.bats_as_pitcher
    ) AS pitcher_bats
FROM lineup_value AS v
JOIN club_game AS c ON c.season = v.season AND c.game_id = v.game_id AND c.club = v.club
JOIN event AS p ON p.season = v.season AND p.game_id = v.game_id AND p.batting_club = v.club
WHERE v.season = $season AND v.runs IS NOT NULL AND v.game_type = 'regular' AND c.runs_for IS NOT NULL
GROUP BY ALL ORDER BY ALL
"""
_RATES = """
SELECT b.club, v.is_home, list(b.rates ORDER BY b.slot) AS rates, list(b.bats_as_pitcher ORDER BY b.slot) AS pitches,
    any_value(v.level) AS level
FROM lineup_batter AS b JOIN lineup_value AS v ON v.season = b.season AND v.game_id = b.game_id AND v.club = b.club
WHERE b.season = $season AND b.slot IS NOT NULL AND v.runs IS NOT NULL AND v.game_type = 'regular' AND v.innings = 9
GROUP BY b.game_id, b.club, v.is_home HAVING count(b.rates) = 9 ORDER BY hash(b.game_id), v.is_home LIMIT $most
"""
_TURNS = """
WITH nine AS (
    SELECT game_id FROM game WHERE season = $season AND has_plays AND coalesce(scheduled_innings, 9) = 9
)
SELECT p.slot, p.half, count(*) / (SELECT count(*) FROM nine) AS turns
FROM plate_appearance AS p JOIN nine USING (game_id) WHERE p.season = $season GROUP BY ALL ORDER BY p.half DESC, p.slot
"""


@dataclass(frozen=True)
class ClubGames:
    """A season's club-games: expected runs, runs scored in 27 outs, outs made, club, and whether pitchers bat."""

    expected: np.ndarray
    scored: np.ndarray
    outs: np.ndarray
    club: np.ndarray
    pitcher_bats: np.ndarray

    def means(self, kept: np.ndarray | slice = slice(None)) -> tuple[float, float]:
        """Return the mean expected runs and the mean scored, weighted by outs."""
        outs = self.outs[kept]
        return float(np.average(self.expected[kept], weights=outs)), float(np.average(self.scored[kept], weights=outs))

    def by_club(self) -> np.ndarray:
        """Return the means of each club."""
        return np.array([self.means(self.club == club) for club in np.unique(self.club)])


def club_games(rows: list[Row]) -> ClubGames:
    """Return the club-games of rows of GAMES."""
    return ClubGames(
        expected=np.array([row["runs"] / row["innings"] * NINE for row in rows]),
        scored=np.array([row["scored"] / row["outs"] * 27 for row in rows]),
        outs=np.array([row["outs"] for row in rows], float),
        club=np.array([row["club"] for row in rows]),
        pitcher_bats=np.array([row["pitcher_bats"] for row in rows], bool),
    )


def main() -> None:
    """Print the figures and write the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lake", type=Path, required=True)
    parser.add_argument("--season", type=int, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--games", type=int, default=300, help="games played by the model for plate appearances")
    asked = parser.parse_args()
    lake = LakeReader(asked.lake)
    rows = lake.rows(GAMES, {"season": asked.season})
    if not rows:
        parser.error(f"{asked.lake} has no lineup value of {asked.season} with a score")
    games = club_games(rows)
    expected, scored, outs = games.expected, games.scored, games.outs
    print(f"{asked.season}: {len(rows)} club-games")
    kinds = {"all": np.full(len(rows), True), "designated hitter": ~games.pitcher_bats, "pitchers": games.pitcher_bats}
    for name, kept in kinds.items():
        if kept.any():
            model, mean = games.means(kept)
            print(f"runs in 27 outs, {name}: model {model:.3f}, scored {mean:.3f}, ratio {model / mean:.4f}")
    by_club = games.by_club()
    print(f"by club: correlation {np.corrcoef(by_club.T)[0, 1]:.3f} over {len(by_club)} clubs")
    for name in ("loss_of_order", "loss_of_nine"):
        loss = np.array([row[name] for row in rows if row[name] is not None])
        print(f"{name}: mean {loss.mean():.4f}, greatest {loss.max():.3f}, 162 games {162 * loss.mean():.1f}")
    groups = [group for group in np.array_split(np.argsort(expected, kind="stable"), GROUPS) if len(group) > 1]
    points = [
        (expected[group].mean(), scored[group].mean(), scored[group].std(ddof=1) / len(group) ** 0.5)
        for group in groups
    ]
    slope = np.polyfit(expected, scored, 1, w=outs**0.5)[0]
    print(f"slope of runs scored on expected runs, by club-game: {slope:.2f}")
    for point in points:
        print("  expected {:.2f} scored {:.2f} +- {:.2f}".format(*point))
    _plate_appearances(lake, asked.season, asked.games)
    if asked.out:
        _plot(points, by_club, asked.out)


def _plate_appearances(lake: LakeReader, season: int, games: int) -> None:
    """Print plate appearances by slot of games between actual lineups, and those of the season."""
    sides = lake.rows(_RATES, {"season": season, "most": 2 * games})
    advancement = {level: advancement_of(lake, season, level) for level in {row["level"] for row in sides}}
    played: list[np.ndarray] = []
    pairs = list(zip(sides[::2], sides[1::2], strict=False))
    for visitor, home in pairs:
        visiting, hosts = [
            batting(np.array(row["rates"]), advancement[row["level"]], row["pitches"]) for row in (visitor, home)
        ]
        found = game(visiting, hosts)
        played.append(np.concatenate([found.visitor.plate_appearances, found.home.plate_appearances]))
    observed = np.array([row["turns"] for row in lake.rows(_TURNS, {"season": season})])
    model = np.mean(played, 0)
    print(
        f"plate appearances by slot, {len(pairs)} games of actual lineups: "
        f"greatest difference {abs(model - observed).max():.3f}"
    )
    for name, values in (("model", model), ("played", observed)):
        print(f"  {name:7s}", " ".join(f"{value:.2f}" for value in values))


def _plot(points: list[tuple[float, float, float]], by_club: np.ndarray, out: Path) -> None:
    figure = Figure(figsize=(7, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    expected, scored, error = np.array(points).T
    left.errorbar(expected, scored, 1.96 * error, fmt="o", ms=4)
    left.set(title="Club-games, tenths by expected runs", xlabel="expected runs", ylabel="runs scored in 27 outs")
    right.plot(*by_club.T, "o", ms=4)
    right.set(title="Clubs", xlabel="expected runs", ylabel="runs scored in 27 outs")
    for axes in (left, right):
        ends = [min(axes.get_xlim()[0], axes.get_ylim()[0]), max(axes.get_xlim()[1], axes.get_ylim()[1])]
        axes.plot(ends, ends, lw=0.8, color="gray")
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, metadata={"Date": None})
    print(out)


if __name__ == "__main__":
    main()
