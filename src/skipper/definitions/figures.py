"""Rounding of displayed figures."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float, places: int) -> str:
    """Format a number with the given number of decimals, rounding halves up: .5625 becomes .563."""
    return str(Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))
