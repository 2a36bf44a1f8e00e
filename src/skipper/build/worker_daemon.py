"""Spark's Python worker daemon, which imports what every season's task needs before it forks a worker."""

from __future__ import annotations

from pyspark.daemon import manager

import skipper.build.season  # noqa: F401  # loaded once here, not once in every worker
from skipper.build.graph import graph

if __name__ == "__main__":
    graph()
    manager()
