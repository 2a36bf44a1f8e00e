"""How figures are rounded, wherever they are printed."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float, places: int) -> str:
    """The number with that many decimals, halves rounded up: .5625 is .563 in every newspaper."""
    return str(Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))
