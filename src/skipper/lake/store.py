"""The lake during a build: tables are replaced season by season and published all at once."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from filelock import FileLock, Timeout

from skipper.lake import storage
from skipper.lake.contract import Table
from skipper.lake.delta import commit, existing_table, open_table, roll_back
from skipper.lake.manifest import LakeFile, Manifest, copies, publish, read_manifest
from skipper.lake.storage import WrittenFile

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

STAGING = "_staging"
KEEP_HOURS = 168  # age at which files that no recent version needs are deleted; a running reader keeps its files


class LakeInUseError(Exception):
    """Another build is writing to the lake."""


class LakeOutdatedError(Exception):
    """The columns of the lake's tables differ from this version's contracts."""


class LakeFolderError(Exception):
    """A lake cannot be in this folder."""


class ManifestLostError(Exception):
    """The lake has tables of complete builds, and no manifest says which files are theirs."""


class ContractError(Exception):
    """The columns of a table differ from its contract."""


class LakeWriter:
    """A build's exclusive access to a lake. Use it as a context manager: it locks the lake and cleans up.

    On entry, every table returns to its version in the last complete build, so that nothing reads or builds on the
    remains of a killed build. `tables` has the contracts of the tables that may be written.
    """

    def __init__(self, lake: Path, tables: Iterable[Table]) -> None:
        self.lake = lake = lake.absolute()  # workers may run in another folder
        self.tables = {table.name: table for table in tables}
        self.versions: dict[str, int] = {}
        self.files: dict[str, list[LakeFile]] = {}
        self.published: Manifest | None = None
        self._lock = FileLock(lake / ".build.lock")

    def __enter__(self) -> LakeWriter:
        if re.search("%[0-9A-Fa-f]{2}", str(self.lake)):
            raise LakeFolderError(
                f"{self.lake}: `deltalake` takes `%` and two digits for a character: rename the folder"
            )
        self.lake.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise LakeInUseError(f"{self.lake}: another build is writing to this lake") from None
        try:
            self.published = read_manifest(self.lake)
            if self.published is None and copies(self.lake):
                raise ManifestLostError(
                    f"{self.lake}: has tables, but its manifest is missing; a build would forget them: run "
                    f"`skipper doctor --repair --lake {shlex.quote(str(self.lake))}`, or build into a new folder"
                )
            self._take_over()
        except BaseException:
            self._lock.release()
            raise
        return self

    def _take_over(self) -> None:
        if self.published is not None:
            self.versions, self.files = dict(self.published.tables), dict(self.published.files)
        for name, table in self.tables.items():
            delta = open_table(self.lake / name)
            if delta is not None and [column.name for column in delta.schema().fields] != table.column_names:
                raise LakeOutdatedError(
                    f"{self.lake}: table {name} was written by another version of Skipper, with other columns; "
                    "build into a new folder"
                )
            roll_back(self.lake / name, self.versions.get(name))
        self._clear_staging()

    def __exit__(self, *exception: BaseException | type[BaseException] | TracebackType | None) -> None:
        self._clear_staging()
        self._lock.release()

    def _clear_staging(self) -> None:
        shutil.rmtree(self.lake / STAGING, ignore_errors=True)

    @property
    def staging(self) -> Path:
        """Return a folder for data that lives only until the build ends."""
        return self.lake / STAGING

    def commit(self, name: str, files: Iterable[WrittenFile], seasons: Collection[int | None] | None) -> None:
        """Make `files`, which are already in the table's folder, the rows of `seasons` (null means all rows)."""
        table, files = self.tables[name], list(files)
        replaced = seasons if table.partitioned else None
        self.versions[name] = commit(self.lake / name, table.arrow_schema, files, table.partitioned, replaced)
        kept = [] if replaced is None else [file for file in self.files.get(name, ()) if file.season not in replaced]
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
        """Return the seasons for which this build, so far, has files of a table by season."""
        return {file.season for file in self.files.get(name, ()) if file.season is not None}

    def read_rows(self, name: str) -> pa.Table:
        """Return the table as this build has it so far."""
        files = [(self.lake / name / file.path, file.season) for file in self.files.get(name, ())]
        return storage.read_rows(files, self.tables[name])

    def read(self, spark: SparkSession, name: str) -> DataFrame:
        """Return the table as this build has it so far, as a DataFrame."""
        paths = [file.path for file in self.files.get(name, ())]
        return storage.read_dataframe(spark, self.lake / name, paths, self.tables[name])

    def publish(self, manifest: Manifest) -> Manifest:
        """Publish this build to readers, then delete files that nobody can still be reading.

        Returns the manifest with the versions, files and contracts of every table.
        """
        manifest = self.described(manifest)
        publish(self.lake, manifest)
        for name in self.versions.keys() & self.tables.keys():
            existing_table(self.lake / name).vacuum(KEEP_HOURS, dry_run=False)
        return manifest

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
