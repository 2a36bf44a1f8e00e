"""The build: sources to tables, tables to a published lake.

`inputs` says what is read, `reading` reads it, `tables` makes every table of it in order (those of plays in `plays`),
`writing` writes them, `publishing` checks the whole and shows it to readers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession

from skipper.build import tables
from skipper.build.inputs import Inputs, require_same_kind
from skipper.build.publishing import BuildReport, finish
from skipper.build.reading import NothingBuiltError, read_sources
from skipper.build.writing import Progress, Run
from skipper.lake.store import LakeWriter
from skipper.sources import leagues
from skipper.tables.catalogue import TABLES

__all__ = ["BuildReport", "Inputs", "NothingBuiltError", "Progress", "build", "write_game_tables"]


def build(spark: SparkSession, inputs: Inputs, lake: Path, progress: Progress = lambda step: None) -> BuildReport:
    """Build the seasons of `inputs` into the lake and publish it.

    Raises SourceError for a source that cannot be used, NothingBuiltError when no game can, ChecksFailedError
    when a table breaks its contract; readers then stay on the last complete build.
    """
    files = inputs.files()
    level_list = leagues.read_leagues(inputs.leagues)
    with LakeWriter(lake, spark, TABLES) as writer:
        require_same_kind(inputs, writer.published)
        run = Run(spark, inputs, writer, spark.createDataFrame(level_list), progress)
        read = read_sources(run, files)
        compared = tables.write_all(run, read)
        return finish(run, read, compared)


def write_game_tables(spark: SparkSession, inputs: Inputs, lake: Path) -> dict[str, float]:
    """Only the tables that come from games (for the benchmark): nothing is checked or published.

    Returns the seconds of each step.
    """
    steps: dict[str, float] = {}

    @contextmanager
    def timed(step: str) -> Iterator[None]:
        clock = time.perf_counter()
        yield
        steps[step] = time.perf_counter() - clock

    with LakeWriter(lake, spark, TABLES) as writer:
        run = Run(spark, inputs, writer, spark.createDataFrame(leagues.read_leagues(inputs.leagues)))
        with timed("stage"):
            read = read_sources(run, inputs.files())
        with timed("people"):
            people = tables.write_people(run, read)
        with timed("games"):
            sides = tables.write_games(run, read, people)
        with timed("usage"):
            tables.write_usage(run, read, people, sides)
    return steps
