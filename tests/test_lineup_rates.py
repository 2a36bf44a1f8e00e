"""Batters' rates: shrinkage, its weights, and the odds ratio."""

from __future__ import annotations

import numpy as np
import pytest

from skipper.lineups.rates import (
    HOME_RUN,
    OUT,
    OUTCOMES,
    STRIKEOUT,
    WALK,
    matchup,
    prior_weights,
    rates_of,
    shrunk,
    shrunk_jointly,
    talent_covariance,
    weights_of,
)

LEAGUE = np.array([0.22, 0.10, 0.035, 0.008, 0.004, 0.046, 0.14, 0.447])


def drawn(weights: np.ndarray, batters: int, appearances: int, seed: int) -> np.ndarray:
    """Counts of batters whose true rates vary around LEAGUE by the chain of splits with these weights."""
    rng = np.random.default_rng(seed)
    left = np.full(batters, appearances)
    counts = np.zeros((batters, len(OUTCOMES)))
    reached = LEAGUE[::-1].cumsum()[::-1]
    for split, weight in enumerate(weights):
        mean = LEAGUE[split] / reached[split]
        true = np.full(batters, mean) if np.isinf(weight) else rng.beta(weight * mean, weight * (1 - mean), batters)
        counts[:, split] = rng.binomial(left, true)
        left = left - counts[:, split].astype(int)
    counts[:, -1] = left
    return counts


def test_rates_are_shares_and_unknown_without_a_plate_appearance() -> None:
    counts = np.zeros((2, len(OUTCOMES)))
    counts[0, [WALK, OUT]] = 1, 3
    rates = rates_of(counts)
    assert (rates[0, WALK], rates[0, OUT], rates[0].sum()) == (0.25, 0.75, 1)
    assert np.isnan(rates[1]).all()
    with pytest.raises(ValueError, match="negative"):
        rates_of(-counts)
    with pytest.raises(ValueError, match="3 outcomes"):
        rates_of(np.ones(3))


def test_shrinking_lies_between_the_batter_and_the_league_by_sample_size() -> None:
    counts = np.random.default_rng(1).multinomial(300, LEAGUE[::-1] / LEAGUE.sum())
    weights = np.array([50.0, 100, 150, 2000, 800, 600, 400])
    rates = shrunk(counts, LEAGUE, weights)
    assert rates.sum() == pytest.approx(1)
    assert rates[STRIKEOUT] == pytest.approx((counts[STRIKEOUT] + 50 * LEAGUE[STRIKEOUT]) / 350)
    others = (1 - LEAGUE[STRIKEOUT], 300 - counts[STRIKEOUT])
    walks = (counts[WALK] + 100 * LEAGUE[WALK] / others[0]) / (others[1] + 100)
    assert rates[WALK] == pytest.approx((1 - rates[STRIKEOUT]) * walks)
    assert shrunk(counts, LEAGUE, np.zeros(7)) == pytest.approx(rates_of(counts))
    assert shrunk(counts, LEAGUE, np.full(7, np.inf)) == pytest.approx(LEAGUE)
    assert shrunk(np.zeros(8), LEAGUE, weights) == pytest.approx(LEAGUE)


def test_weights_are_recovered_from_batters_drawn_with_them() -> None:
    true = np.array([60.0, 90, 80, 300, 200, 500, np.inf])
    found = prior_weights(drawn(true, batters=3000, appearances=600, seed=20), LEAGUE)
    assert found[:6] == pytest.approx(true[:6], rel=0.2)
    assert found[6] > 5000  # these batters do not differ: hardly any sample outweighs the league


def test_shrunk_rates_predict_the_next_season_better_than_raw_ones_and_the_league() -> None:
    weights = np.array([60.0, 90, 80, 300, 200, 500, 400])
    rng = np.random.default_rng(4)
    counts = drawn(weights, batters=2000, appearances=200, seed=5)
    true = shrunk(drawn(weights, batters=2000, appearances=10**6, seed=5), LEAGUE, np.zeros(7))
    counts = np.stack([rng.multinomial(200, rates / rates.sum()) for rates in true])

    def error(rates: np.ndarray) -> float:
        return float(((rates - true) ** 2).sum())

    best = error(shrunk(counts, LEAGUE, weights))
    assert best < error(rates_of(counts))
    assert best < error(LEAGUE)
    assert best < error(shrunk(counts, LEAGUE, weights * 4))
    assert best < error(shrunk(counts, LEAGUE, weights / 4))


