"""Spark's Python worker daemon, which imports what every task needs before it forks a worker."""

import gc
import os
import sys

if __name__ == "__main__":
    # Spark puts its own copy of PySpark, in zip archives, before the installed one; Python keeps no bytecode for
    # archives, so every daemon would compile a hundred modules.
    sys.path[:] = [place for place in sys.path if not ("pyspark" in place and place.endswith(".zip"))]

    from pyspark.daemon import manager

    from skipper.build.graph import graph
    from skipper.build.season import HAS_PLAYS, build_seasons

    LOADED = (graph().season_checks, build_seasons)  # once in the daemon, not once in every worker
    if HAS_PLAYS in os.environ:  # compiled kernels and SciPy take 1 s to import, and 100 MB
        import skipper.calculations.lineup_values
        import skipper.sources.retrosheet.plays.season  # noqa: F401
    gc.freeze()  # Spark collects garbage after every task: not among what was imported, which takes 30 ms
    manager()
