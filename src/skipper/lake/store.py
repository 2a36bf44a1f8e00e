"""The lake during a build: tables are replaced season by season and published all at once."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from deltalake.exceptions import CommitFailedError, DeltaError

from skipper.errors import SkipperError
from skipper.lake import storage
from skipper.lake.cleaning import clean
from skipper.lake.contract import Table
from skipper.lake.delta import commit, forget_old_versions, open_table, roll_back
from skipper.lake.location import (
    ChangedError,
    HeldError,
    Location,
    MisreadError,
    clear,
    delta_address,
    folder_of,
    locked,
    sync,
    write,
)
from skipper.lake.manifest import (
    FIRST,
    PUBLISHED,
    BrokenManifestError,
    LakeFile,
    Manifest,
    OlderLakeError,
    loss,
    manifest_version,
    publish,
    read_manifest,
)
from skipper.lake.storage import WrittenFile

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

STAGING = "_staging"
STAGED_SECONDS = 24 * 3600  # age at which an object store's staged files must be from an interrupted build

_LOG = logging.getLogger(__name__)


class UnwritableLakeError(SkipperError):
    """Nothing can be written to the lake; the message says why."""


class LakeInUseError(UnwritableLakeError):
    """Another build is writing to the lake."""


class LakeOutdatedError(UnwritableLakeError):
    """The columns of the lake's tables differ from this version's contracts."""


class LakeFolderError(UnwritableLakeError):
    """A lake cannot be in this folder."""


class ManifestLostError(UnwritableLakeError):
    """The lake has tables of complete builds, but no manifest that lists their files."""


class TableLostError(UnwritableLakeError):
    """A table's folder is missing, and the build does not make all seasons that it had."""


class ContractError(Exception):
    """The columns of a table differ from its contract."""


