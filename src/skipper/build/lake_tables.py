"""The tables over all seasons: Spark SQL over the seasons' tables, several at a time where the graph allows it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from graphlib import TopologicalSorter

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.build.graph import Node
from skipper.lake import storage
from skipper.lake.store import LakeWriter

AT_A_TIME = 2  # while one table's job starts or commits, another computes


@dataclass(frozen=True)
class Made:
    """What was written of one table."""

    name: str
    rows: int
    started: datetime
    seconds: float


def make_lake_tables(
    spark: SparkSession,
    wanted: Iterable[Node],
    writer: LakeWriter,
    shared: dict[str, pa.Table],
    progress: Callable[[str], None],
) -> list[Made]:
    """Make and commit tables over all seasons. `shared` are record sets and reference tables by name."""
    nodes = {node.name: node for node in wanted}
    for name in sorted({one for node in nodes.values() for one in node.inputs} - set(nodes)):
        _input(spark, writer, shared, name).createOrReplaceTempView(name)
    sorter = TopologicalSorter({name: set(node.inputs) & set(nodes) for name, node in nodes.items()})
    sorter.prepare()
    made: list[Made] = []
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        running = {}
        while sorter.is_active():
            for name in sorted(sorter.get_ready()):
                progress(name)
                running[pool.submit(_make, spark, writer, nodes[name])] = name
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                made.append(future.result())
                writer.read(spark, running[future]).createOrReplaceTempView(running[future])
                sorter.done(running.pop(future))
    return made


def _input(spark: SparkSession, writer: LakeWriter, shared: dict[str, pa.Table], name: str) -> DataFrame:
    """A table of the lake, or what the build alone has: staged, since the driver's rows would be part of every plan."""
    if name not in shared or name in writer.files:
        return writer.read(spark, name)
    rows = shared[name]
    folder = writer.staging / name
    file = storage.write_whole(rows, folder)
    return spark.read.parquet(str(folder / file.path))


def _make(spark: SparkSession, writer: LakeWriter, node: Node) -> Made:
    started, clock = datetime.now(UTC), time.monotonic()
    columns = [F.col(one.name).cast(one.type).alias(one.name) for one in node.table.columns]
    # These tables grow with people and seasons, not with games: they come to the driver, each as one file's rows.
    rows = writer.write_rows(node.name, spark.sql(str(node.sql)).select(*columns).toArrow(), None)
    return Made(node.name, rows, started, time.monotonic() - clock)
