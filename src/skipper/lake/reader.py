"""Read the lake without Spark: DuckDB over the Parquet files of the last complete build."""

from __future__ import annotations

import os
import re
import shlex
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import duckdb

from skipper.errors import SkipperError
from skipper.lake.contract import Table
from skipper.lake.location import Location, location, missing, spill_folder
from skipper.lake.manifest import Manifest, loss, read_manifest
from skipper.lake.views import create_view
from skipper.settings import default_lake

Settings = Mapping[str, str | int]  # DuckDB's, by name
ALL_SEASONS = (0, 9999)
_TABLE = re.compile(r'\b(?:from|join)\s+"?(\w+)', re.IGNORECASE)  # `league` elsewhere is a column


class NoLakeError(SkipperError):
    """The folder has no complete build that this version of Skipper can read."""


class LakeReader:
    """DuckDB views over the tables of one complete build; each view is created when a query first names it.

    All metadata comes from the manifest, including contracts and file lists. `settings` are DuckDB's, such as
    `memory_limit` (`128MB`); by default, DuckDB may use most of the machine's memory.
    """

    def __init__(self, lake: Location, manifest: Manifest | None = None, settings: Settings | None = None) -> None:
        manifest = manifest or read_manifest(lake)
        if manifest is None:
            none = f"{lake}: no complete build; run `skipper build --lake {shlex.quote(str(lake))} --gamelogs FOLDER`"
            raise NoLakeError(loss(lake) or none)
        self.lake = lake
        self.manifest = manifest
        self.contracts: dict[str, Table] = manifest.tables_promised()
        # DuckDB spills to this folder, which it creates and removes; its default is the current folder.
        self.connection = duckdb.connect(config={"temp_directory": str(spill_folder()), **(settings or {})})
        # The progress bar is off in most environments; in a notebook without ipywidgets, even turning it off fails.
        (progress_bar,) = self.connection.execute("SELECT current_setting('enable_progress_bar')").fetchone() or (
            False,
        )
        if progress_bar:
            self.connection.execute("SET enable_progress_bar = false")
        self._made: set[str] = set()
        self._stored: dict[str, str] = {}  # names of tables, by the subquery whose result they hold
        self._together: dict[tuple[Any, ...], None] = {}
        self._rows_by_key: dict[Hashable, _RowsByKey] = {}  # by question

    def query(self, sql: str, parameters: Mapping[str, Any] | None = None) -> duckdb.DuckDBPyConnection:
        """Run `sql` with each parameter's `$name` replaced by its value; return a connection from which to fetch the
        result.

        Raises duckdb.Error for a query that DuckDB rejects, and KeyError for a name that has no value.
        """
        for subquery, name in self._stored.items():
            sql = sql.replace(f"({subquery})", name)
        self.need(*(set(_TABLE.findall(sql)) & set(self.contracts)))
        return self.connection.execute(_with_literals(sql, parameters))

    def store(self, name: str, subquery: str) -> None:
        """Hold a subquery's result in memory as the temporary table `name`, which later queries read in its place.

        Store a subquery before those that it contains.
        """
        self.query(f"CREATE OR REPLACE TEMP TABLE {name} AS {subquery}")
        self._stored[subquery] = name

    def together(self, keys: Sequence[tuple[Any, ...]]) -> None:
        """Let `rows_of` ask about all of these keys at once. Call this again after changing a table."""
        self._together = dict.fromkeys(keys)
        self._rows_by_key.clear()

    def rows_of(
        self,
        sql: str,
        fields: tuple[str, ...],
        key: tuple[Any, ...],
        parameters: Mapping[str, Any] | None = None,
        seasons: tuple[int, int] = ALL_SEASONS,
    ) -> list[dict[str, Any]]:
        """Return the rows of `sql` in which `fields` have the values `key`.

        For one of the keys given to `together`, one query answers for all of them, because planning a query takes most
        of its time. `sql` therefore restricts each field by `IN`, with a parameter named after it (`club IN $clubs`),
        and no row may depend on the rows of another key. `seasons` are the key's first and last, which `sql` may name
        `$first` and `$last`: a query for one key then opens no files of other seasons.
        """
        parameters = parameters or {}
        if key not in self._together or len(self._together) == 1:
            values = {f"{field}s": (value,) for field, value in zip(fields, key, strict=True)}
            return self.rows(sql, {**parameters, **values, "first": seasons[0], "last": seasons[1]})
        question = (sql, fields, *(literal(parameters[name]) for name in sorted(parameters)))
        if question not in self._rows_by_key:
            of_each = zip(fields, zip(*self._together, strict=True), strict=True)
            values = {f"{field}s": tuple(dict.fromkeys(own)) for field, own in of_each}
            first, last = ALL_SEASONS
            asked = self.rows(sql, {**parameters, **values, "first": first, "last": last})
            self._rows_by_key[question] = _by_key(asked, fields)
        return [dict(row) for row in self._rows_by_key[question].get(key, ())]

    def rows_among(self, sql: str, fields: tuple[str, ...], keys: Iterable[tuple[Any, ...]]) -> list[dict[str, Any]]:
        """Return the rows of `sql` in which `fields` have the values of one of `keys`, in the order of `keys`, each
        once.

        Pages that are written together share the answer: one query asks for all keys that exist. `sql` therefore
        restricts its rows by the condition `$among`, and no row may depend on the rows of another key.
        """
        keys = tuple(dict.fromkeys(keys))
        if not keys:
            return []
        if not self._together:
            among = f"({', '.join(fields)}) IN {literal(keys)}"
            by_key = _by_key(self.rows(sql.replace("$among", among)), fields)
        else:
            if (sql, fields) not in self._rows_by_key:
                self._rows_by_key[sql, fields] = _by_key(self.rows(sql.replace("$among", "true")), fields)
            by_key = self._rows_by_key[sql, fields]
        return [dict(row) for key in keys for row in by_key.get(key, ())]

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """Return the result of `sql` as one dictionary per row."""
        result = self.query(sql, parameters)
        names = [column[0] for column in result.description]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    def need(self, *tables: str) -> None:
        """Create the views of `tables`."""
        for name in tables:
            if name not in self._made:
                self._make(self.contracts[name])
                self._made.add(name)

    def paths(self) -> list[str]:
        """Return the paths of the build's files."""
        return [str(self.lake / path) for path in self._files()]

    def _files(self) -> list[str]:
        return [f"{name}/{file.path}" for name, files in self.manifest.files.items() for file in files]

    def require_files(self) -> None:
        """Raise NoLakeError if a file of the build is missing."""
        for path in missing(self.lake, self._files()):
            raise NoLakeError(f"{self.lake}: cannot be read: {self.lake / path} is missing; build again")

    def _make(self, contract: Table) -> None:
        if contract.name in self.manifest.withheld:
            raise NoLakeError(
                f"{self.lake}: table {contract.name} of build {self.manifest.build} was withheld: "
                f"{self.manifest.withheld[contract.name]}; `skipper doctor` lists what is withheld"
            )
        if contract.name not in self.manifest.tables:
            raise NoLakeError(
                f"{self.lake}: table {contract.name} of build {self.manifest.build} is missing; build again"
            )
        files = [(file.path, file.season) for file in self.manifest.files.get(contract.name, ())]
        try:
            create_view(self.connection, contract, self.lake / contract.name, files)
        except duckdb.IOException as error:
            raise NoLakeError(f"{self.lake}: table {contract.name} cannot be read: {error}; build again") from error