class LakeWriter:
    """A build's access to a lake. Use it as a context manager: it locks a lake in a folder, and cleans up.

    On entry, every table returns to its version in the last complete build, so that nothing reads or builds on the
    leftovers of a killed build. A table whose folder is missing begins anew. `tables` has the contracts of the
    tables that may be written.

    The lock is only advice, and an object store has none, so two builds may run at once. Each commits whole tables:
    those of the last complete build with its own changes, whatever the other has committed. The write of the manifest
    alone decides: publishing raises LakeInUseError if another build has been published since this one began.
    """

    def __init__(self, lake: Location, tables: Iterable[Table]) -> None:
        self.lake = lake = lake.absolute()  # workers may run in another folder
        self.tables = {table.name: table for table in tables}
        self.versions: dict[str, int] = {}
        self.files: dict[str, list[LakeFile]] = {}
        self.published: Manifest | None = None
        self.lost: dict[str, set[int]] = {}  # tables whose folders are missing, with the seasons of their rows
        self.staging = lake / STAGING / uuid.uuid4().hex  # for data that lives only until the build ends
        self._seen = ""
        self._is_publishing: tuple[str, dict[str, int]] | None = None
        self._entered = ExitStack()

    def __enter__(self) -> LakeWriter:
        try:
            delta_address(self.lake)
        except MisreadError as error:
            raise LakeFolderError(str(error)) from error
        try:
            self._entered.enter_context(locked(self.lake))
        except HeldError:
            raise LakeInUseError(f"{self.lake}: another build is writing to this lake") from None
        try:
            self._seen = manifest_version(self.lake)
            self.published = read_manifest(self.lake)
            if (lost := loss(self.lake)) is not None:
                raise ManifestLostError(f"{lost}, or build into a new folder")
            if self.published is None:
                write(self.lake / FIRST / "begun", b"")
            self._take_over()
        except BaseException:
            self._entered.close()
            raise
        return self

    def _take_over(self) -> None:
        if self.published is not None:
            self.versions, self.files = dict(self.published.tables), dict(self.published.files)
        for name, table in self.tables.items():
            delta = open_table(self.lake / name)
            if delta is None and name in self.versions:
                self.lost[name] = self.seasons(name)
                del self.versions[name], self.files[name]
            if delta is not None and [column.name for column in delta.schema().fields] != table.column_names:
                raise LakeOutdatedError(
                    f"{self.lake}: table {name} was written by another version of Skipper, with other columns; "
                    "build into a new folder"
                )
            roll_back(self.lake / name, self.versions.get(name))
        with self._deleting():
            clear(self.lake / STAGING, STAGED_SECONDS)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None and self._is_publishing:
            with suppress(OSError, BrokenManifestError, OlderLakeError):
                there = read_manifest(self.lake)
                if there is not None and (there.build, there.tables) == self._is_publishing:
                    error.add_note(PUBLISHED)
        with self._deleting():
            clear(self.staging, 0)
            clear(self.lake / STAGING, STAGED_SECONDS)
        self._entered.close()

    def require_made(self, seasons: Collection[int]) -> None:
        """Raise TableLostError if a table's folder is missing and had rows of other seasons than those being built."""
        for name, lost in self.lost.items():
            if left := lost.difference(seasons):
                raise TableLostError(
                    f"{self.lake}: the folder of table {name} is missing, and this build does not make {len(left)} of "
                    f"its seasons (the first is {min(left)}): build all seasons of the lake"
                )

    @contextmanager
    def _deleting(self) -> Iterator[None]:
        """Leave files that cannot be deleted to the next build, with a warning: the lake is complete without that."""
        try:
            yield
        except (OSError, DeltaError, BrokenManifestError, OlderLakeError) as error:
            _LOG.warning("%s: unused files could not be deleted; the next build tries again: %s", self.lake, error)

    def commit(self, name: str, files: Iterable[WrittenFile], seasons: Collection[int | None] | None) -> None:
        """Make `files`, which are already in the table's folder, the rows of `seasons` (null means all rows).

        Raises LakeInUseError if other builds commit to the table all the time.
        """
        table, files = self.tables[name], list(files)
        replaced = seasons if table.partitioned else None
        kept = [] if replaced is None else [file for file in self.files.get(name, ()) if file.season not in replaced]
        base, paths = self.versions.get(name), {file.path for file in kept}
        try:
            self.versions[name] = commit(self.lake / name, table.arrow_schema, files, table.partitioned, base, paths)
        except CommitFailedError as error:
            raise self._in_use() from error
        added = [LakeFile(file.path, file.season, file.rows, file.digest) for file in files]
        self.files[name] = sorted([*kept, *added], key=lambda file: (file.season or 0, file.path))

    def write_rows(
        self, name: str, rows: pa.Table | list[dict[str, Any]], seasons: Collection[int | None] | None
    ) -> int:
        """Replace the rows of `seasons` (null means all rows) in a table with one file. Returns the number of rows
        written.

        For a table with one file per season, season tasks write the files and `commit` commits them.
        """
        table = self.tables[name]
        given = rows if isinstance(rows, pa.Table) else pa.Table.from_pylist(rows, table.arrow_schema)
        given = given.select(table.column_names).cast(table.arrow_schema)
        whole = given
        if seasons is not None and self.files.get(name):
            whole = pa.concat_tables([storage.without_seasons(self.read_rows(name), seasons), given])
            whole = whole.sort_by("season")
        self.commit(name, [storage.write_whole(whole, self.lake / name)] if whole.num_rows else [], None)
        return given.num_rows

    def write_dataframe(self, name: str, df: DataFrame) -> int:
        """Replace a table with the rows of a DataFrame, written by Spark's workers. Returns the number of rows.

        Raises ContractError if the columns differ from the contract.
        """
        table = self.tables[name]
        require_contract(df, table)
        files = storage.write_dataframe(df, self.lake / name, table.arrow_schema)
        self.commit(name, files, None)
        return sum(file.rows for file in files)

    def seasons(self, name: str) -> set[int]:
        """Return the seasons for which this build, so far, has files for a by-season table."""
        return {file.season for file in self.files.get(name, ()) if file.season is not None}

    def read_rows(self, name: str) -> pa.Table:
        """Return the table as this build has it so far. Raises DamagedFileError."""
        return storage.read_rows(self.lake / name, self.files.get(name, ()), self.tables[name])

    def read(self, spark: SparkSession, name: str) -> DataFrame:
        """Return the table as this build has it so far, as a DataFrame. Raises DamagedFileError."""
        if folder_of(self.lake):  # Spark opens these files itself; files elsewhere are checked as workers read them
            self.require_intact(name)
        return storage.read_dataframe(spark, self.lake / name, self.files.get(name, ()), self.tables[name])

    def require_intact(self, name: str) -> None:
        """Raise DamagedFileError for a file of the table whose bytes differ from those written."""
        for file in self.files.get(name, ()):
            storage.intact(self.lake / name / file.path, file.digest)

    def publish(self, manifest: Manifest) -> Manifest:
        """Publish this build to readers, then delete files that nobody can still be reading, and the old files of
        killed builds.

        Returns the manifest with the versions, files and contracts of every table. Raises LakeInUseError if another
        build was published since this one began.
        """
        manifest = self.described(manifest)
        self._sync(manifest)
        self._is_publishing = manifest.build, manifest.tables
        try:
            publish(self.lake, manifest, self._seen)
        except ChangedError as error:
            self._is_publishing = None
            raise self._in_use() from error
        with self._deleting():
            clear(self.lake / FIRST, 0)
            names = self.versions.keys() & self.tables.keys()
            clean(self.lake, names)
            for name in names:
                forget_old_versions(self.lake / name, self.versions[name])
        return manifest

    def _sync(self, manifest: Manifest) -> None:
        """Write what a manifest names, and the tables' logs, to the disk before readers can see the manifest."""
        files, versions = (self.published.files, self.published.tables) if self.published is not None else ({}, {})
        old = {(name, file.path) for name, listed in files.items() for file in listed}
        new = [(name, file.path) for name, listed in manifest.files.items() for file in listed]
        written = [f"{name}/{path}" for name, path in new if (name, path) not in old]
        changed = [name for name, version in manifest.tables.items() if versions.get(name) != version]
        sync(self.lake, written, [f"{name}/_delta_log" for name in changed])

    def _in_use(self) -> LakeInUseError:
        return LakeInUseError(f"{self.lake}: another build wrote to this lake meanwhile; the lake keeps that build")

    def described(self, manifest: Manifest) -> Manifest:
        """Return the manifest with the versions, files and contracts of the tables as this build has them so far."""
        before = self.published.contracts if self.published is not None else {}
        contracts = {**before, **{name: self.tables[name].as_json() for name in self.versions if name in self.tables}}
        return replace(manifest, tables=dict(self.versions), files=dict(self.files), contracts=contracts)


def require_contract(df: DataFrame, table: Table) -> None:
    """Raise ContractError unless `df` has the contract's columns, in order, with their types."""
    found = [(field.name, field.dataType.simpleString()) for field in df.schema.fields]
    wanted = [(column.name, _simple(column.type)) for column in table.columns]
    if found != wanted:
        odd = sorted(set(map(str, found)) ^ set(map(str, wanted)))
        raise ContractError(f"table {table.name}: columns differ from the contract: {', '.join(odd) or 'order'}")


def _simple(spark_type: str) -> str:
    return spark_type.replace("long", "bigint").replace(", ", ",")
