"""Make a season's tables, from source files to Parquet files: the work of one Spark task.

Small seasons share a task, so that the forty SELECTs are planned only once for all of them."""

from __future__ import annotations

import ctypes
import time
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

import duckdb
import pyarrow as pa

from skipper.build.account import Account, lost_records
from skipper.build.graph import SEASON_RECORD_SETS, Node, graph
from skipper.build.inputs import SeasonFiles
from skipper.build.season_reading import Reading, RecordSets, read_seasons
from skipper.build.season_writing import SeasonWriter, TableWritten
from skipper.build.source_files import changed
from skipper.build.withholding import (
    DEFECTS,
    MACHINE_FAULTS,
    Withheld,
    by_change,
    by_check,
    by_error,
    file_names,
    placed,
)
from skipper.lake.checks import failures
from skipper.lake.contract import Check, duckdb_type
from skipper.lake.location import Location, spill_folder
from skipper.lake.sql import mentions_in, tables_in
from skipper.lake.views import create_table, create_view
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.source import game_sources

HAS_PLAYS = "_SKIPPER_BUILD_HAS_PLAYS"  # internal: in the environment of the workers of a build that reads plays
MEMORY = "512MB"  # for DuckDB in one task; larger work spills to disk


@dataclass(frozen=True)
class Shared:
    """The data that every season's task needs, broadcast once.

    `tables` has lookup tables as Arrow IPC bytes, and `rosters` the rosters by source. `build` is the build's id,
    `lake` the lake's folder, and `staging` the folder for data that lives until the build ends. `only` names the tables
    to make, unchecked, with their inputs; null means all.
    """

    build: str
    tables: Mapping[str, bytes]
    rosters: Mapping[str, Rosters]
    lake: Location
    staging: Location
    only: frozenset[str] | None = None


@dataclass
class TaskResult:
    """A task's report. A repeated task reports again, and nothing reads the files of its first attempt.

    `built` has the seasons that have usable games and satisfy their checks; for other seasons, the lake keeps its
    existing data. `tables` is empty if no season was built. `withheld` says why a season with games was not.
    """

    account: Account
    built: frozenset[int] = frozenset()
    tables: dict[str, TableWritten] = field(default_factory=dict)
    withheld: list[Withheld] = field(default_factory=list)


def build_seasons(seasons: Sequence[SeasonFiles], shared: Shared) -> TaskResult:
    """Read the files for one season, or for several seasons without plays; make, write and check their tables.

    A season whose tables violate a check or cannot be made is withheld. Raises MemoryError if the tables do not fit
    into the task's memory even with DuckDB's spill folder.
    """
    result = _attempt(seasons, shared)
    if result.withheld and len(seasons) > 1:  # a task for each season shows which of them is at fault
        result = _joined([_attempt([files], shared) for files in seasons])
    return_memory()
    return result


def _attempt(seasons: Sequence[SeasonFiles], shared: Shared) -> TaskResult:
    """Build seasons together. If a check fails, an error is raised or a file changed while it was read, none of them is
    built."""
    years = ", ".join(str(files.season) for files in seasons)
    try:
        # Temporary tables and registered rows belong to the cursor and are dropped with it.
        with _looked_up(shared).cursor() as db:
            task = _Task(seasons, shared, db)
            try:
                result = task.run()
            except DEFECTS as error:
                if isinstance(error, MACHINE_FAULTS):
                    raise
                result = task.without(task.placed(by_error(error, seasons[0].season, making=task.making)))
            unlike = [by_change(files.season, name) for files in seasons for name in changed(files.sources)]
            return task.without(*unlike) if unlike else result
    except duckdb.OutOfMemoryException:
        raise MemoryError(f"the tables of {years} need more than the {MEMORY} of memory that a task has") from None


def _joined(results: Sequence[TaskResult]) -> TaskResult:
    """Return the results of several tasks as those of one."""
    joined = TaskResult(Account())
    for result in results:
        joined.account.add_all(result.account)
        joined.built |= result.built
        joined.withheld += result.withheld
        for name, written in result.tables.items():
            entry = joined.tables.setdefault(name, TableWritten(started=written.started))
            entry.files += written.files
            entry.rows.update(written.rows)
            entry.seconds += written.seconds
    return joined


