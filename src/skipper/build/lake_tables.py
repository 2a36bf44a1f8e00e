"""Make the tables over all seasons, concurrently if the graph allows it.

A SELECT runs in a Spark task, in DuckDB over the lake's files, as a season's tables do. A function receives Arrow
tables in the driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from graphlib import TopologicalSorter
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

from skipper.build.graph import Node, graph
from skipper.build.season import select
from skipper.build.task_database import Files, task_database
from skipper.build.withholding import DEFECTS, MACHINE_FAULTS, Withheld, by_error
from skipper.lake import storage
from skipper.lake.location import Location
from skipper.lake.storage import WrittenFile
from skipper.lake.store import LakeWriter

AT_A_TIME = 2  # while one table's job starts or commits, another table's job computes


@dataclass(frozen=True)
class Made:
    """The number of rows written for one table, and the time taken. `withheld` says why it has no rows."""

    name: str
    rows: int
    started: datetime
    seconds: float
    withheld: Withheld | None = None


@dataclass(frozen=True)
class _Task:
    """One table's SELECT: the files of its inputs in the lake, those staged for this build alone, and the folders."""

    name: str
    files: Files
    staged: Mapping[str, WrittenFile]
    lake: Location
    staging: Location


def make_lake_tables(
    spark: SparkSession,
    wanted: Iterable[Node],
    writer: LakeWriter,
    shared: dict[str, pa.Table],
    progress: Callable[[str], None],
) -> list[Made]:
    """Make and commit the tables over all seasons. `shared` maps names to record sets and reference tables."""
    nodes = {node.name: node for node in wanted}
    sorter = TopologicalSorter({name: set(node.inputs) & set(nodes) for name, node in nodes.items()})
    sorter.prepare()
    made: list[Made] = []
    pool = ThreadPoolExecutor(AT_A_TIME)
    try:
        running = {}
        while sorter.is_active():
            for name in sorted(sorter.get_ready()):
                progress(name)
                running[pool.submit(_make, spark, writer, shared, nodes[name])] = name
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                made.append(future.result())
                sorter.done(running.pop(future))
    finally:
        pool.shutdown(cancel_futures=True)  # after a failure, no other table is begun
    return made


def _make(spark: SparkSession, writer: LakeWriter, shared: dict[str, pa.Table], node: Node) -> Made:
    started, clock = datetime.now(UTC), time.monotonic()
    if node.sql is not None:
        task = _task(node, writer, shared)
        (found,) = spark.sparkContext.parallelize([task], 1).map(_select_or_withhold).collect()
    else:
        found = _or_withhold(node, lambda: _called(node, writer, shared))
    withheld = found if isinstance(found, Withheld) else None
    if isinstance(found, WrittenFile):
        writer.commit(node.name, [found], None)
        rows = found.rows
    else:
        table = node.table.arrow_schema.empty_table() if isinstance(found, Withheld) else found
        rows = table.num_rows
        if node.table.published:
            writer.write_rows(node.name, table, None)
        else:
            shared[node.name] = table
    return Made(node.name, rows, started, time.monotonic() - clock, withheld)


def _called(node: Node, writer: LakeWriter, shared: Mapping[str, pa.Table]) -> pa.Table:
    """Return the rows of a table's function. They grow with people and seasons, so the driver can hold them."""
    assert node.function is not None
    rows = node.function(**{name: shared[name] if name in shared else writer.read_rows(name) for name in node.inputs})
    return rows.cast(node.table.arrow_schema) if node.table.published else rows


def _task(node: Node, writer: LakeWriter, shared: Mapping[str, pa.Table]) -> _Task:
    """Return the task of a SELECT; its inputs that are not in the lake are staged."""
    staged = [name for name in node.inputs if name in shared and name not in writer.files]
    return _Task(
        node.name,
        {name: list(writer.files.get(name, ())) for name in node.inputs if name not in staged},
        {name: storage.write_whole(shared[name], writer.staging / name) for name in staged},
        writer.lake,
        writer.staging,
    )


def _select_or_withhold(task: _Task) -> WrittenFile | pa.Table | Withheld:
    """Make and write a SELECT's table, in a Spark task, or return why it cannot be made."""
    found: WrittenFile | pa.Table | Withheld = _or_withhold(graph().nodes[task.name], lambda: _select(task))
    return found


def _or_withhold(node: Node, make: Callable[[], Any]) -> Any:
    """Return what `make` makes, or why a published table cannot be made."""
    try:
        return make()
    except DEFECTS as error:
        if isinstance(error, MACHINE_FAULTS) or not node.table.published:
            raise
        return by_error(error, None, making=node.name)


def _select(task: _Task) -> WrittenFile | pa.Table:
    """Write a table's rows, and return the file; without rows there is no file, and the empty table is returned."""
    node = graph().nodes[task.name]
    with task_database(task.lake, task.staging, task.files) as db:
        for name, staged in task.staged.items():
            content = storage.intact(task.staging / name / staged.path, staged.digest)
            db.register(name, pq.read_table(pa.BufferReader(content)))
        rows = db.execute(select(node)).to_arrow_table().cast(node.table.arrow_schema)
    return storage.write_whole(rows, task.lake / task.name) if rows.num_rows else rows
