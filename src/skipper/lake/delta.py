"""Commits to Delta tables: the files already exist, and a commit makes them part of the table."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

import pyarrow as pa
from deltalake import CommitProperties, DeltaTable, PostCommitHookProperties, Schema
from deltalake.exceptions import CommitFailedError, DeltaError
from deltalake.transaction import AddAction, RemoveAction, create_table_with_add_actions

from skipper.lake.location import Location, delta_address

if TYPE_CHECKING:
    from skipper.lake.storage import WrittenFile

# By default, deltalake appends a commit to one that it has not seen, if the two seem not to conflict: the version would
# have some rows of each writer.
ALONE = CommitProperties(max_commit_retries=0)
# By default, a commit that writes a checkpoint deletes older entries of the log, perhaps the version in the manifest,
# which is the one to return to if the build is killed.
KEEPING_THE_LOG = PostCommitHookProperties(cleanup_expired_logs=False)
TRIES = 100  # commits of others, one after another, that are replaced


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
        said = str(error).partition("\n   0: ")[0].rstrip()  # frames of its own stack follow
        raise type(error)(f"{folder}: {said}") from error


def commit(
    folder: Location,
    schema: pa.Schema,
    files: Collection[WrittenFile],
    by_season: bool,
    base: int | None,
    kept: Collection[str],
) -> int:
    """Make `files`, and the files of version `base` whose paths are in `kept`, the whole table, in one commit.

    Whatever others committed after `base` is no longer in the table: the new version has the rows of one writer.
    Creates the table if it does not exist (`base` is then null). Returns the new version. Raises CommitFailedError if
    others commit all the time, and DeltaError if the table lacks version `base`.
    """
    adds = {file.path: _add(file, by_season) for file in files}
    for _ in range(TRIES):
        table = open_table(folder)
        if table is None and base is not None:
            existing_table(folder, base)  # which says what is wrong with the table
        with suppress(CommitFailedError):
            if table is None:
                return _create(folder, schema, list(adds.values()), by_season)
            return _set(table, adds | _of_version(folder, table, base, kept))
    raise CommitFailedError(f"{folder}: others commit to this table all the time")


def roll_back(folder: Location, version: int | None) -> None:
    """Return the table to `version` in a new commit; null empties it. Newer commits were never published.

    Raises CommitFailedError and DeltaError as `commit` does.
    """
    for _ in range(TRIES):
        table = open_table(folder) if version is None else existing_table(folder)
        if table is None or table.version() == version:
            return
        wanted = _of_version(folder, table, version)
        if wanted.keys() == _live(table).keys():
            return
        with suppress(CommitFailedError):
            _set(table, wanted)
            return
    raise CommitFailedError(f"{folder}: others commit to this table all the time")


def _create(folder: Location, schema: pa.Schema, adds: list[AddAction], by_season: bool) -> int:
    address, options = delta_address(folder)
    try:
        create_table_with_add_actions(
            address,
            Schema.from_arrow(schema),
            adds,
            "error",
            partition_by=["season"] if by_season else None,
            storage_options=options,
            commit_properties=ALONE,
        )
    except DeltaError as error:
        if open_table(folder) is None:
            raise
        raise CommitFailedError(f"{folder}: another writer has created this table") from error
    return 0


def _set(table: DeltaTable, wanted: Mapping[str, AddAction]) -> int:
    """Make the wanted files the whole table. Returns the new version. Raises CommitFailedError if the table has a newer
    version than the one that was opened."""
    live, now = _live(table), int(time.time() * 1000)
    removes = [
        RemoveAction(path, True, now, one.size, dict(one.partition_values))
        for path, one in live.items()
        if path not in wanted
    ]
    adds = [one for path, one in wanted.items() if path not in live]
    new_version = table.version() + 1
    table.create_write_transaction(
        [*removes, *adds],
        mode="append",
        schema=table.schema(),
        partition_by=table.metadata().partition_columns,
        commit_properties=ALONE,
        post_commithook_properties=KEEPING_THE_LOG,
    )
    return new_version


def _of_version(
    folder: Location, table: DeltaTable, version: int | None, paths: Collection[str] | None = None
) -> dict[str, AddAction]:
    """Return the files of a version by path: all of them, or those among `paths`; none if the version is null."""
    if version is None:
        return {}
    files = _live(table if table.version() == version else existing_table(folder, version))
    return {path: file for path, file in files.items() if paths is None or path in paths}


def _live(table: DeltaTable) -> dict[str, AddAction]:
    by_season = "season" in table.metadata().partition_columns
    return {
        live["path"]: AddAction(
            live["path"],
            live["size_bytes"],
            _partition(live.get("partition.season"), by_season),
            live["modification_time"],
            True,
            _statistics(live["num_records"]),
        )
        for live in pa.table(table.get_add_actions(flatten=True)).to_pylist()
    }


def _add(file: WrittenFile, by_season: bool) -> AddAction:
    return AddAction(
        file.path, file.size, _partition(file.season, by_season), file.written_at, True, _statistics(file.rows)
    )


def _partition(season: int | None, by_season: bool) -> dict[str, str | None]:
    return {"season": None if season is None else str(season)} if by_season else {}


def _statistics(rows: int) -> str:
    return json.dumps({"numRecords": rows})


def forget_old_versions(folder: Location, version: int) -> None:
    """Delete the log's entries from before its last checkpoint up to this version, if they are older than a month."""
    existing_table(folder, version).cleanup_metadata()
