"""Compare table lineup_value with the games: the figures and the plot of docs/lineup_accuracy.md.

    .venv/bin/python scripts/lineup_calibration.py --lake LAKE --season 2019 --out docs/lineup-calibration.svg

Runs scored are those in 27 outs, since the model plays all scheduled innings in full. Every game is held out: the rates
are from before it. With --levels, it also rates the season again as if all levels were alike, which takes minutes and
some GB of memory.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import duckdb
import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skipper.answers.answer import Row
from skipper.answers.lineup_value import advancement_of
from skipper.build.graph import graph
from skipper.build.looking_back import rows_of
from skipper.lake.reader import LakeReader
from skipper.lineups import known
from skipper.lineups.batting import batting
from skipper.lineups.chain import NINE
from skipper.lineups.games import game
from skipper.lineups.known import Codes, Plays
from skipper.lineups.rates import OUTCOMES, Floats

GROUPS = 10
# Expected runs in the scheduled innings, and runs scored with the outs made; without games of unknown score.
GAMES = """
SELECT v.club, v.level, v.runs, v.innings, v.loss_of_order, v.loss_of_nine, c.runs_for AS scored,
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
_UNKNOWN = "SELECT unknown, count(*) AS games FROM lineup_value WHERE season = $season GROUP BY ALL ORDER BY ALL"
_SHORT = """
SELECT count(*) AS games, count(*) FILTER (innings IN (7, 8)) AS short
FROM game
WHERE has_plays AND season BETWEEN $season - 1 AND $season AND game_number <> '0' AND scheduled_innings IS NULL
"""
_BY_LEVEL = """
SELECT h.level, p.season, 27 * sum(p.runs_on_event) / sum(p.outs_on_play) AS runs, sum(p.outs_on_play) AS outs
FROM event AS p JOIN club_game AS h ON h.season = p.season AND h.game_id = p.game_id AND h.is_home
WHERE p.season BETWEEN $season - 1 AND $season AND h.level IS NOT NULL GROUP BY ALL
"""
# Losses of a manager's games relative to their mean, each with that of a later game for the club.
_LATER = """
WITH known AS (
    SELECT season, club, manager_id, date, game_number, loss_of_order - avg(loss_of_order) OVER same AS loss
    FROM lineup_value WHERE season = $season AND runs IS NOT NULL AND game_type = 'regular'
    WINDOW same AS (PARTITION BY season, club, manager_id)
),
later AS (
    SELECT loss, lead(loss, $games) OVER (PARTITION BY season, club, manager_id ORDER BY date, game_number) AS other
    FROM known
)
SELECT corr(loss, other) AS correlation FROM later
"""
_LAGS = (1, 7, 14, 21, 28)
_MOVED_DAYS = 40
# Plate appearances in a batter's first days at a level after others, by the level at which the batter had batted most.
_MOVED = f"""
WITH batted AS (
    SELECT coalesce(p.batter_person_id, p.batter_id) AS batter, h.level, g.date, p.game_id, p.batting_club AS club,
        count(*) AS appearances,
        count(*) FILTER (p.result IN ('walk', 'intentional_walk', 'hit_by_pitch', 'interference', 'single', 'double',
            'triple', 'home_run')) AS reached
    FROM plate_appearance AS p JOIN game AS g ON g.season = p.season AND g.game_id = p.game_id
    JOIN club_game AS h ON h.season = p.season AND h.game_id = p.game_id AND h.is_home
    WHERE p.season <= $season AND NOT p.is_sacrifice_bunt AND p.batter_position IS DISTINCT FROM 1 GROUP BY ALL
),
arrived AS (SELECT batter, level, min(date) AS day FROM batted GROUP BY ALL),
earlier AS (
    SELECT a.batter, a.level, a.day, b.level AS before, sum(b.appearances) AS appearances
    FROM arrived AS a JOIN batted AS b ON b.batter = a.batter AND b.level <> a.level AND b.date < a.day GROUP BY ALL
),
came AS (
    FROM earlier
    QUALIFY row_number() OVER (PARTITION BY batter, level ORDER BY appearances DESC, before) = 1
)
SELECT m.before, m.level, sum(b.appearances)::BIGINT AS appearances, sum(b.reached) / sum(b.appearances) AS reached,
    sum(b.appearances * list_sum(r.rates[2:3] || r.rates[5:7])) / sum(b.appearances) AS expected
FROM came AS m
JOIN batted AS b ON b.batter = m.batter AND b.level = m.level AND b.date < m.day + {_MOVED_DAYS}
JOIN {{rated}} AS r
    ON r.game_id = b.game_id AND r.club = b.club AND coalesce(r.player_person_id, r.player_id) = b.batter
WHERE r.season = $season AND r.rates IS NOT NULL AND NOT r.bats_as_pitcher
GROUP BY ALL HAVING sum(b.appearances) >= 2000 ORDER BY appearances DESC
"""


@dataclass(frozen=True)
class ClubGames:
    """A season's club-games: expected runs, runs scored in 27 outs, outs made, club, level, whether pitchers bat."""

    expected: np.ndarray
    scored: np.ndarray
    outs: np.ndarray
    club: np.ndarray
    level: np.ndarray
    pitcher_bats: np.ndarray

    def means(self, kept: np.ndarray | slice = slice(None)) -> tuple[float, float]:
        """Return the mean expected runs and the mean scored, weighted by outs."""
        outs = self.outs[kept]
        return float(np.average(self.expected[kept], weights=outs)), float(np.average(self.scored[kept], weights=outs))

    def slope(self) -> float:
        """Return by how much the runs scored rise per expected run, weighted by outs."""
        return float(np.polyfit(self.expected, self.scored, 1, w=self.outs**0.5)[0])

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
        level=np.array([row["level"] or "unknown" for row in rows]),
        pitcher_bats=np.array([row["pitcher_bats"] for row in rows], bool),
    )