def return_memory() -> None:
    """Return freed memory, half of what a worker holds after a task, to the system if the C library can."""
    pa.default_memory_pool().release_unused()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


_kept: dict[str, duckdb.DuckDBPyConnection] = {}  # per worker process: the lookup tables of one build


def _looked_up(shared: Shared) -> duckdb.DuckDBPyConnection:
    """Return a database with the tables that every season looks up, kept for the worker's next season.

    It also has an empty version of every season table. A season's own temporary tables hide those, so a table that the
    season lacks costs nothing.
    """
    if shared.build not in _kept:
        for one in _kept.values():
            one.close()
        _kept.clear()
        db = duckdb.connect(
            config={
                "threads": 1,  # Spark gives a task one core
                "memory_limit": MEMORY,
                "temp_directory": str(spill_folder(shared.staging)),
                "preserve_insertion_order": False,
                # A join builds its hash table on the side written last, which is always the small one in these SELECTs.
                # DuckDB does not know how many rows an Arrow table has, and built tables of whole lineups to look up a
                # few people.
                "disabled_optimizers": "build_side_probe_side",
            }
        )
        for name, rows in shared.tables.items():
            _create(db, name, pa.ipc.open_stream(rows).read_all())
        for name, schema in SEASON_RECORD_SETS.items():
            _create(db, name, schema.empty_table())
        # Without a SELECT to plan for each; the columns of an intermediate table are known only from its SELECT.
        written = [node for node in graph().nodes.values() if node.written_by == "event files"]
        published = [node.table for node in (*written, *graph().season) if node.table.published]
        db.execute(";".join(create_table(table) for table in published))
        for node in graph().season:
            if node.table.published:
                continue
            if node.function is not None:
                empty = {name: db.table(name).limit(0).to_arrow_table() for name in node.inputs}
                _create(db, node.name, node.function(**empty))
            else:
                db.execute(f"CREATE TABLE {node.name} AS FROM ({select(node)}) LIMIT 0")
        _kept[shared.build] = db
    return _kept[shared.build]


def _create(db: duckdb.DuckDBPyConnection, name: str, rows: pa.Table) -> None:
    db.register("given", rows)
    db.execute(f"CREATE TABLE {name} AS FROM given")
    db.unregister("given")


