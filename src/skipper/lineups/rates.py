"""Batters' rates by outcome of a plate appearance: shrinkage by sample size, and the odds ratio with the pitcher.

Rates are per plate appearance, excluding sacrifice bunts, which are the manager's choice; `advancement` covers those.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

OUTCOMES = ("strikeout", "walk", "home_run", "error", "triple", "double", "single", "out")
"""A walk may be intentional, a hit batter or interference: each puts the batter on first. An out is any other ball in
play without a hit or an error, including a fielder's choice. A chain of splits separates them in this order: see
`shrunk`."""
STRIKEOUT, WALK, HOME_RUN, ERROR, TRIPLE, DOUBLE, SINGLE, OUT = range(len(OUTCOMES))

_SPLITS = len(OUTCOMES) - 1
_OWN = 0.1  # of a split's variance that the other splits say nothing about: our choice, so that none is certain
_HARDLY = 1e-3  # plate appearances that stand for none, so that every variance is finite
_NO_VARIANCE = 1e-9  # of talent: a weight of a billion plate appearances
_LOG_WEIGHTS = (-2.0, 16.0)  # range of the search: from a seventh of a plate appearance to nine million


def rates_of(counts: ArrayLike) -> Floats:
    """Return rates from counts by outcome (last axis); NaN (unknown) if there are no plate appearances."""
    counts = _checked(counts)
    total = counts.sum(-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        return counts / np.where(total > 0, total, np.nan)


def shrunk(counts: ArrayLike, toward: ArrayLike, weights: ArrayLike) -> Floats:
    """Return the posterior mean of rates, from counts and the rates toward which to shrink them.

    A plate appearance is a chain of splits in the order of OUTCOMES: strikeout or not; if not, walk or not; and so on.
    Split j has a beta prior with the mean of `toward` and `weights[j]` plate appearances that reach the split, so the
    rates have a generalized Dirichlet prior (Connor and Mosimann, J. Amer. Statist. Assoc. 64, 1969), conjugate to the
    counts, and sum to 1. Adding that many average plate appearances is the regression toward the mean in Tango,
    Lichtman and Dolphin, The Book (2006), where the number also varies by outcome. `weights` come from `prior_weights`.
    """
    here, reached = _split(_checked(counts))
    return _of_splits(_posterior(here, reached, _split_means(_checked(toward)), np.asarray(weights, float)))


def shrunk_jointly(counts: ArrayLike, toward: ArrayLike, covariance: ArrayLike) -> Floats:
    """Return the posterior mean of rates like `shrunk`, with splits that learn from one another.

    `covariance` comes from `talent_covariance`. A split's counts and those of the other splits are independent given
    talent. The other splits' counts therefore give a split's prior its mean and its weight, and its own counts update
    it as in `shrunk`. The mean moves by shares or by log-odds, whichever takes it less far: by log-odds a rare split
    would become many times as frequent, and by shares one could leave the range from 0 to 1. With a diagonal covariance
    the result is that of `shrunk`. This is credibility in several dimensions (W. S. Jewell, Multi-Dimensional
    Credibility, University of California, Berkeley, 1973).
    """
    here, reached = _split(_checked(counts))
    mean = _split_means(_checked(toward))
    difference, noise = _differences(here, reached, mean)
    inverse = np.linalg.inv(np.asarray(covariance, float) + noise[..., None] * np.eye(_SPLITS))
    precision = np.diagonal(inverse, axis1=-2, axis2=-1)
    moved = difference - np.einsum("...jk,...k->...j", inverse, difference) / precision
    variance = np.maximum(1 / precision - noise, 0)
    inside = (mean > 0) & (mean < 1)
    safe = np.where(inside, mean, 0.5)
    with np.errstate(divide="ignore", over="ignore"):  # a rare split may move to the end of the scale
        spread = np.sqrt(safe * (1 - safe))
        by_odds, by_share = safe / (safe + (1 - safe) * np.exp(-moved / spread)), safe + moved * spread
        prior = np.where(moved > 0, np.minimum(by_odds, by_share), np.maximum(by_odds, by_share))
        weight = np.where(variance > _NO_VARIANCE, 1 / variance, np.inf)
    return _of_splits(_posterior(here, reached, np.where(inside, prior, mean), weight))


def _differences(here: Floats, reached: Floats, mean: Floats) -> tuple[Floats, Floats]:
    """Return each split's observed share minus its mean, in binomial standard deviations of one plate appearance, and
    the variance of that difference by chance; a difference of zero if the split was not reached."""
    spread = np.sqrt(mean * (1 - mean))
    seen = (reached > 0) & (spread > 0)
    share = np.divide(here, reached, out=np.zeros_like(here), where=seen)
    difference = np.divide(share - mean, spread, out=np.zeros_like(here), where=seen)
    return difference, 1 / np.where(seen, np.maximum(reached, _HARDLY), _HARDLY)


def _posterior(here: Floats, reached: Floats, mean: Floats, weight: Floats) -> Floats:
    """Return the posterior means of splits with beta priors of these means and weights."""
    with np.errstate(invalid="ignore"):
        return np.where(np.isinf(weight), mean, (here + weight * mean) / (reached + weight))


def _of_splits(shares: Floats) -> Floats:
    """Return rates by outcome from the shares of the splits."""
    left = np.cumprod(1 - shares, axis=-1)
    before = np.concatenate([np.ones_like(left[..., :1]), left[..., :-1]], axis=-1)
    return np.concatenate([shares * before, left[..., -1:]], axis=-1)


def prior_weights(counts: ArrayLike, toward: ArrayLike) -> Floats:
    """Return each split's prior weight in plate appearances, fitted to the counts of many batters.

    The fit maximizes the likelihood of a beta-binomial distribution around `toward` (one row of rates, or one per
    batter); the weight is infinite if the batters differ no more than by chance. The batters at one level determine the
    weight of the league's line; batters' splits around their own lines determine the weight of the platoon split.
    """
    # SciPy takes 0.4 s to import, and every build imports this module to read the graph of tables.
    from scipy.optimize import minimize_scalar
    from scipy.special import betaln

    here, reached = _split(_checked(counts))
    mean = np.broadcast_to(_split_means(_checked(toward)), here.shape)
    found = np.full(_SPLITS, np.inf)
    for split in range(_SPLITS):
        seen = (reached[:, split] > 0) & (mean[:, split] > 0) & (mean[:, split] < 1)
        n, k, m = (values[seen, split] for values in (reached, here, mean))

        def minus_log_likelihood(log_weight: float, n: Floats = n, k: Floats = k, m: Floats = m) -> float:
            a, b = m * np.exp(log_weight), (1 - m) * np.exp(log_weight)
            return float((betaln(a, b) - betaln(k + a, n - k + b)).sum())

        best = minimize_scalar(minus_log_likelihood, bounds=_LOG_WEIGHTS, method="bounded")
        if best.x < _LOG_WEIGHTS[1] - 1:
            found[split] = np.exp(best.x)
    return found


def talent_covariance(counts: ArrayLike, toward: ArrayLike) -> Floats:
    """Return the covariance [split, split] of batters' talent around `toward`, fitted to the counts of many batters.

    Talent is the difference of a split's share from its mean, in binomial standard deviations of one plate appearance,
    so the variances are the reciprocals of `prior_weights`. Chance is independent from split to split, so the mean
    product of two splits' differences estimates their covariance; batters count by the inverse of its variance. Each
    covariance is shrunk toward zero by its standard error (positive part of James and Stein). Negative eigenvalues,
    which no covariance has, become zero, and each split keeps a part of its variance to itself.
    """
    here, reached = _split(_checked(counts))
    mean = np.broadcast_to(_split_means(_checked(toward)), here.shape)
    variance = 1 / prior_weights(counts, toward)
    difference, noise = _differences(here, reached, mean)
    weight = 1 / (variance + noise)
    information = weight.T @ weight
    found = (difference * weight).T @ (difference * weight) / information
    with np.errstate(divide="ignore"):
        found *= np.maximum(1 - 1 / (information * found**2), 0)
    np.fill_diagonal(found, variance)
    values, vectors = np.linalg.eigh(found)
    covariance = (vectors * np.maximum(values, 0)) @ vectors.T
    return (1 - _OWN) * covariance + _OWN * np.diag(np.diagonal(covariance))


def weights_of(covariance: Floats) -> Floats:
    """Return the weight of each split's prior by itself, as `prior_weights` does: infinite without variance."""
    variance = np.diagonal(covariance)
    return np.divide(1, variance, out=np.full(_SPLITS, np.inf), where=variance > _NO_VARIANCE)