def together(batters: int, appearances: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """True rates and counts of batters in whom strikeouts fall as walks and home runs rise."""
    rng = np.random.default_rng(seed)
    direction = np.zeros(len(OUTCOMES))
    direction[[STRIKEOUT, WALK, HOME_RUN]] = -1, 1, 1
    moved = LEAGUE * np.exp(0.25 * rng.normal(size=(batters, 1)) * direction)
    true = moved / moved.sum(1, keepdims=True)
    return true, np.stack([rng.multinomial(appearances, rates) for rates in true]).astype(float)


def test_the_covariance_of_talent_is_recovered_and_zero_among_unrelated_outcomes() -> None:
    true, counts = together(3000, 600, seed=7)
    covariance = talent_covariance(counts, LEAGUE / LEAGUE.sum())
    assert covariance == pytest.approx(covariance.T)
    assert np.linalg.eigvalsh(covariance).min() > -1e-12
    strikeouts, walks = true[:, STRIKEOUT], true[:, WALK] / (1 - true[:, STRIKEOUT])
    expected = [np.mean(share) * (1 - np.mean(share)) for share in (strikeouts, walks)]
    assert covariance[STRIKEOUT, WALK] == pytest.approx(
        0.9 * np.cov(strikeouts, walks)[0, 1] / np.sqrt(np.prod(expected)),
        rel=0.05,  # a tenth is each split's own
    )
    apart = talent_covariance(drawn(np.array([60.0, 90, 80, 300, 200, 500, 400]), 3000, 600, 8), LEAGUE)
    scale = np.sqrt(np.diagonal(apart))
    assert abs(apart / np.outer(scale, scale) - np.eye(7)).max() < 0.1


def test_shrinking_without_covariances_is_shrinking_each_split_by_itself() -> None:
    weights = np.array([50.0, 100, 150, 2000, 800, 600, np.inf])
    counts = np.random.default_rng(1).multinomial(300, LEAGUE / LEAGUE.sum(), 40).astype(float)
    counts[0] = 0
    counts[1] = [0, 0, 0, 0, 0, 0, 0, 1]
    alone = shrunk(counts, LEAGUE, weights)
    assert shrunk_jointly(counts, LEAGUE, np.diag(1 / weights)) == pytest.approx(alone, abs=1e-12)
    assert weights_of(np.diag(1 / weights)) == pytest.approx(weights)


@pytest.mark.filterwarnings("error")
def test_a_split_that_the_line_hardly_has_is_a_share_all_the_same() -> None:
    """Once, its odds overflowed, and the share was no number."""
    line = np.array(LEAGUE, float)
    line[2] = 1e-12
    line /= line.sum()
    batters = np.eye(len(line)) * 40
    covariance = np.full((len(line) - 1, len(line) - 1), 0.9) + 0.1 * np.eye(len(line) - 1)
    found = shrunk_jointly(batters, line, covariance)
    assert np.isfinite(found).all()
    assert found.sum(axis=-1) == pytest.approx(1)
    assert (found >= 0).all()


def test_outcomes_that_talent_moves_together_are_better_known_together() -> None:
    """The error of home runs falls by a third: strikeouts and walks, which are more frequent, tell of them too."""
    true, counts = together(3000, 150, seed=9)
    line = LEAGUE / LEAGUE.sum()
    covariance = talent_covariance(counts, line)
    alone, joint = shrunk(counts, line, weights_of(covariance)), shrunk_jointly(counts, line, covariance)
    assert joint.sum(1) == pytest.approx(1)
    errors = [((rates - true) ** 2)[:, HOME_RUN].sum() for rates in (alone, joint)]
    assert errors[1] < 2 / 3 * errors[0]
    walks_only = np.zeros(len(OUTCOMES))
    walks_only[[WALK, OUT]] = 30, 70
    found, before = (shrink(walks_only, line, spread) for shrink, spread in
                     ((shrunk_jointly, covariance), (shrunk, weights_of(covariance))))  # fmt: skip
    assert found[HOME_RUN] / (1 - found[WALK]) > before[HOME_RUN] / (1 - before[WALK])


def two_outcomes(on_base: float) -> np.ndarray:
    rates = np.zeros(len(OUTCOMES))
    rates[WALK], rates[OUT] = on_base, 1 - on_base
    return rates


def test_matchup_agrees_with_published_examples() -> None:
    """Tom Tango, The Odds Ratio Method (insidethebook.com, 18 December 2006)."""
    assert matchup(two_outcomes(0.333), two_outcomes(0.400), two_outcomes(0.250))[WALK] == pytest.approx(
        0.308, abs=5e-4
    )
    log5 = matchup(two_outcomes(0.5), two_outcomes(0.6), two_outcomes(0.6))[WALK]
    assert log5 == pytest.approx(0.692, abs=5e-4)


def test_matchup_of_average_sides_changes_nothing() -> None:
    batter = rates_of(np.random.default_rng(2).uniform(1, 9, 8))
    assert matchup(LEAGUE, batter, LEAGUE) == pytest.approx(batter)
    assert matchup(LEAGUE, batter, batter, LEAGUE).sum() == pytest.approx(1)
    assert matchup(LEAGUE, LEAGUE, batter) == pytest.approx(matchup(LEAGUE, batter))
    never = np.where(np.arange(8) == WALK, 0, LEAGUE)
    assert matchup(never / never.sum(), batter, LEAGUE)[WALK] == 0


def test_a_rare_outcome_moves_by_shares_and_a_usual_one_within_the_range() -> None:
    """A batter who struck out far more than usual is expected to hit a few more home runs, not every other time."""
    line = np.array([0.1, 0.08, 0.002, 0.02, 0.01, 0.04, 0.2, 0.548])
    covariance = np.diag(np.full(len(OUTCOMES) - 1, 0.02))
    covariance[STRIKEOUT, HOME_RUN] = covariance[HOME_RUN, STRIKEOUT] = 0.018
    often = np.array([60.0, 8, 0, 2, 1, 4, 10, 15])
    high = shrunk_jointly(often, line, covariance)
    assert line[HOME_RUN] < high[HOME_RUN] < 0.03
    covariance[STRIKEOUT, HOME_RUN] = covariance[HOME_RUN, STRIKEOUT] = -0.018
    low = shrunk_jointly(often, line, covariance)
    assert 0 <= low[HOME_RUN] < line[HOME_RUN]
    for rates in (high, low):
        assert rates.sum() == pytest.approx(1)
        assert (rates >= 0).all()
