"""Spark's Python worker daemon, which imports what every task needs before it forks a worker."""

from __future__ import annotations

import os

from pyspark.daemon import manager

from skipper.build.graph import graph
from skipper.build.season import HAS_PLAYS, build_seasons

# Once in the daemon, not once in every worker.
LOADED = (graph().season_checks, build_seasons)

if __name__ == "__main__":
    if HAS_PLAYS in os.environ:  # compiled kernels and SciPy take 1 s to import, and 100 MB
        import skipper.calculations.lineup_values
        import skipper.sources.retrosheet.plays.season  # noqa: F401
    manager()
