"""Make the tables that need the seasons' tables, concurrently if the graph allows it; and each table over all seasons.

Of the latter, a SELECT runs in a Spark task, in DuckDB over the lake's files, as a season's tables do. A function
receives Arrow tables in the driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
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

# While one table's job starts or commits, another table's job computes. In a day's update, one task of the season's
# lineup tables takes most of the time.
AT_A_TIME = 3


@dataclass(frozen=True)
class Made:
    """The rows written for one table, by season (null for a table over all seasons), and the time taken. `withheld`
    says which seasons, or why the table over all seasons, has no rows."""

    rows: Mapping[int | None, int]
    started: datetime
    seconds: float
    withheld: Sequence[Withheld] = ()


@dataclass(frozen=True)
class _Task:
    """One table's SELECT: the files of its inputs in the lake, those staged for this build alone, and the folders."""

    name: str
    files: Files
    staged: Mapping[str, WrittenFile]
    lake: Location
    staging: Location


def make_in_order(
    nodes: Iterable[Node], begin: Callable[[Node], Callable[[], Made]], take: Callable[[Node, Made], None]
) -> None:
    """Make each table after those of `nodes` that it is made from, a few at a time.

    `begin` returns what makes a table in a thread; it is called here when the table's inputs are made, and `take` with
    what was made. After a failure, no other table is begun.
    """
    by_name = {node.name: node for node in nodes}
    sorter = TopologicalSorter({name: set(node.inputs) & set(by_name) for name, node in by_name.items()})
    sorter.prepare()
    pool = ThreadPoolExecutor(AT_A_TIME)
    try:
        running: dict[Future[Made], str] = {}
        while sorter.is_active():
            for name in sorted(sorter.get_ready()):
                running[pool.submit(begin(by_name[name]))] = name
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                name = running.pop(future)
                take(by_name[name], future.result())
                sorter.done(name)
    finally:
        pool.shutdown(cancel_futures=True)


def make_lake_table(spark: SparkSession, writer: LakeWriter, shared: dict[str, pa.Table], node: Node) -> Made:
    """Make and commit a table over all seasons. `shared` maps names to record sets and reference tables, to which an
    intermediate table is added."""
    started, clock = datetime.now(UTC), time.monotonic()
    if node.sql is not None:
        task = _task(node, writer, shared)
        (found,) = spark.sparkContext.parallelize([task], 1).map(_select_or_withhold).collect()
    else:
        found = _or_withhold(node, lambda: _called(node, writer, shared))
    withheld = [found] if isinstance(found, Withheld) else []
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
    return Made({None: rows}, started, time.monotonic() - clock, withheld)


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