def matchup(league: ArrayLike, *sides: ArrayLike) -> Floats:
    """Return the rates for a matchup of batter, pitcher and park, each relative to the league.

    The odds ratio is applied to all outcomes: rates are proportional to the league's times each side's ratio to it.
    With two outcomes and two sides this is Bill James's log5 (Baseball Abstract, 1981; for batter and pitcher 1983) and
    Tango's odds ratio method; with more outcomes it is Haechrel's method (Baseball Research Journal, 2014). An outcome
    unknown to the league (rate 0) stays 0; an unknown line (NaN) stays unknown.
    """
    league = _checked(league)
    product = league
    with np.errstate(invalid="ignore", divide="ignore"):
        for side in sides:
            product = np.where(league > 0, product * (_checked(side) / league), league)
        return product / product.sum(-1, keepdims=True)


def _checked(values: ArrayLike) -> Floats:
    values = np.asarray(values, float)
    if values.shape[-1] != len(OUTCOMES):
        raise ValueError(f"{values.shape[-1]} outcomes, not {len(OUTCOMES)}")
    if (values < 0).any():
        raise ValueError("a negative count or rate")
    return values


def _split(counts: Floats) -> tuple[Floats, Floats]:
    """Return, per split, the plate appearances that ended there and those that reached it."""
    reached = np.cumsum(counts[..., ::-1], axis=-1)[..., ::-1]
    return counts[..., :-1], reached[..., :-1]


def _split_means(rates: Floats) -> Floats:
    here, reached = _split(rates)
    return np.divide(here, reached, out=np.zeros_like(here), where=reached != 0)
