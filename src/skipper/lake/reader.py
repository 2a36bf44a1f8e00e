"""The lake read without Spark: DuckDB over the Parquet files of the last complete build."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from skipper.lake.contract import Table
from skipper.lake.delta import open_table
from skipper.lake.manifest import Manifest, read_manifest

DUCKDB_TYPES = {"string": "VARCHAR", "int": "INTEGER", "long": "BIGINT", "double": "DOUBLE"}


class NoLakeError(Exception):
    """There is no complete build in the folder."""


class LakeReader:
    """DuckDB views over the tables of one complete build; a view is made when a query first names it."""

    def __init__(self, lake: Path, contracts: Iterable[Table], manifest: Manifest | None = None) -> None:
        manifest = manifest or read_manifest(lake)
        if manifest is None:
            raise NoLakeError(f"{lake}: no complete build here; run `skipper build --lake {lake} --gamelogs FOLDER`")
        self.lake = lake
        self.manifest = manifest
        self.contracts = {table.name: table for table in contracts}
        self.connection = duckdb.connect()
        self._made: set[str] = set()

    def query(self, sql: str, parameters: Mapping[str, Any] | list[Any] | None = None) -> duckdb.DuckDBPyConnection:
        """Run `sql`; fetch from what it returns. Raises duckdb.Error for a query that DuckDB refuses."""
        self.need(*(self.connection.get_table_names(sql) & set(self.contracts)))
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
                self.connection.execute(f"CREATE VIEW {name} AS {self._select(self.contracts[name])}")
                self._made.add(name)

    def _select(self, contract: Table) -> str:
        version = self.manifest.tables.get(contract.name)
        table = None if version is None else open_table(self.lake / contract.name, version)
        files = table.file_uris() if table is not None else []
        if not files:
            columns = (f"CAST(NULL AS {duckdb_type(c.type)}) AS {c.name}" for c in contract.columns)
            return f"SELECT {', '.join(columns)} WHERE false"
        listed = ", ".join("'" + str(file).replace("'", "''") + "'" for file in files)
        options = ", hive_partitioning = true, hive_types = {'season': INTEGER}" if contract.by_season else ""
        return f"SELECT {', '.join(contract.column_names)} FROM read_parquet([{listed}]{options})"


def duckdb_type(spark_type: str) -> str:
    """The DuckDB spelling of a Spark SQL type of our contracts."""
    if spark_type.startswith("array<"):
        return duckdb_type(spark_type[len("array<") : -1]) + "[]"
    if spark_type.startswith("struct<"):
        members = (member.strip().split(":") for member in spark_type[len("struct<") : -1].split(","))
        return "STRUCT(" + ", ".join(f"{name.strip()} {duckdb_type(kind.strip())}" for name, kind in members) + ")"
    return DUCKDB_TYPES.get(spark_type, spark_type.upper())
