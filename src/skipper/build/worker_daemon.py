"""Spark's Python worker daemon, which imports what every season's task needs before it forks a worker."""

from __future__ import annotations

from pyspark.daemon import manager

from skipper.build.graph import graph
from skipper.build.season import build_seasons

LOADED = (graph(), build_seasons)  # once in the daemon, not once in every worker

if __name__ == "__main__":
    manager()
