"""How often tests try what they make at random.

`make fault-test` (SKIPPER_TRIALS=all) makes all of the trials. Any other run makes a quarter of them; Hypothesis draws
others in every run. SKIPPER_SEED says from which numbers files are damaged: another one damages them elsewhere.
"""

from __future__ import annotations

import os

SEED = os.environ.get("SKIPPER_SEED", "2041")
ALL = os.environ.get("SKIPPER_TRIALS") == "all"


def trials(of_all: int) -> int:
    """The number of trials of this run, of those of `make fault-test`."""
    return of_all if ALL else of_all // 4
