"""The lake read without Spark: DuckDB over the Parquet files of the last complete build."""

from __future__ import annotations

import re
import tempfile
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from skipper.lake.contract import Table
from skipper.lake.delta import open_table
from skipper.lake.manifest import Manifest, read_manifest


class NoLakeError(Exception):
    """There is no complete build in the folder, or not one that this Skipper can read."""


class LakeReader:
    """DuckDB views over the tables of one complete build; a view is made when a query first names it.

    `memory` is what DuckDB may use (`128MB`); by default most of the machine's.
    """

    def __init__(
        self, lake: Path, contracts: Iterable[Table], manifest: Manifest | None = None, memory: str | None = None
    ) -> None:
        manifest = manifest or read_manifest(lake)
        if manifest is None:
            raise NoLakeError(f"{lake}: no complete build here; run `skipper build --lake {lake} --gamelogs FOLDER`")
        self.lake = lake
        self.manifest = manifest
        self.contracts = {table.name: table for table in contracts}
        # What does not fit in memory goes there; DuckDB makes the folder, and takes it away. Its own choice is the
        # folder that the user stands in.
        spilled = Path(tempfile.gettempdir()) / f"skipper-{uuid.uuid4().hex}"
        self.connection = duckdb.connect(config={"temp_directory": str(spilled)})
        if memory is not None:
            self.connection.execute(f"SET memory_limit = '{memory}'")
        self._made: set[str] = set()

    def query(self, sql: str, parameters: Mapping[str, Any] | list[Any] | None = None) -> duckdb.DuckDBPyConnection:
        """Run `sql`; fetch from what it returns. Raises duckdb.Error for a query that DuckDB refuses."""
        self.need(*(set(re.findall(r"\w+", sql)) & set(self.contracts)))
        return self.connection.execute(sql, parameters)

    def rows(self, sql: str, parameters: Mapping[str, Any] | list[Any] | None = None) -> list[dict[str, Any]]:
        """The result of `sql` as one dictionary per row."""
        result = self.query(sql, parameters)
        names = [column[0] for column in result.description]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    def need(self, *tables: str) -> None:
        """Make the views of `tables`."""
        for name in tables:
            if name not in self._made:
                self._make(self.contracts[name])
                self._made.add(name)

    def _make(self, contract: Table) -> None:
        files = self._files(contract)
        if not files:
            columns = ", ".join(f'"{column.name}" {duckdb_type(column.type)}' for column in contract.columns)
            self.connection.execute(f"CREATE TABLE {contract.name} ({columns})")
            return
        listed = ", ".join("'" + str(file).replace("'", "''") + "'" for file in files)
        options = ", hive_partitioning = true, hive_types = {'season': INTEGER}" if contract.by_season else ""
        columns = ", ".join(f'"{name}"' for name in contract.column_names)
        self.connection.execute(
            f"CREATE VIEW {contract.name} AS SELECT {columns} FROM read_parquet([{listed}]{options})"
        )

    def _files(self, contract: Table) -> list[str]:
        version = self.manifest.tables.get(contract.name)
        table = None if version is None else open_table(self.lake / contract.name, version)
        if table is None:
            raise NoLakeError(
                f"{self.lake}: table {contract.name} of build {self.manifest.build} is not there; build again"
            )
        absent = set(contract.column_names) - {field.name for field in table.schema().fields}
        if absent:
            listed = ", ".join(sorted(absent))
            raise NoLakeError(
                f"{self.lake}: built by an older Skipper, table {contract.name} lacks {listed}; build into a new folder"
            )
        return table.file_uris()


def duckdb_type(spark_type: str) -> str:
    """The DuckDB spelling of a Spark SQL type; the two share the names of the simple ones."""
    if spark_type.startswith("array<"):
        return duckdb_type(spark_type[len("array<") : -1]) + "[]"
    if spark_type.startswith("struct<"):
        members = (member.split(":") for member in spark_type[len("struct<") : -1].split(","))
        return f"STRUCT({', '.join(f'{name} {duckdb_type(kind)}' for name, kind in members)})"
    return spark_type
