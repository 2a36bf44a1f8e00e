"""Significance tests for the comparisons made by `discover`."""

from __future__ import annotations

import numpy as np
import pyarrow as pa


def with_p_values(rows: pa.Table | pa.RecordBatch) -> pa.Table:
    """Add `p_value` to the rows: the probability that chance alone gives a difference at least this large.

    platoon uses Fisher's exact test (hypergeometric), two-sided, with twice the smaller tail. playing_time uses the
    same test, one-sided, for a decrease. order uses Welch's test of the means of plate appearances, one-sided with the
    normal distribution, for production above that of the batters who bat ahead.
    """
    table = rows if isinstance(rows, pa.Table) else pa.Table.from_batches([rows])
    lists = table["list"].to_numpy(zero_copy_only=False)
    fell, order = lists == "playing_time", lists == "order"
    low, high = _fisher(table)
    two_sided = np.minimum(1.0, 2 * np.minimum(low, high))
    p_values = np.where(order, _welch(table), np.where(fell, low, two_sided))
    return table.append_column("p_value", pa.array(p_values, pa.float64()))


def _numbers(table: pa.Table, *names: str) -> list[np.ndarray]:
    """Return columns as numbers, with zero for null; nulls belong to other lists, whose results are discarded."""
    return [table[name].fill_null(0).to_numpy(zero_copy_only=False).astype(np.float64) for name in names]


def _fisher(table: pa.Table) -> tuple[np.ndarray, np.ndarray]:
    """Return the lower and upper tails of Fisher's exact test."""
    from scipy.stats import hypergeom

    starts_a, games_a, starts_b, games_b = _numbers(table, "starts_a", "games_a", "starts_b", "games_b")
    of = (games_a + games_b, starts_a + starts_b, games_a)
    return hypergeom.cdf(starts_a, *of), hypergeom.sf(starts_a - 1, *of)


def _welch(table: pa.Table) -> np.ndarray:
    """Return the upper tail for the difference of two means, from counts, sums and sums of squares."""
    from scipy.stats import norm

    squared_errors, means = [], []
    for side in ("a", "b"):
        appearances, total, squares = _numbers(table, f"appearances_{side}", f"hundredths_{side}", f"squares_{side}")
        # Tested players have FEWEST_APPEARANCES; rows of other lists may have fewer than two.
        enough = np.maximum(appearances, 2)
        means.append(total / enough)
        squared_errors.append((squares - total * total / enough) / (enough - 1) / enough)
    error = np.sqrt(squared_errors[0] + squared_errors[1])
    return norm.sf(np.divide(means[0] - means[1], error, out=np.zeros_like(error), where=error > 0))
