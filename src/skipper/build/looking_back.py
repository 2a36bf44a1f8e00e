"""Make the by-season tables that look back, each from the tables for its season and earlier seasons.

A build makes them for the seasons that it builds and for later seasons that look back at those. Spark runs one task per
season.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import duckdb
import pyarrow as pa
from pyspark.sql import SparkSession

from skipper.build.graph import Node, graph
from skipper.build.kept_rows import kept_rows
from skipper.build.lake_tables import Made
from skipper.build.task_database import Files, task_database
from skipper.build.withholding import DEFECTS, MACHINE_FAULTS, Withheld, by_error
from skipper.lake import storage
from skipper.lake.contract import KEPT
from skipper.lake.location import Location
from skipper.lake.storage import WrittenFile
from skipper.lake.store import LakeWriter


@dataclass(frozen=True)
class _Task:
    """One table's season: the files of its inputs, those of its inputs and its own before this build (none if no row is
    to be kept), and the folders to use."""

    name: str
    season: int
    files: Files
    before: Files
    lake: Location
    staging: Location


def make_looking_back(spark: SparkSession, node: Node, writer: LakeWriter, changed: Iterable[int], keeps: bool) -> Made:
    """Make and commit a table for the seasons `changed`. Seasons that cannot be made are withheld.

    With `keeps`, rows of the published lake are kept as the table's contract allows.
    """
    started, clock = datetime.now(UTC), time.monotonic()
    changed = set(changed)
    wanted = [season for season in sorted(changed) if all(season in writer.seasons(n) for n in node.table.rows_need)]
    before = writer.published.files if keeps and node.table.keeps and writer.published is not None else {}
    tasks = [
        _Task(
            node.name,
            season,
            _files(node, node.inputs, writer.files, season),
            _files(node, (*node.inputs, node.name), before, season) if before else {},
            writer.lake,
            writer.staging,
        )
        for season in wanted
    ]
    made = spark.sparkContext.parallelize(tasks, len(tasks)).map(_make_or_withhold).collect() if tasks else []
    withheld = list({one.season: one for one in made if isinstance(one, Withheld)}.values())
    without = {one.season for one in withheld}
    files = [file for file in made if isinstance(file, WrittenFile) and file.season not in without]
    writer.commit(node.name, files, changed)
    rows: Counter[int | None] = Counter({season: 0 for season in wanted if season not in without})
    for file in files:
        rows[file.season] += file.rows
    return Made(rows, started, time.monotonic() - clock, withheld)


def changed_seasons(nodes: Iterable[Node], built: Iterable[int], seasons: Iterable[int]) -> dict[str, set[int]]:
    """Return the seasons, of a lake's `seasons`, for which each table must be made after a build of some of them.

    A table changes in the seasons that look back on a season in which an input changes. `nodes` are in the order in
    which they are made; other inputs change in the seasons built.
    """
    every, changed = set(seasons), dict[str, set[int]]()
    for node in nodes:
        later = range((node.table.looks_back or 0) + 1)
        inputs = set(built).union(*(changed.get(name, ()) for name in node.inputs))
        changed[node.name] = {season + years for season in inputs for years in later} & every
    return changed


def _files(node: Node, names: Iterable[str], files: Files, season: int) -> Files:
    """Return the files of some tables that have rows of the seasons on which a table's season is based."""
    first = season - (node.table.looks_back or 0)
    return {
        name: [file for file in files.get(name, ()) if file.season is not None and first <= file.season <= season]
        for name in names
    }


def _make_or_withhold(task: _Task) -> WrittenFile | Withheld | None:
    """Make and write a table's season, in a Spark task, or return why it cannot be made; null if it has no rows."""
    try:
        return _make(task)
    except DEFECTS as error:
        if isinstance(error, MACHINE_FAULTS):
            raise
        return by_error(error, task.season, task.name, task.name)


def _make(task: _Task) -> WrittenFile | None:
    node = graph().nodes[task.name]
    kept = kept_rows(node, task.season, task.files, task.before, task.lake, task.staging)
    with task_database(task.lake, task.staging, task.files) as db:
        rows = rows_of(db, node, task.season, kept)
    return storage.write_season(rows, task.lake / task.name, task.season) if rows.num_rows else None


def rows_of(db: duckdb.DuckDBPyConnection, node: Node, season: int, kept: pa.Table | None = None) -> pa.Table:
    """Return a season's rows from the tables in a database, and from rows that are `kept`."""
    if node.table.keeps:
        db.register(KEPT, node.table.arrow_schema.empty_table() if kept is None else kept)
    given = {
        name: db.execute(select, {"season": season} if "$season" in select else {}).to_arrow_table()
        for name, select in (node.selects or {}).items()
    }
    assert node.function is not None
    return node.function(season=season, **given).cast(node.table.arrow_schema)
