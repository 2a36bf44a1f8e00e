"""The lake as Spark writes it: tables replaced season by season, published all at once."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
from filelock import FileLock, Timeout
from pyspark.sql import DataFrame, SparkSession

from skipper.lake.contract import Table
from skipper.lake.delta import commit, existing_table, open_table, roll_back
from skipper.lake.files import WrittenFile, write_files, write_table
from skipper.lake.manifest import Manifest, publish, read_manifest
from skipper.session import no_rows

STAGING = "_staging"
KEEP_HOURS = 168  # files that no version of the last week needs are deleted; a running reader keeps its own


class LakeInUseError(Exception):
    """Another build is writing to the lake."""


class LakeOutdatedError(Exception):
    """The lake's tables have not the columns of this Skipper's contracts."""


class ContractError(Exception):
    """A table's DataFrame does not have the columns that its contract promises."""


class LakeWriter:
    """One build's hold on a lake. Use as a context manager: it locks the lake and cleans up.

    On entry every table is brought back to the version of the last complete build, so that what a killed
    build left behind is neither seen nor built upon. `spark` may be null where rows come from the driver alone.
    """

    def __init__(self, lake: Path, spark: SparkSession | None, tables: Iterable[Table]) -> None:
        self.lake = lake
        self.spark = spark
        self.tables = {table.name: table for table in tables}
        self.versions: dict[str, int] = {}
        self.published: Manifest | None = None
        self._lock = FileLock(lake / ".build.lock")

    def __enter__(self) -> LakeWriter:
        self.lake.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise LakeInUseError(f"{self.lake}: another build is writing to this lake") from None
        try:
            self.published = read_manifest(self.lake)
            self._take_over(self.published.tables if self.published else {})
        except BaseException:
            self._lock.release()
            raise
        return self

    def _take_over(self, versions: dict[str, int]) -> None:
        for name, table in self.tables.items():
            delta = open_table(self.lake / name)
            if delta is not None and [column.name for column in delta.schema().fields] != table.column_names:
                raise LakeOutdatedError(
                    f"{self.lake}: table {name} was written by another version of Skipper, with other columns; "
                    "build into a new folder"
                )
            roll_back(self.lake / name, versions.get(name))
        self.versions = dict(versions)
        self._clear_staging()

    def __exit__(self, *exception: BaseException | type[BaseException] | TracebackType | None) -> None:
        self._clear_staging()
        self._lock.release()

    def _clear_staging(self) -> None:
        shutil.rmtree(self.lake / STAGING, ignore_errors=True)

    @property
    def staging(self) -> Path:
        """A folder for what the build keeps only until it ends."""
        return self.lake / STAGING

    def write(
        self, df: DataFrame, name: str, seasons: Collection[int | None] | None, regroup: bool = True
    ) -> list[WrittenFile]:
        """Replace the rows of `seasons` in table `name` (null: all rows) by `df`. Returns the new files.

        `regroup` brings a season's rows together first, so that it is one file. Rows that come season by season
        from the sources do not need that shuffle.
        """
        table = self.tables[name]
        require_contract(df, table)
        if table.by_season and regroup:
            df = df.repartition("season")
        files = write_files(df, self.lake / name, table.arrow_schema, table.by_season)
        replaced = seasons if table.by_season else None
        self.versions[name] = commit(self.lake / name, table.arrow_schema, files, table.by_season, replaced)
        return files

    def write_rows(
        self, rows: list[dict[str, Any]], name: str, seasons: Collection[int | None] | None
    ) -> list[WrittenFile]:
        """As `write`, of rows that the driver holds; without any of `seasons` they are added, null: in place of all."""
        table = self.tables[name]
        files = write_table(pa.Table.from_pylist(rows, table.arrow_schema), self.lake / name, table.by_season)
        self.versions[name] = commit(self.lake / name, table.arrow_schema, files, table.by_season, seasons)
        return files

    def commit(self, files: list[WrittenFile], name: str, seasons: Collection[int | None]) -> None:
        """Replace the rows of `seasons` in table `name` by files that are in its folder already."""
        table = self.tables[name]
        self.versions[name] = commit(self.lake / name, table.arrow_schema, files, table.by_season, seasons)

    def seasons(self, name: str) -> set[int]:
        """The seasons of which this build, so far, has files of the table."""
        return {season for season in map(_season_of, self._files(name)) if season is not None}

    def read(self, name: str, seasons: Collection[int] | None = None) -> DataFrame:
        """The table as this build has it so far, of the given seasons or whole."""
        table, files = self.tables[name], self._files(name)
        if seasons is not None:
            files = [file for file in files if _season_of(file) in seasons]
        if not files:
            return no_rows(self._session, table.ddl)
        return self._session.read.schema(table.ddl).option("basePath", str(self.lake / name)).parquet(*files)

    @property
    def _session(self) -> SparkSession:
        """Spark, without which nothing can be read; raises ValueError where the build has none."""
        if self.spark is None:
            raise ValueError(f"{self.lake}: this build writes rows of the driver and cannot read tables")
        return self.spark

    def _files(self, name: str) -> list[str]:
        delta = open_table(self.lake / name, self.versions[name]) if name in self.versions else None
        return delta.file_uris() if delta is not None else []

    def publish(self, manifest: Manifest) -> None:
        """Make this build the one that readers see, then delete files that nobody can be reading."""
        publish(self.lake, manifest)
        for name in self.versions:
            existing_table(self.lake / name).vacuum(KEEP_HOURS, dry_run=False)


def require_contract(df: DataFrame, table: Table) -> None:
    """Raise ContractError unless `df` has the contract's columns, in order, with their types."""
    found = [(field.name, field.dataType.simpleString()) for field in df.schema.fields]
    wanted = [(column.name, _simple(column.type)) for column in table.columns]
    if found != wanted:
        odd = sorted(set(map(str, found)) ^ set(map(str, wanted)))
        raise ContractError(f"table {table.name}: columns differ from the contract: {', '.join(odd) or 'order'}")


def _simple(spark_type: str) -> str:
    return spark_type.replace("long", "bigint").replace(", ", ",")


def _season_of(file: str) -> int | None:
    season = file.split("season=")[1].split("/")[0]
    return int(season) if season.isdigit() else None
