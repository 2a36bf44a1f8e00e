"""Spark's Python worker daemon, which imports what every task needs before it forks a worker."""

import gc
import os
import sys
from importlib import import_module

if __name__ == "__main__":
    # Spark puts its own copy of PySpark, in zip archives, before the installed one. Python keeps no bytecode for
    # archives, so every daemon would compile a hundred modules.
    sys.path[:] = [place for place in sys.path if not ("pyspark" in place and place.endswith(".zip"))]

    from pyspark.daemon import manager

    from skipper.build.graph import graph
    from skipper.build.season import HAS_PLAYS

    LOADED = graph().season_checks  # once in the daemon, not once in every worker
    if HAS_PLAYS in os.environ:  # compiled kernels and SciPy take 1 s to import, and 100 MB
        import_module("skipper.calculations.lineup_values")
        import_module("skipper.sources.retrosheet.event_files.season")
    # Spark collects garbage after every task, which takes 33 ms with the imported modules and 2 ms without them.
    gc.freeze()
    manager()
