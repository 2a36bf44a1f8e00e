"""Rounding of printed figures."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float, places: int) -> str:
    """Format the number with that many decimals, halves rounded up: .5625 prints as .563."""
    return str(Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))