_RowsByKey = Mapping[tuple[Any, ...], list[dict[str, Any]]]


def _by_key(rows: Iterable[dict[str, Any]], fields: tuple[str, ...]) -> _RowsByKey:
    by_key: defaultdict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_key[tuple(row[field] for field in fields)].append(row)
    return by_key


def _with_literals(sql: str, parameters: Mapping[str, Any] | None) -> str:
    if parameters is None:
        return sql
    # DuckDB's Python client imports pandas to bind any parameter, which takes longer than the answer. Literals need no
    # binding, and with literals the plan contains only the files of the requested seasons.
    return re.sub(r"\$(\w+)", lambda name: literal(parameters[name[1]]), sql)


def literal(value: Any) -> str:
    """Return a Python value as a DuckDB literal. Raises TypeError for an unsupported type."""
    if value is None:
        return "NULL"
    if isinstance(value, bool | int | float):
        return str(value)
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, date):
        return f"DATE '{value.isoformat()}'"
    if isinstance(value, tuple):  # the operand of IN; DuckDB reads a list there without looking at its values first
        return f"({', '.join(map(literal, value))})"
    if isinstance(value, list | set | frozenset):
        return f"[{', '.join(map(literal, value))}]"
    raise TypeError(f"{type(value).__name__} is not a supported parameter type")


def open_reader(lake: str | os.PathLike[str] | Location | None = None) -> LakeReader:
    """Return a reader for the lake at the given address, or for the default lake. Raises NoLakeError."""
    return LakeReader(location(default_lake() if lake is None else lake))
