"""The lineup model against the games of 2019 (SKIPPER_DATA)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from built_lake import Built
from lineup_calibration import GAMES, club_games
from lineup_season import Season, read_season
from skipper.lineups.advancement import END, estimated
from skipper.lineups.batting import batting
from skipper.lineups.games import game
from skipper.lineups.rates import OUTCOMES, rates_of

ON_BASE = ("walk", "home_run", "triple", "double", "single")


@pytest.fixture(scope="module")
def season(real_data: Path) -> Season:
    return read_season(real_data / "retrosheet" / "events" / "2019eve.zip")


def test_average_hitters_have_the_runs_and_plate_appearances_of_2019(season: Season) -> None:
    """Runs within 2 %, plate appearances of every slot within 0.05 of those played, sampling error about 0.01."""
    half = season.column("half").astype(str)
    advancement = estimated(season.seen)
    sides = [
        batting(np.tile(rates_of(season.counts(half == side)[0].sum(0)), (9, 1)), advancement)
        for side in ("top", "bottom")
    ]
    found = game(*sides)
    games = len(np.unique(season.column("game_id").astype(str)))
    completed, slot = season.column("before") != END, season.column("slot")
    runs = season.column("runs") + season.column("runs_before")
    for side, each in (("top", found.visitor), ("bottom", found.home)):
        assert each.expected_runs == pytest.approx(runs[half == side].sum() / games, rel=0.02)
        played = np.bincount(slot[completed & (half == side)], minlength=10)[1:] / games
        assert each.plate_appearances == pytest.approx(played, abs=0.05)


def test_lineups_of_2019_score_what_was_expected_before_their_games(some_seasons: Built) -> None:
    """Runs in 27 outs within 2 % of those scored, with and without designated hitters; no rate is of a later game."""
    games = club_games(some_seasons.reader().rows(GAMES, {"season": 2019}))
    assert len(games.outs) > 4000
    for kept in (slice(None), games.pitcher_bats, ~games.pitcher_bats):
        expected, scored = games.means(kept)
        assert expected == pytest.approx(scored, rel=0.02)
    assert np.corrcoef(games.by_club().T)[0, 1] > 0.75


def test_half_of_the_pitchers_slot_is_batted_by_others(season: Season) -> None:
    """The reason for rating the slot rather than the pitcher: others reach base twice as often there."""
    slots = set()
    for row in season.table.filter(season.table["pitcher_bats"]).select(["game_id", "half", "slot"]).to_pylist():
        slots.add(tuple(row.values()))
    keys = zip(*(season.table[name].to_pylist() for name in ("game_id", "half", "slot")), strict=True)
    in_slot = np.array([key in slots for key in keys]) & (season.column("before") != END)
    on_base = np.isin(season.column("outcome"), [OUTCOMES.index(name) for name in ON_BASE])
    pitchers, others = in_slot & season.pitcher_bats, in_slot & ~season.pitcher_bats
    assert 0.3 < others.sum() / in_slot.sum() < 0.7
    assert on_base[others].mean() > 1.5 * on_base[pitchers].mean()


def test_every_plate_appearance_of_2019_is_counted(season: Season) -> None:
    """155,335 turns at bat; of those completed, all are sacrifices or in the batters' counts."""
    counts, _ = season.counts()
    completed = season.column("before") != END
    assert counts.sum() + (season.column("outcome")[completed] == len(OUTCOMES)).sum() == completed.sum()
    advancement = estimated(season.seen)
    assert np.allclose(advancement.running.sum((1, 2)), 1)
    first_to_second = advancement.running[1, 2, 0] + advancement.running[1, 4, 0]
    assert 0.03 < first_to_second < 0.12  # stolen bases, wild pitches, balks with nobody out and first occupied
