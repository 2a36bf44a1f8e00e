"""The levels of affiliated baseball, in order."""

from __future__ import annotations

# Highest first. Independent, Mexican, winter, foreign and college leagues have no place in this order.
LADDER = ("MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk")


def level_rank(column: str) -> str:
    """Return SQL for DuckDB and Spark: the level's place in LADDER, 1 for Rk; null for a level that is not in
    LADDER."""
    places = " ".join(f"WHEN '{level}' THEN {place}" for place, level in enumerate(reversed(LADDER), 1))
    return f"CASE {column} {places} END"