def main() -> None:
    """Print the figures and write the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lake", type=Path, required=True)
    parser.add_argument("--season", type=int, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--games", type=int, default=300, help="games played by the model for plate appearances")
    parser.add_argument("--levels", action="store_true", help="also rate batters as if all levels were alike")
    asked = parser.parse_args()
    lake = LakeReader(asked.lake)
    rows = lake.rows(GAMES, {"season": asked.season})
    if not rows:
        parser.error(f"{asked.lake} has no lineup value of {asked.season} with a score")
    games = club_games(rows)
    expected, scored = games.expected, games.scored
    print(f"{asked.season}: {len(rows)} club-games")
    for row in lake.rows(_UNKNOWN, {"season": asked.season}):
        print(f"  {row['games']} with value" if row["unknown"] is None else f"  {row['games']}: {row['unknown']}")
    kinds = {"all": np.full(len(rows), True), "designated hitter": ~games.pitcher_bats, "pitchers": games.pitcher_bats}
    kinds |= {level: games.level == level for level in np.unique(games.level)}
    for name, kept in kinds.items():
        if kept.any():
            model, mean = games.means(kept)
            print(f"runs in 27 outs, {name}: model {model:.3f}, scored {mean:.3f}, ratio {model / mean:.4f}")
    by_club = games.by_club()
    print(f"by club: correlation {np.corrcoef(by_club.T)[0, 1]:.3f} over {len(by_club)} clubs")
    for name in ("loss_of_order", "loss_of_nine"):
        loss = np.array([row[name] for row in rows if row[name] is not None])
        print(f"{name}: mean {loss.mean():.4f}, greatest {loss.max():.3f}, 162 games {162 * loss.mean():.1f}")
    for games_later in _LAGS:
        (row,) = lake.rows(_LATER, {"season": asked.season, "games": games_later})
        print(f"loss_of_order: correlation with the manager's game {games_later} later {row['correlation'] or 0:.2f}")
    groups = [group for group in np.array_split(np.argsort(expected, kind="stable"), GROUPS) if len(group) > 1]
    points = [
        (expected[group].mean(), scored[group].mean(), scored[group].std(ddof=1) / len(group) ** 0.5)
        for group in groups
    ]
    print(f"slope of runs scored on expected runs, by club-game: {games.slope():.2f}")
    for point in points:
        print("  expected {:.2f} scored {:.2f} +- {:.2f}".format(*point))
    _plate_appearances(lake, asked.season, asked.games)
    (short,) = lake.rows(_SHORT, {"season": asked.season})
    if short["games"]:
        print(f"games on days with two, of unknown scheduled innings: {short['games']}, "
              f"{short['short'] / short['games']:.1%} of them ended in the seventh or eighth inning")  # fmt: skip
    _since_last_season(lake, asked.season)
    _moved(lake, asked.season, asked.levels)
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


def _since_last_season(lake: LakeReader, season: int) -> None:
    """Print how scoring changed from the season before, for the same mix of levels."""
    runs = {(row["level"], row["season"]): row for row in lake.rows(_BY_LEVEL, {"season": season})}
    levels = [level for level, year in runs if year == season and (level, season - 1) in runs]
    if levels:
        now, before = (
            sum(runs[level, year]["runs"] * float(runs[level, season]["outs"]) for level in levels)
            for year in (season, season - 1)
        )
        print(f"runs in 27 outs since {season - 1}, for the same mix of levels: {now / before - 1:+.1%}")


def _moved(lake: LakeReader, season: int, alike: bool) -> None:
    """Print how often batters who came from another level reached base, and how often they were expected to."""
    ways = {"expected": "lineup_batter"}
    if alike:
        lake.connection.register("alike", _rated_alike(lake, season))
        ways["without levels"] = "alike"
    columns = [lake.rows(_MOVED.format(rated=rated), {"season": season}) for rated in ways.values()]
    for found in zip(*columns, strict=True):
        first = found[0]
        expected = ", ".join(f"{way} {row['expected']:.3f}" for way, row in zip(ways, found, strict=True))
        print(f"{first['before']} to {first['level']}: {first['appearances']:,} plate appearances in {_MOVED_DAYS} "
              f"days, reached {first['reached']:.3f}, {expected}")  # fmt: skip


def _rated_alike(lake: LakeReader, season: int) -> pa.Table:
    """Return lineup_batter as it would be if players were as good at every level."""
    node = graph().nodes["lineup_batter"]

    def alike(plays: Plays, _player: Codes, level: int, _weights: Floats) -> Floats:
        return np.ones((max(int(plays.level.max(initial=0)), level) + 1, len(OUTCOMES)))

    with duckdb.connect() as db, patch.object(known, "elsewhere", alike):
        for name in node.inputs:
            rows = lake.query(f"FROM {name} WHERE season BETWEEN {season - 2} AND {season}")
            db.register(name, rows.to_arrow_table())
        return rows_of(db, node, season)


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
