"""Commits to Delta tables: the files already exist, and a commit makes them part of the table."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from typing import TYPE_CHECKING

import pyarrow as pa
from deltalake import DeltaTable, Schema
from deltalake.exceptions import DeltaError
from deltalake.transaction import AddAction, RemoveAction, create_table_with_add_actions

from skipper.lake.location import Location, delta_address

if TYPE_CHECKING:
    from skipper.lake.storage import WrittenFile


def open_table(folder: Location, version: int | None = None) -> DeltaTable | None:
    """Return the Delta table in `folder` at `version` (null means the newest), or null if there is no table."""
    if not DeltaTable.is_deltatable(*delta_address(folder)):
        return None
    return existing_table(folder, version)


def existing_table(folder: Location, version: int | None = None) -> DeltaTable:
    """Return the Delta table in `folder`. Raises deltalake's TableNotFoundError if the table is missing, or another
    DeltaError if its log cannot be read; the message names the folder, which deltalake's own does not."""
    address, options = delta_address(folder)
    try:
        return DeltaTable(address, version=version, storage_options=options)
    except DeltaError as error:
        raise type(error)(f"{folder}: {error}") from error


def commit(
    folder: Location,
    schema: pa.Schema,
    files: list[WrittenFile],
    by_season: bool,
    replaced_seasons: Collection[int | None] | None,
) -> int:
    """Make `files` the rows of the `replaced_seasons` (null means the whole table) in one commit.

    Creates the table if it does not exist. Returns the table's new version.
    """
    adds = [_add(file, by_season) for file in files]
    partition_by = ["season"] if by_season else None
    table = open_table(folder)
    if table is None:
        address, options = delta_address(folder)
        create_table_with_add_actions(
            address, Schema.from_arrow(schema), adds, "error", partition_by=partition_by, storage_options=options
        )
        return 0
    removes = _removes(table, replaced_seasons)
    table.create_write_transaction(
        [*removes, *adds], mode="append", schema=Schema.from_arrow(schema), partition_by=partition_by
    )
    table.update_incremental()  # reads only the new commit
    return table.version()


def roll_back(folder: Location, version: int | None) -> int | None:
    """Return the table to `version` in a new commit; null empties it. Newer commits were never published. Returns the
    table's newest version afterwards, null if there is no table. Raises DeltaError if the table lacks `version`.
    """
    table = open_table(folder) if version is None else existing_table(folder)
    if table is None or table.version() == version:
        return version
    if version is None:
        removes = _removes(table, None)
        if removes:
            table.create_write_transaction(
                [*removes], mode="append", schema=table.schema(), partition_by=table.metadata().partition_columns
            )
    elif set(table.file_uris()) != set(existing_table(folder, version).file_uris()):
        table.restore(version)
    table.update_incremental()
    return table.version()


def _add(file: WrittenFile, by_season: bool) -> AddAction:
    values = {"season": None if file.season is None else str(file.season)} if by_season else {}
    return AddAction(file.path, file.size, values, file.written_at, True, json.dumps({"numRecords": file.rows}))


def _removes(table: DeltaTable, seasons: Collection[int | None] | None) -> list[RemoveAction]:
    now = int(time.time() * 1000)
    by_season = "season" in table.metadata().partition_columns
    removes = []
    for live in pa.table(table.get_add_actions(flatten=True)).to_pylist():
        season = live.get("partition.season")
        if seasons is None or season in seasons:
            values = {"season": None if season is None else str(season)} if by_season else {}
            removes.append(RemoveAction(live["path"], True, now, live["size_bytes"], values))
    return removes
