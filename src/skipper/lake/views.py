"""DuckDB views of a table's files, wherever the files are."""

from __future__ import annotations

import re
from collections.abc import Sequence

import duckdb

from skipper.lake.contract import Table, duckdb_type
from skipper.lake.location import Location, folder_of


def create_view(
    db: duckdb.DuckDBPyConnection,
    table: Table,
    folder: Location,
    files: Sequence[tuple[str, int | None]],
    temporary: bool = False,
) -> None:
    """Let queries read a table's files, given by path in its folder and season.

    DuckDB opens a folder's files itself. It reads two kinds of files through Arrow, as a temporary view: those in an
    object store, because its own extension for object stores cannot be installed everywhere, and those below a folder
    such as `season=1999`, because it would take that folder for the rows' season. Raises duckdb.IOException for a
    missing file.
    """
    kind = "TEMP " if temporary else ""
    if not files:
        db.execute(create_table(table, temporary))
    elif folder_of(folder) is None or "=" in str(folder):
        from skipper.lake.storage import dataset

        db.register(table.name, dataset(folder, files, table))
    else:
        listed = ", ".join(file_literal(str(folder / path)) for path, _ in files)
        seasons = (
            "hive_partitioning = true, hive_types = {'season': INTEGER}"
            if table.partitioned
            else "hive_partitioning = false"
        )
        columns = ", ".join(f'"{name}"' for name in table.column_names)
        db.execute(f"CREATE {kind}VIEW {table.name} AS SELECT {columns} FROM read_parquet([{listed}], {seasons})")


def create_table(table: Table, temporary: bool = False) -> str:
    """Return the statement that creates a table without rows."""
    columns = ", ".join(f'"{column.name}" {duckdb_type(column.type)}' for column in table.columns)
    return f"CREATE {'TEMP ' if temporary else ''}TABLE {table.name} ({columns})"


def file_literal(path: str) -> str:
    """Return a file's path as a DuckDB literal that matches only this file."""
    quoted = as_pattern(path).replace("'", "''")
    return f"'{quoted}'"


def as_pattern(path: str) -> str:
    """Return a DuckDB pattern that matches only this path: `?`, `*` and `[` in a path would otherwise act as
    patterns."""
    return re.sub(r"[?*[]", r"[\g<0>]", path)
