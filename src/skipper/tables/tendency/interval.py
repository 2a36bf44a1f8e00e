"""The interval around a rate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column


Z = 1.959963984540054  # the 97.5th percentile of the normal distribution


def wilson(attempts: Column, chances: Column) -> tuple[Column, Column]:
    """Both ends of the Wilson score interval at 95 %, of a share of chances; null without a chance."""
    share = attempts / chances
    centre = share + Z * Z / (2 * chances)
    reach = Z * F.sqrt(share * (1 - share) / chances + Z * Z / (4 * chances * chances))
    scale = 1 + Z * Z / chances
    return F.greatest(F.lit(0.0), (centre - reach) / scale), F.least(F.lit(1.0), (centre + reach) / scale)


def count_score(attempts: Column, chances: Column, dispersion: Column) -> tuple[Column, Column]:
    """Both ends of the score interval at 95 % of a mean count per chance; null without a chance or dispersion.

    The score interval of a Poisson mean, with the variance `dispersion` times the mean: managers' counts per game
    vary less than a Poisson's (pitchers used) or more.
    """
    centre = attempts + Z * Z * dispersion / 2
    reach = Z * F.sqrt(dispersion * (attempts + Z * Z * dispersion / 4))
    return F.greatest(F.lit(0.0), (centre - reach) / chances), (centre + reach) / chances
