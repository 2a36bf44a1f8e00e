"""The lineup model against the games of 2019 (SKIPPER_DATA)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lineup_season import Season, read_season
from skipper.lineups.advancement import END, estimated
from skipper.lineups.batting import batting
from skipper.lineups.games import game
from skipper.lineups.rates import OUTCOMES, rates_of


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


def test_every_plate_appearance_of_2019_is_counted(season: Season) -> None:
    """155,335 turns at bat; of those completed, all are sacrifices or in the batters' counts."""
    counts, _ = season.counts()
    completed = season.column("before") != END
    assert counts.sum() + (season.column("outcome")[completed] == len(OUTCOMES)).sum() == completed.sum()
    advancement = estimated(season.seen)
    assert np.allclose(advancement.running.sum((1, 2)), 1)
    first_to_second = advancement.running[1, 2, 0] + advancement.running[1, 4, 0]
    assert 0.03 < first_to_second < 0.12  # stolen bases, wild pitches, balks with nobody out and first occupied
