"""Spark implementation of the comparisons in `answers.directives.discover`, used for many seasons."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from skipper.answers.directives.discover import filled
from skipper.answers.directives.discover_rules import ROWS, steps, tables
from skipper.answers.directives.significance import with_p_values
from skipper.answers.plays import seasons_with_plays
from skipper.lake.reader import LakeReader
from skipper.plans.on_spark import lake_table
from skipper.session import start_session


def compared_on_spark(lake: LakeReader, seasons: list[int]) -> pa.Table:
    """Return the comparisons for all clubs with their p-values, computed in one Spark job."""
    spark, plays = start_session(), bool(seasons_with_plays(lake))
    for name in tables(plays):
        lake_table(spark, lake, name, seasons).createOrReplaceTempView(name)
    for name, sql in steps(plays):
        spark.sql(filled(sql, seasons, None)).createOrReplaceTempView(name)
    columns = ", ".join(f"{name} {kind}" for name, kind in ROWS.items())

    def tested(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from with_p_values(batch).to_batches()

    return spark.table("compared").mapInArrow(tested, f"{columns}, p_value double").toArrow()
