"""The years that can be a season, in sources, options and plans."""

from __future__ import annotations

# Clubs have played under their association's written rules since 1857. A year outside this range is a typing error
# or 9999, which means "still" in many files.
FIRST_SEASON, LAST_SEASON = 1857, 9998
# Played without spectators; in other seasons an attendance of 0 is Retrosheet's marker for an unknown one.
ATTENDANCE_MAY_BE_NOUGHT = 2020