class _Task:
    """One attempt at seasons: what is read, made, written and found wrong.

    `making` is the table being made, for a report of an error.
    """

    def __init__(self, seasons: Sequence[SeasonFiles], shared: Shared, db: duckdb.DuckDBPyConnection) -> None:
        self._seasons, self._shared, self._db = seasons, shared, db
        self._result = TaskResult(Account())
        self._writer = SeasonWriter([files.season for files in seasons], shared.lake, shared.staging)
        self._records = RecordSets(db)
        self._empty: set[str] = set()  # tables without rows
        self.making: str | None = None

    def run(self) -> TaskResult:
        """Read, make, write and check the seasons' tables."""
        read = read_seasons(self._seasons, self._reading)
        if {source.game_records for source in game_sources().values()} <= self._records.empty:
            return TaskResult(self._result.account)
        self._result.built = frozenset(read.with_games)
        identifying = graph().needed_for([table for table, _rest in read.later])
        for node in self._needed(identifying):
            self._make(node)
        for _table, rest in read.later:
            rest()
        self._view_plays()
        left = {node.name for node in graph().season} - identifying
        made = self._needed(left if self._shared.only is None else left & self._shared.only)
        mentions: Counter[str] = Counter()
        for node in made:
            mentions.update(dict.fromkeys(node.inputs, 1) if node.sql is None else mentions_in(node.sql))
        for node in made:
            self._make(node, is_read_once=mentions[node.name] == 1)
        self.making = None
        if self._shared.only is None and (withheld := self._violations()):
            return self.without(*withheld)
        return self._result

    def _reading(self, season: int) -> Reading:
        return Reading(season, self._db, self._shared.rosters, self._records, self._writer, self._result.account)

    def _violations(self) -> list[Withheld]:
        """Return what is wrong with the tables: records that were lost, and checks that fail."""
        used = self._rows("SELECT source_file, count(*)::BIGINT AS games FROM game GROUP BY source_file")
        lost = lost_records(self._result.account, {row["source_file"]: row["games"] for row in used})
        season = self._seasons[0].season
        found = [*lost, *failures(self._checks(), self._rows)]
        return [self.placed(by_check(failure, season), failure.rows[0]) for failure in found]

    def without(self, *withheld: Withheld) -> TaskResult:
        """Return the result if the seasons are withheld: only the records that could not be read."""
        return TaskResult(Account(self._result.account.quarantine), withheld=list(withheld))

    def placed(self, withheld: Withheld, violation: Mapping[str, Any] | None = None) -> Withheld:
        """Return the same with its place in the sources; with the season's files if its games are not yet made."""
        try:
            found = placed(withheld, self._rows, violation)
        except duckdb.Error:
            found = withheld
        files = self._seasons[0].labels
        return found if found.source_file or not files else replace(found, source_file=file_names(files))

    def _needed(self, names: Set[str]) -> list[Node]:
        """Return the named tables of the season that may have rows, in order; the others exist but are empty."""
        found: list[Node] = []
        for node in graph().season:
            if node.name not in names:
                continue
            if not (self._records.empty | self._empty).intersection(node.table.rows_need):
                found.append(node)
                continue
            self._empty.add(node.name)
            if node.table.published:
                self._result.tables[node.name] = TableWritten()
        return found

    def _view_plays(self) -> None:
        """Let the season's queries read the tables that were written while its files were read."""
        for node in graph().nodes.values():
            if node.written_by != "event files":
                continue
            written = self._result.tables[node.name] = self._writer.plays.get(node.name, TableWritten())
            if not written.files:
                self._empty.add(node.name)
                continue
            files = [(file.path, file.season) for file in written.files]
            create_view(self._db, node.table, self._writer.folder(node.table), files, temporary=True)

    def _make(self, node: Node, is_read_once: bool = False) -> None:
        """Make a table; an intermediate table that one SELECT mentions once is not materialized."""
        self.making = node.name
        written, clock = TableWritten(), time.monotonic()
        if node.function is not None:
            rows = node.function(**{name: self._arrow(name) for name in node.inputs})
            if rows.num_rows:
                self._db.register(node.name, rows)
            else:
                self._empty.add(node.name)
        else:
            is_kept = node.table.published or (node.table.materialized and not is_read_once)
            kind = "TABLE" if is_kept else "VIEW"
            self._db.execute(f"CREATE TEMP {kind} {node.name} AS {select(node)}")
        if node.table.published:
            self._writer.write(node.table, self._arrow(node.name), written)
            written.seconds = time.monotonic() - clock
            self._result.tables[node.name] = written

    def _arrow(self, name: str) -> pa.Table:
        return self._db.table(name).to_arrow_table()

    def _checks(self) -> list[Check]:
        """Return the checks that can fail: those on tables with rows, or on several tables if one has rows; the check
        for nulls only if a table was written with one."""
        empty = {name for name, written in self._result.tables.items() if not written.files}
        empty |= self._empty | self._records.empty
        needless: set[str] = set()
        for name in empty & set(graph().nodes):
            needless |= {check.name for check in graph().nodes[name].table.row_checks()}
        for name in set(self._result.tables) - self._writer.incomplete:  # Arrow has counted their nulls
            needless |= {check.name for check in graph().nodes[name].table.required_check()}
        return [
            check
            for check in graph().season_checks
            if check.name not in needless and not set(tables_in(check.violations)) <= empty
        ]

    def _rows(self, sql: str) -> list[dict[str, Any]]:
        found = self._db.execute(sql)
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def select(node: Node) -> str:
    """Return the node's SELECT with the contract's columns and types in order; unchanged for an intermediate table."""
    if not node.table.published:
        return str(node.sql)
    columns = ", ".join(f'"{one.name}"::{duckdb_type(one.type)} AS "{one.name}"' for one in node.table.columns)
    return f"SELECT {columns} FROM ({node.sql})"
