"""The figures of a won-lost record, and the exponent of its Pythagorean expectation."""

from __future__ import annotations

PYTHAGOREAN_EXPONENT = 1.83  # Baseball-Reference's exponent for Bill James's formula
POSTSEASON = ("postseason_wins", "postseason_losses", "postseason_ties", "series_won", "series_lost")
RECORD = (
    "games",
    "wins",
    "losses",
    "ties",
    "no_decisions",
    "win_pct",
    "runs_for",
    "runs_against",
    "pythagorean_wins",
    "home_wins",
    "home_losses",
    "road_wins",
    "road_losses",
    "one_run_wins",
    "one_run_losses",
)
