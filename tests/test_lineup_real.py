"""The lineup model against the games of 2019 (SKIPPER_DATA)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from built_lake import Built
from lineup_calibration import GAMES, club_games
from lineup_figures import average_hitters, pitchers_slot
from lineup_season import Season, read_season
from skipper.definitions.lineups import LACKS_RATES
from skipper.lineups.advancement import END, estimated
from skipper.lineups.rates import OUTCOMES


@pytest.fixture(scope="module")
def season(real_data: Path) -> Season:
    return read_season(real_data / "retrosheet" / "events" / "2019eve.zip")


def test_average_hitters_have_the_runs_and_plate_appearances_of_2019(season: Season) -> None:
    """Runs within 2 %, plate appearances of every slot within 0.05 of those played, sampling error about 0.01."""
    found = average_hitters(season)
    assert found.model_runs == pytest.approx(found.runs, rel=0.02)
    assert found.model_plate_appearances == pytest.approx(found.plate_appearances, abs=0.05)


def test_lineups_of_2019_score_what_was_expected_before_their_games(some_seasons: Built) -> None:
    """Runs in 27 outs within 2.5 % (standard error 1.5 %) of those scored, with and without designated hitters; runs
    scored rise by one per expected run, within two standard errors of 0.1.

    All lineups have a value but those of the first days, before enough plate appearances are known.
    """
    lake = some_seasons.reader()
    (first,) = lake.rows(
        "SELECT list(DISTINCT unknown) AS reasons, count(*) AS games, max(date) AS last, "
        "(SELECT min(date) FROM lineup_value WHERE season = 2019 AND runs IS NOT NULL) AS known_from "
        "FROM lineup_value WHERE season = 2019 AND runs IS NULL"
    )
    assert first["reasons"] == [LACKS_RATES]
    assert first["last"] < first["known_from"]
    games = club_games(lake.rows(GAMES, {"season": 2019}))
    assert len(games.outs) + first["games"] > 4000
    for kept in (slice(None), games.pitcher_bats, ~games.pitcher_bats):
        expected, scored = games.means(kept)
        assert expected == pytest.approx(scored, rel=0.025)
    assert games.slope() == pytest.approx(1, abs=0.2)
    assert np.corrcoef(games.by_club().T)[0, 1] > 0.75


def test_half_of_the_pitchers_slot_is_batted_by_others(season: Season) -> None:
    """The reason for rating the slot rather than the pitcher: others reach base twice as often there."""
    slot = pitchers_slot(season)
    assert 0.3 < slot.by_others / slot.appearances < 0.7
    assert slot.others_reached > 1.5 * slot.pitchers_reached


def test_every_plate_appearance_of_2019_is_counted(season: Season) -> None:
    """155,335 turns at bat; of those completed, all are sacrifices or in the batters' counts."""
    counts, _ = season.counts()
    completed = season.column("before") != END
    assert counts.sum() + (season.column("outcome")[completed] == len(OUTCOMES)).sum() == completed.sum()
    advancement = estimated(season.seen)
    assert np.allclose(advancement.running.sum((1, 2)), 1)
    first_to_second = advancement.running[1, 2, 0] + advancement.running[1, 4, 0]
    assert 0.03 < first_to_second < 0.12  # stolen bases, wild pitches, balks with nobody out and first occupied
