"""Make the tables over all seasons, concurrently if the graph allows it.

A SELECT runs as Spark SQL over the seasons' tables. A function receives Arrow tables in the driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from graphlib import TopologicalSorter

import pyarrow as pa
from pyspark.errors import ArithmeticException, DateTimeException, NumberFormatException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.build.graph import Node
from skipper.build.withholding import DEFECTS, MACHINE_FAULTS
from skipper.lake import storage
from skipper.lake.store import LakeWriter

_SPARK_DEFECTS = (ArithmeticException, NumberFormatException, DateTimeException)  # that data cause in a SELECT
AT_A_TIME = 2  # while one table's job starts or commits, another table's job computes


@dataclass(frozen=True)
class Made:
    """The number of rows written for one table, and the time taken. `error` is the defect for which it has no rows."""

    name: str
    rows: int
    started: datetime
    seconds: float
    error: BaseException | None = None


def make_lake_tables(
    spark: SparkSession,
    wanted: Iterable[Node],
    writer: LakeWriter,
    shared: dict[str, pa.Table],
    progress: Callable[[str], None],
) -> list[Made]:
    """Make and commit the tables over all seasons. `shared` maps names to record sets and reference tables."""
    nodes = {node.name: node for node in wanted}
    queried = {one for node in nodes.values() if node.sql is not None for one in node.inputs}
    for name in sorted(queried - set(nodes)):
        _input(spark, writer, shared, name).createOrReplaceTempView(name)
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
                name = running.pop(future)
                made.append(future.result())
                if name in queried:
                    _input(spark, writer, shared, name).createOrReplaceTempView(name)
                sorter.done(name)
    finally:
        pool.shutdown(cancel_futures=True)  # after a failure, no other table is begun
    return made


def _input(spark: SparkSession, writer: LakeWriter, shared: dict[str, pa.Table], name: str) -> DataFrame:
    """Return a lake table, or rows that only this build has."""
    if name not in shared or name in writer.files:
        return writer.read(spark, name)
    return storage.stage(spark, shared[name], writer.staging / name)


def _make(spark: SparkSession, writer: LakeWriter, shared: dict[str, pa.Table], node: Node) -> Made:
    started, clock = datetime.now(UTC), time.monotonic()
    defect: BaseException | None = None
    try:
        rows = rows_of(spark, node, lambda name: shared[name] if name in shared else writer.read_rows(name))
    except (*DEFECTS, *_SPARK_DEFECTS) as error:
        if isinstance(error, MACHINE_FAULTS) or not node.table.published:
            raise
        rows, defect = node.table.arrow_schema.empty_table(), error
    if node.table.published:
        writer.write_rows(node.name, rows, None)
    else:
        shared[node.name] = rows
    return Made(node.name, rows.num_rows, started, time.monotonic() - clock, defect)


def rows_of(spark: SparkSession, node: Node, read: Callable[[str], pa.Table]) -> pa.Table:
    """Return a table's rows: its SELECT over Spark's views, or its function applied to what `read` returns.

    These tables grow with people and seasons, not with games, so the driver collects each one and writes it as one
    file.
    """
    if node.function is not None:
        rows = node.function(**{name: read(name) for name in node.inputs})
        return rows.cast(node.table.arrow_schema) if node.table.published else rows
    columns = [F.col(one.name).cast(one.type).alias(one.name) for one in node.table.columns]
    return spark.sql(str(node.sql)).select(*columns).toArrow()
