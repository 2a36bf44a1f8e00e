"""The interval printed next to a rate."""

from __future__ import annotations

from math import sqrt

NAME = "Wilson score interval, 95 %"
Z = 1.959963984540054  # the 97.5th percentile of the normal distribution


def wilson(part: int, whole: int) -> tuple[float, float] | None:
    """Return the 95% Wilson score interval for the rate behind `part` out of `whole`; null if `whole` is 0.

    Both bounds are shares from 0 to 1. Raises ValueError unless 0 <= part <= whole.
    """
    if not 0 <= part <= whole:
        raise ValueError(f"{part} of {whole} is not a share")
    if whole == 0:
        return None
    share, squared = part / whole, Z * Z
    centre = (share + squared / (2 * whole)) / (1 + squared / whole)
    reach = Z / (1 + squared / whole) * sqrt(share * (1 - share) / whole + squared / (4 * whole * whole))
    low = 0.0 if part == 0 else max(0.0, centre - reach)
    high = 1.0 if part == whole else min(1.0, centre + reach)
    return low, high
