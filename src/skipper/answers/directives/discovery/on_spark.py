"""Compare many seasons in one Spark job, a task per season, as `answers.directives.discovery.answer` does for one."""

from __future__ import annotations

import pyarrow as pa

from skipper.answers.directives.discovery.answer import on_duckdb
from skipper.answers.directives.on_spark import in_tasks
from skipper.lake.reader import LakeReader
from skipper.session import start_session


def compared_on_spark(lake: LakeReader, seasons: list[int]) -> pa.Table:
    """Return the comparisons for all clubs with their p-values."""
    return pa.concat_tables(in_tasks(start_session(), lake, seasons, _compared))


def _compared(lake: LakeReader, season: int) -> pa.Table:
    return on_duckdb(lake, [season], None)
