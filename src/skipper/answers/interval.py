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


def wilson_sql(part: str, whole: str) -> tuple[str, str]:
    """Return SQL, for DuckDB and Spark, with the bounds of `wilson` for the rate `part` / `whole`, both columns.

    The bounds are null if `whole` is 0 or null. If `part` is 0 or equals `whole`, the corresponding bound is exactly 0
    or 1.
    """
    centre = f"({part} + {Z * Z / 2})"
    reach = f"{Z} * sqrt(CAST({part} AS DOUBLE) * ({whole} - {part}) / {whole} + {Z * Z / 4})"
    under = f"({whole} + {Z * Z})"
    low = f"CASE WHEN {whole} > 0 AND {part} = 0 THEN 0.0 WHEN {whole} > 0 THEN ({centre} - {reach}) / {under} END"
    high = (
        f"CASE WHEN {whole} > 0 AND {part} = {whole} THEN 1.0 WHEN {whole} > 0 THEN ({centre} + {reach}) / {under} END"
    )
    return low, high
