"""SQL, for DuckDB and Spark, that computes the confidence interval for a rate.

`answers.interval` computes the same bounds in Python.
"""

from __future__ import annotations

from skipper.answers.interval import Z


def wilson_sql(part: str, whole: str) -> tuple[str, str]:
    """Return SQL for the bounds of the 95% Wilson score interval for the rate `part` / `whole`, both columns.

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
