"""The figures of a won-lost record, how games add up to them, and the exponent of its Pythagorean expectation."""

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
# How games of `club_game` add up to a record. Runs, and what follows from them, count games decided by play.
SUMMED = {
    "games": "count(*)",
    "wins": "count(*) FILTER (result = 'W')",
    "losses": "count(*) FILTER (result = 'L')",
    "ties": "count(*) FILTER (result = 'T')",
    "no_decisions": "count(*) FILTER (result = 'N')",
    "runs_for": "coalesce(sum(runs_for) FILTER (decided_by = 'play'), 0)",
    "runs_against": "coalesce(sum(runs_against) FILTER (decided_by = 'play'), 0)",
    "play_decisions": "count(*) FILTER (decided_by = 'play' AND result IN ('W', 'L'))",
    "home_wins": "count(*) FILTER (result = 'W' AND is_home)",
    "home_losses": "count(*) FILTER (result = 'L' AND is_home)",
    "road_wins": "count(*) FILTER (result = 'W' AND NOT is_home)",
    "road_losses": "count(*) FILTER (result = 'L' AND NOT is_home)",
    "one_run_wins": "count(*) FILTER (result = 'W' AND decided_by = 'play' AND runs_for - runs_against = 1)",
    "one_run_losses": "count(*) FILTER (result = 'L' AND decided_by = 'play' AND runs_against - runs_for = 1)",
    "doubted_games": "count(manager_doubt)",
}
