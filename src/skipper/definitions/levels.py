"""The levels of affiliated baseball, in order."""

from __future__ import annotations

# Highest first. Independent, Mexican, winter, foreign and college leagues have no place in this order.
LADDER = ("MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk")
PARENT_LEVEL = LADDER[0]  # of the clubs to which the others of an organization are affiliated


def level_rank(column: str) -> str:
    """Return SQL for DuckDB and Spark: the level's place in LADDER, 1 for Rk; null for a level that is not in
    LADDER."""
    places = " ".join(f"WHEN '{level}' THEN {place}" for place, level in enumerate(reversed(LADDER), 1))
    return f"CASE {column} {places} END"


def is_parent_level(column: str) -> str:
    """Return SQL for DuckDB and Spark: whether a level is that of an organization's parent club; false if unknown."""
    return f"coalesce({column} = '{PARENT_LEVEL}', false)"
