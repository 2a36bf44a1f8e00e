"""One build while it runs: where it writes, and the log of what it wrote."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from skipper.build.inputs import Inputs
from skipper.lake.files import WrittenFile
from skipper.lake.store import LakeWriter

WRITERS = 3  # tables written at a time: enough to keep two cores busy while one job starts or commits

Progress = Callable[[str], None]


@dataclass
class Run:
    """One build: `leagues` are the levels of leagues by season, `log` rows of build_log without the build's name."""

    spark: SparkSession
    inputs: Inputs
    lake: LakeWriter
    leagues: DataFrame
    progress: Progress = lambda step: None
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    log: list[dict[str, Any]] = field(default_factory=list)

    def write(self, tables: dict[str, DataFrame], seasons: Collection[int], regroup: bool = True) -> None:
        """Write these seasons of tables that do not need one another, some at a time; LakeWriter.write has more."""
        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(lambda name: self._write_one(name, tables[name], seasons, regroup), tables))

    def _write_one(self, name: str, table: DataFrame, seasons: Collection[int], regroup: bool) -> None:
        self.progress(name)
        started, clock = datetime.now(UTC), time.monotonic()
        files = self.lake.write(table, name, seasons, regroup)
        self.log_table(name, files, started, time.monotonic() - clock)

    def write_rows(self, rows: list[dict[str, Any]], name: str, seasons: Collection[int | None]) -> None:
        """As `write`, of one table's rows that the driver holds."""
        self.progress(name)
        started, clock = datetime.now(UTC), time.monotonic()
        files = self.lake.write_rows(rows, name, seasons)
        self.log_table(name, files, started, time.monotonic() - clock)

    def log_table(self, name: str, files: list[WrittenFile], started: datetime, seconds: float) -> None:
        """Log what was written of a table, a row for each season."""
        rows: Counter[int | None] = Counter()
        for file in files:
            rows[file.season] += file.rows
        for season, count in rows.items() or [(None, 0)]:
            self.log.append(
                {
                    "table": name,
                    "version": self.lake.versions[name],
                    "season": season,
                    "rows_out": count,
                    "started": started,
                    "seconds": seconds,
                }
            )
