"""Run a build, from its inputs to the published lake."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stderr, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pickle import PicklingError
from threading import Thread
from typing import Any

import duckdb
import pandas  # noqa: F401  # duckdb would import it at its first query, and lose a Ctrl-C or SIGTERM that comes meanwhile
import pyarrow as pa
import pyarrow.compute as pc
from pyspark import Broadcast, SparkContext
from pyspark.sql import SparkSession

from skipper.build.account import Account, one_row_a_record, still_quarantined
from skipper.build.graph import Node, graph
from skipper.build.inputs import Inputs, Plan, plan, require_same_kind, shared_records
from skipper.build.lake_tables import Made, make_in_order, make_lake_table
from skipper.build.looking_back import changed_seasons, make_looking_back
from skipper.build.season import HAS_PLAYS, Shared, TaskResult, build_seasons, return_memory, select
from skipper.build.source_files import (
    by_path,
    changed,
    files_by_season,
    find_files,
    recorded_after,
    split_file,
    stale_seasons,
)
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
from skipper.errors import SkipperError
from skipper.lake import storage
from skipper.lake.checks import ChecksFailedError, Failure, failures
from skipper.lake.contract import Check
from skipper.lake.location import Location
from skipper.lake.manifest import Manifest, SourceFile
from skipper.lake.reader import LakeReader
from skipper.lake.sql import tables_in
from skipper.lake.storage import WrittenFile
from skipper.lake.store import LakeWriter
from skipper.sources.parsed import SourceError
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.source import game_sources
from skipper.version import __version__

Progress = Callable[[str], None]
KEPT = 0.9  # minimum share of a season's rows that a build must keep in a table that `guards` them


class NothingBuiltError(SkipperError):
    """Raised if the input has no usable games."""


class UnchangedError(Exception):
    """No season of a lake differs from its source files."""


class ShrinkError(SkipperError):
    """A season would lose more than a tenth of its games or of its plays."""


@dataclass(frozen=True)
class Comparison:
    """How often a figure from plays was compared with a figure from another source, and how often the two differed."""

    figure: str
    source: str
    compared: int
    differ: int


@dataclass(frozen=True)
class BuildReport:
    """The result of a build: the seasons and rows written, and the unusable records.

    `absent` has the requested seasons that have no games, `compared` the figures from plays that another source also
    gives, and `exceptions` the number of `play_exception` rows by kind in the seasons built (null if there are no event
    files). `withheld` has what was not published because a check failed or it could not be made.
    """

    build: str
    seasons: list[int]
    rows: dict[str, int]
    quarantined: list[dict[str, Any]]
    seconds: float
    absent: list[int] = field(default_factory=list)
    compared: list[Comparison] = field(default_factory=list)
    exceptions: dict[str, int] | None = None
    withheld: list[Withheld] = field(default_factory=list)


def build(
    spark: SparkSession,
    inputs: Inputs,
    lake: Location,
    progress: Progress = lambda step: None,
    allow_shrink: bool = False,
    only_stale: bool = False,
) -> BuildReport:
    """Build the seasons of `inputs`, or with `only_stale` those that differ from their files, and publish the lake.

    A season whose tables break their contracts, cannot be made, or would keep a smaller share than KEPT of the lake's
    games or plays (unless `allow_shrink`) is withheld, and the others are published. Raises SourceError for an unusable
    source, NothingBuiltError when there are no usable games, and ShrinkError or ChecksFailedError when every season
    would be withheld, and UnchangedError when no season is stale; readers then stay on the last complete build.
    """
    inputs.require()
    with LakeWriter(lake, graph().published) as writer:
        require_same_kind(inputs, writer.published)
        return _Build(spark, inputs, writer, progress, allow_shrink=allow_shrink, only_stale=only_stale).run()


def write_tables(spark: SparkSession, inputs: Inputs, lake: Location, names: Iterable[str]) -> dict[str, int]:
    """Make and commit the named tables and their inputs, without checking or publishing. Returns the number of rows in
    each table. Use it to measure the cost of individual tables.
    """
    with LakeWriter(lake, graph().published) as writer:
        return _Build(spark, inputs, writer, lambda step: None, graph().needed_for(names)).run_unchecked()


def _broadcast(context: SparkContext, value: Shared) -> Broadcast[Shared]:
    """Broadcast a value. Raises the error, such as a full disk, that PySpark prints and hides in a PicklingError."""
    try:
        with redirect_stderr(io.StringIO()):
            return context.broadcast(value)
    except PicklingError as error:
        raise (error.__context__ or error) from None


class _Build:
    """The state of one build while it runs. `log` has rows for build_log, still without the build's id."""

    def __init__(
        self,
        spark: SparkSession,
        inputs: Inputs,
        writer: LakeWriter,
        progress: Progress,
        only: frozenset[str] | None = None,
        allow_shrink: bool = False,
        only_stale: bool = False,
    ) -> None:
        self._spark, self._inputs, self._writer, self._progress = spark, inputs, writer, progress
        self._only, self._allow_shrink, self._only_stale = only, allow_shrink, only_stale
        self._asked = inputs.seasons
        self._chosen: set[int] = set()  # seasons whose files are read
        self._found: list[SourceFile] = []
        self._made_from: dict[int, list[SourceFile]] = {}  # each season's files
        self._began = datetime.now(UTC)
        self._id = self._began.strftime("%Y%m%dT%H%M%S.%fZ")
        self._account = Account()
        self._log: list[dict[str, Any]] = []
        self._withheld: list[Withheld] = []
        self._changed: dict[str, set[int]] = {}  # seasons made anew, by looking-back table

    def run(self) -> BuildReport:
        """Read, make, check and publish the tables."""
        return self._finish(self._make())

    def run_unchecked(self) -> dict[str, int]:
        """Read the sources and make the tables. Returns the number of rows written to each table."""
        self._make()
        return self._rows_written()

    def _make(self) -> set[int]:
        """Read the sources and make the tables. Returns the seasons built."""
        self._progress("reading the sources")
        self._start_workers()
        self._found = find_files(self._inputs, self._recorded)
        shared = shared_records(self._inputs, self._account)
        self._withheld += self._account.withheld
        planned = plan(self._inputs, self._account, shared)
        self._split(planned)
        self._choose(planned)
        self._require_usable_books()
        self._require_same_books()
        self._writer.require_made(planned.seasons)
        shared |= self._make_reference(shared)
        read_later = {name for node in (*graph().season, *graph().lake) for name in node.inputs}
        shared = {name: rows for name, rows in shared.items() if name in read_later}
        return_memory()  # reading a source takes several times the memory of its rows
        results = self._run_seasons(planned, shared)
        built = self._take(results)
        self._make_after_seasons(built, shared)
        return built

    def _make_after_seasons(self, built: set[int], shared: dict[str, pa.Table]) -> None:
        """Make the tables that look back and those over all seasons, each after those that it is made from."""
        looking_back = [node for node in graph().looking_back if self._is_wanted(node.name)]
        self._changed = changed_seasons(looking_back, built, self._writer.seasons("game"))
        withheld: list[tuple[str, Withheld]] = []  # tables over all seasons, emptied once all are made

        def begin(node: Node) -> Callable[[], Made]:
            self._progress(node.name)
            if not node.table.by_season:
                return partial(make_lake_table, self._spark, self._writer, shared, node)
            wanted = self._changed[node.name] - self._withhold_if_inputs_are(node)
            return partial(make_looking_back, self._spark, node, self._writer, wanted, self._keeps_rows)

        def take(node: Node, made: Made) -> None:
            if node.table.published:
                self._log_table(node.name, made.rows, made.started, made.seconds)
            if node.table.by_season:
                self._withheld += made.withheld
            else:
                withheld.extend((node.name, one) for one in made.withheld)

        make_in_order([*looking_back, *(node for node in graph().lake if self._is_wanted(node.name))], begin, take)
        for name, reason in withheld:
            self._empty(name, reason)

    def _require_usable_books(self) -> None:
        """Raise SourceError if a book's file cannot be used, and the lake has seasons made with it that are not built
        now: they would keep what it said of people and clubs, and those built now would contradict them."""
        known = {row["check_name"] for row in self._withheld_before if row["season"] is None}
        for name, error in self._account.unusable.items():
            if self._keeps_seasons and name not in known:
                raise SourceError(f"{error}; the lake may have been built with it: mend it, or build into a new folder")

    @property
    def _keeps_rows(self) -> bool:
        """Return whether rows of the published lake are as this build would make them, if their inputs are the same."""
        published = self._writer.published
        return self._only_stale and published is not None and published.skipper_version == __version__

    @property
    def _keeps_seasons(self) -> bool:
        """Return whether the lake has seasons that are not built now."""
        return self._writer.published is not None and not self._writer.seasons("game") <= self._chosen

    def _start_workers(self) -> None:
        """Start the daemon of Spark's Python workers in the background: its imports take a second.

        A failure is not reported here, because the job of the seasons meets it again and reports it.
        """
        context = self._spark.sparkContext
        context.environment.pop(HAS_PLAYS, None)
        if self._inputs.may_have_plays:
            context.environment[HAS_PLAYS] = "1"

        def start() -> None:
            with suppress(Exception):
                context.parallelize([None], 1).count()

        Thread(target=start, daemon=True).start()

    def _is_wanted(self, name: str) -> bool:
        return self._only is None or name in self._only

    def _split(self, planned: Plan) -> None:
        """Split the files that may hold several seasons, if any, in a Spark job with one task per file."""
        if not planned.unsplit:
            return
        work = partial(split_file, folder=self._writer.staging / "parts", seasons=self._inputs.seasons)
        paths = by_path(self._found)
        tasks = [(kind, text, paths[text.path]) for kind, text in planned.unsplit]
        found = self._spark.sparkContext.parallelize(tasks, len(tasks)).map(lambda task: work(*task)).collect()
        for parts in found:
            planned.add_split(parts)
            self._account.add_all(parts.account)
            self._withheld += parts.account.withheld
            self._withheld += [by_change(season, name) for name in parts.changed for season in parts.seasons]
        planned.unsplit.clear()

    @property
    def _recorded(self) -> list[SourceFile]:
        return self._writer.published.source_files if self._writer.published is not None else []

    def _choose(self, planned: Plan) -> None:
        """Leave out the seasons whose files changed while they were split and, if only stale seasons are wanted, the
        others. Raises UnchangedError if none is stale."""
        self._made_from = files_by_season(planned, self._found)
        chosen = set(planned.seasons)
        if self._only_stale:
            chosen &= set(stale_seasons(self._made_from, self._found, self._recorded).seasons)
            self._asked = frozenset(chosen)
            if not chosen:
                raise UnchangedError("no season differs from its source files")
        chosen -= {one.season for one in self._withheld if one.season is not None}
        of_games = {
            season: tuple(file for file in files if file.kind in game_sources() and not file.seasons[season])
            for season, files in self._made_from.items()
        }
        planned.seasons = {
            season: replace(files, sources=of_games[season])
            for season, files in planned.seasons.items()
            if season in chosen
        }
        self._chosen = chosen

    def _require_same_books(self) -> None:
        """Raise SourceError if a file that every season reads has changed since it was found."""
        unlike = changed(file for file in self._found if file.kind not in game_sources())
        if unlike:
            raise SourceError(f"{', '.join(unlike)} changed while it was read: run the command again")

    def _make_reference(self, records: dict[str, pa.Table]) -> dict[str, pa.Table]:
        """Make the tables that depend on no season, and commit those in the lake. Returns all of these tables."""
        made: dict[str, pa.Table] = {}
        with duckdb.connect() as db:
            for name, rows in records.items():
                db.register(name, rows)
            for node in graph().reference:
                started = datetime.now(UTC)
                rows = self._reference_rows(node, db)
                made[node.name] = rows
                db.register(node.name, rows)
                if node.table.published and self._is_wanted(node.name):
                    self._progress(node.name)
                    count = self._writer.write_rows(node.name, rows, None)
                    self._log_table(node.name, {None: count}, started, _since(started))
        return made

    def _reference_rows(self, node: Node, db: duckdb.DuckDBPyConnection) -> pa.Table:
        """Return a table's rows. If the books' rows raise an error in it, it is withheld, and has none.

        Raises SourceError then if the lake has seasons that are not built now: they would contradict those built.
        """
        try:
            return _rows_of(node, db)
        except DEFECTS as error:
            if isinstance(error, MACHINE_FAULTS):
                raise
            if self._keeps_seasons:
                raise SourceError(f"table {node.name} cannot be made: {error}") from error
            table = node.name if node.table.published else None
            self._withheld.append(by_error(error, None, table, making=node.name))
        with duckdb.connect() as without_rows:
            for name in node.inputs:
                without_rows.register(name, db.table(name).to_arrow_table().slice(0, 0))
            return _rows_of(node, without_rows).slice(0, 0)

    def _run_seasons(self, planned: Plan, shared: dict[str, pa.Table]) -> list[TaskResult]:
        """Build the seasons in one Spark job.

        The job uses an RDD of file lists, not a DataFrame: planning and compiling a query for a hundred rows would cost
        Java as much time as ten seasons cost Python.
        """
        tasks = planned.tasks()
        if not tasks:
            return []
        count = len(planned.seasons)
        self._progress(f"building {count} seasons" if count > 1 else "building the season")
        context = self._spark.sparkContext
        # The driver keeps no copy of what it broadcasts.
        given = _broadcast(context, self._shared_by_seasons(shared, planned.rosters))
        return_memory()
        try:
            return context.parallelize(tasks, len(tasks)).map(lambda one: build_seasons(one, given.value)).collect()
        finally:
            given.unpersist()

    def _shared_by_seasons(self, shared: dict[str, pa.Table], rosters: dict[str, Rosters]) -> Shared:
        tables = {name: _ipc(shared[name]) for name in graph().looked_up}
        return Shared(self._id, tables, rosters, self._writer.lake, self._writer.staging, self._only)

    def _take(self, results: list[TaskResult]) -> set[int]:
        """Commit the files that the tasks wrote, except those of withheld seasons. Returns the seasons built.

        Raises NothingBuiltError if there are no games, and ChecksFailedError or ShrinkError if every season with games
        is withheld.
        """
        for result in results:
            self._account.add_all(result.account)
        self._withheld += [one for result in results for one in result.withheld]
        built = {season for result in results for season in result.built}
        of_seasons = [one for one in self._withheld if one.season is not None]
        if not built and of_seasons:
            raise ChecksFailedError("\n".join(map(str, of_seasons)))
        if not built:
            raise NothingBuiltError(self._nothing_built())
        self._withheld += self._unread(built)
        if not self._allow_shrink:
            built -= self._withhold_shrunk(results, built)
        withheld = {one.season for one in self._withheld}
        self._account.counts = [row for row in self._account.counts if row["season"] not in withheld - {None}]
        self._commit(results, built)
        return built

    def _unread(self, built: set[int]) -> list[Withheld]:
        """Return the seasons without a usable game of which a whole file could not be read or, if the seasons to build
        are given, any record."""
        given, of_games = self._inputs.seasons or frozenset(), _names_of_game_sources()
        done = built | {one.season for one in self._withheld}
        files: dict[int, list[str]] = defaultdict(list)
        for row in self._account.quarantine:
            season = row["season"]
            is_unread = row["source"] in of_games and (row["line"] is None or season in given)
            if is_unread and season is not None and season not in done and (not given or season in given):
                files[season].append(row["file"])
        return [
            Withheld(season, None, "source files", "no game could be read", source_file=file_names(dict.fromkeys(own)))
            for season, own in sorted(files.items())
        ]

    def _commit(self, results: list[TaskResult], built: set[int]) -> None:
        """Commit and log the rows of the seasons built, table by table."""
        for table in graph().published:
            written = [(result, result.tables[table.name]) for result in results if table.name in result.tables]
            if not table.by_season or table.looks_back is not None or not written:
                continue
            files = [file for _, one in written for file in one.files]
            if table.partitioned:
                self._writer.commit(table.name, [file for file in files if file.season in built], built)
            else:
                staged = self._staged(table.name, files)
                of_built = staged.filter(pc.is_in(staged["season"], pa.array(sorted(built), pa.int32())))
                self._writer.write_rows(table.name, of_built, built)
            rows: dict[int | None, int] = {
                season: one.rows[season] for result, one in written for season in sorted(result.built & built)
            }
            started = min(one.started for _, one in written)
            self._log_table(table.name, rows, started, sum(one.seconds for _, one in written))

    def _withhold_shrunk(self, results: list[TaskResult], built: set[int]) -> set[int]:
        """Return the seasons that keep less than KEPT of the rows that the lake has in a table that guards them.

        Raises ShrinkError if every season does.
        """
        shrunk: dict[int, list[str]] = defaultdict(list)
        for table in graph().published:
            if table.guards is None:
                continue
            written = [result.tables[table.name].rows for result in results if table.name in result.tables]
            files = self._writer.files.get(table.name, ())
            before = sum((Counter({file.season: file.rows}) for file in files), Counter())
            now = sum(written, Counter[int]())
            for season in sorted(built if written else ()):
                if now[season] < KEPT * before[season]:
                    shrunk[season].append(f"{table.guards} of {season} from {before[season]:,} to {now[season]:,}")
        if set(shrunk) == built:
            lost = ", ".join(said for of_season in shrunk.values() for said in of_season)
            raise ShrinkError(
                f"a season would shrink: {lost}; the lake stays as it was. "
                "If the new files are right, build again with --allow-shrink"
            )
        self._withheld += [
            Withheld(season, None, "shrunk", f"the season would shrink: {', '.join(said)} (see --allow-shrink)")
            for season, said in shrunk.items()
        ]
        return set(shrunk)

    def _staged(self, name: str, files: Iterable[WrittenFile]) -> pa.Table:
        """Return the rows that the seasons' tasks staged for a table whose seasons share one file."""
        return storage.read_rows(self._writer.staging / name, files, self._writer.tables[name]).sort_by("season")

    def _finish(self, built: set[int]) -> BuildReport:
        self._progress("checks")
        quarantined = one_row_a_record(self._account.quarantine)
        kept = still_quarantined(self._writer.read_rows("quarantine").to_pylist(), self._account, built)
        self._writer.write_rows("quarantine", [*kept, *quarantined], None)
        self._log_table("quarantine", {None: len(quarantined)}, self._began, 0.0)
        log = [{"build": self._id, **row} for row in (*self._log, *self._file_rows())]
        before = self._writer.read_rows("build_log").to_pylist() if "build_log" in self._writer.files else []
        self._writer.write_rows("build_log", [*before, *log], None)
        for table in graph().published:
            if table.name not in self._writer.versions:
                self._writer.commit(table.name, [], None)
        seasons = sorted(self._writer.seasons("game"))
        made = LakeReader(self._writer.lake, self._writer.described(self._manifest(seasons, built)))
        self._withheld = [placed(one, made.rows) for one in self._withheld]  # of tables made after the season tasks
        self._write_withheld(built)
        reader = self._checked(seasons, built)
        self._writer.publish(replace(self._writer.described(self._manifest(seasons, built)), withheld=self._emptied()))
        return self._report(built, quarantined, reader)

    def _checked(self, seasons: list[int], built: set[int]) -> LakeReader:
        """Withhold what the checks over all seasons find wrong, until all of them pass. Returns a reader of the rest.

        A check that reads a withheld table cannot be run. A table that the build itself or another command wrote stays
        as it is, and table `withheld` says what is wrong with it.
        """
        stated: set[str] = set()
        while True:
            reader = LakeReader(self._writer.lake, self._writer.described(self._manifest(seasons, built)))
            emptied = set(self._emptied())
            checks = [check for check in graph().lake_checks if check.name not in stated]
            checks = [check for check in checks if not emptied & set(tables_in(check.violations))]
            found = failures(checks, reader.rows)
            if not found:
                return reader
            before = list(self._withheld)
            for failure in found:
                self._withhold(failure, reader, built, before)
                if graph().nodes[graph().owner(failure.check)[0]].written_by is not None:
                    stated.add(failure.check)
            self._write_withheld(built)

    def _withhold(self, failure: Failure, reader: LakeReader, built: set[int], before: Iterable[Withheld]) -> None:
        """Empty the table that a failed check belongs to, or its seasons, and the estimates and tables over all seasons
        made from it. `before` is what was withheld when the check ran. A table that no SELECT or function makes is left
        as it is."""
        name, check = graph().owner(failure.check)
        node = graph().nodes[name]
        first = failure.rows[0]
        if node.written_by is not None:
            self._withheld.append(placed(by_check(failure, None, name), reader.rows, first))
        elif node.table.by_season:
            emptied = {one.season for one in before if one.table_name == name}
            wrong = (_seasons_of(check, reader) or self._changed.get(name, built)) - emptied
            if not wrong:  # emptying the seasons at fault did not mend it
                self._empty(name, placed(by_check(failure, None), reader.rows, first))
                return
            self._withheld += [
                placed(by_check(failure, season, name), reader.rows, first if first.get("season") == season else None)
                for season in sorted(wrong)
            ]
            if node.table.small:
                self._writer.write_rows(name, [], wrong)
            else:
                self._writer.commit(name, [], wrong)
            for later in graph().looking_back:
                self._withhold_if_inputs_are(later)
        else:
            self._empty(name, placed(by_check(failure, None), reader.rows, first))

    def _withhold_if_inputs_are(self, node: Node) -> set[int]:
        """Empty the seasons of a looking-back table that look back on withheld seasons of a table that it is made from.
        Returns them."""
        own = {one.season for one in self._withheld if one.table_name == node.name}
        at_hand = (self._writer.seasons(node.name) | self._changed.get(node.name, set())) - own
        reasons = {
            season: replace(one, season=season, table_name=node.name)
            for one in self._withheld
            if one.season is not None and one.table_name in node.inputs
            for season in range(one.season, one.season + (node.table.looks_back or 0) + 1)
            if season in at_hand
        }
        if reasons:
            self._withheld += reasons.values()
            self._writer.commit(node.name, [], set(reasons))
        return set(reasons)

    def _empty(self, name: str, reason: Withheld) -> None:
        """Withhold a table over all seasons and those made from it: they have no rows."""
        made_of = [node.name for node in graph().lake if node.table.published]
        for table in [name, *(one for one in made_of if one != name and name in graph().needed_for([one]))]:
            self._withheld.append(replace(reason, table_name=table))
            self._writer.write_rows(table, self._writer.tables[table].arrow_schema.empty_table(), None)

    def _emptied(self) -> dict[str, str]:
        """Return the withheld tables over all seasons, with the reason."""
        return {
            one.table_name: f"{one.check_name}: {one.says}"
            for one in self._withheld
            if one.table_name and one.season is None and graph().nodes[one.table_name].written_by is None
        }

    @property
    def _withheld_before(self) -> list[dict[str, Any]]:
        """The rows of `withheld` in the lake so far."""
        return self._writer.read_rows("withheld").to_pylist() if "withheld" in self._writer.files else []

    def _write_withheld(self, built: set[int]) -> None:
        """Write table `withheld`: this build's rows, and those of earlier builds for seasons that it did not build.

        The row of a book's file stays until all seasons are built without it.
        """
        again = {(one.season, one.table_name, one.check_name) for one in self._withheld}
        made = built.union(*self._changed.values())

        def stands(row: dict[str, Any]) -> bool:
            if row["season"] is None:
                return row["table_name"] is None and not self._writer.seasons("game") <= built
            return row["season"] not in (built if row["table_name"] is None else made)

        kept = [
            row
            for row in self._withheld_before
            if row["build"] != self._id
            and stands(row)
            and (row["season"], row["table_name"], row["check_name"]) not in again
        ]
        rows = [{"build": self._id, **asdict(one)} for one in dict.fromkeys(self._withheld)]
        self._writer.write_rows("withheld", [*kept, *rows], None)

    def _manifest(self, seasons: list[int], built: set[int]) -> Manifest:
        before = self._writer.published
        sources, notices, asked = self._inputs.sources(), self._inputs.notices(), [self._inputs.seasons]
        if before is not None:
            if set(before.sources) - set(sources):  # of other seasons
                notices = list(dict.fromkeys([*notices, *before.notices]))
            sources = before.sources | sources
            asked.append(None if before.asked is None else frozenset(before.asked))
        return Manifest(
            build=self._id,
            built_at=self._began.isoformat(timespec="seconds"),
            skipper_version=__version__,
            tables={},
            seasons=seasons,
            sources=sources,
            notices=notices,
            simulated=self._inputs.simulated(),
            made_of=graph().published_edges,
            source_files=recorded_after(self._recorded, self._found, self._made_from, built | self._empty_seasons()),
            asked=None if None in asked else sorted(frozenset[int]().union(*filter(None, asked))),
            without=sorted(self._inputs.without),
        )

    def _empty_seasons(self) -> set[int]:
        """Return the seasons whose files were read and have no games, of those that the lake lacks."""
        withheld = {one.season for one in self._withheld}
        return {season for season in self._chosen - withheld if season not in self._writer.seasons("game")}

    def _file_rows(self) -> list[dict[str, Any]]:
        """Return build_log rows for the files: each season's records in each file, and how many were used."""
        found: dict[tuple[str, str, int | None], Counter[str]] = defaultdict(Counter)
        for row in self._account.counts:
            key = row["source"], row["file"], row["season"]
            found[key].update({name: row[name] for name in ("rows_in", "rows_out", "rows_quarantined")})
        return [
            {"source": source, "file": file, "season": season, **counted}
            for (source, file, season), counted in found.items()
        ]

    def _log_table(self, name: str, rows: Mapping[int | None, int], started: datetime, seconds: float) -> None:
        version = self._writer.versions[name]
        self._log += [
            {
                "table": name,
                "version": version,
                "season": season,
                "rows_out": count,
                "started": started,
                "seconds": seconds,
            }
            for season, count in rows.items()
        ]

    def _rows_written(self) -> dict[str, int]:
        rows: Counter[str] = Counter()
        for row in self._log:
            rows[row["table"]] += row["rows_out"]
        return dict(rows)

    def _nothing_built(self) -> str:
        of_games = [row for row in self._account.quarantine if row["source"] in _names_of_game_sources()]
        reasons = "\n".join(f"{row['file']}: {_at(row['line'])}{row['reason']}" for row in of_games[:10])
        asked = self._asked
        wanted = "" if asked is None else f" of {', '.join(map(str, sorted(asked)))}"
        given = " and ".join(map(str, self._inputs.games))
        return f"{given}: no game{wanted} could be read\n{reasons}".rstrip()

    def _report(self, built: set[int], quarantined: list[dict[str, Any]], reader: LakeReader) -> BuildReport:
        seconds = (datetime.now(UTC) - self._began).total_seconds()
        absent = sorted((self._asked or set()) - built)
        return BuildReport(
            self._id,
            sorted(built),
            self._rows_written(),
            quarantined,
            seconds,
            absent,
            *_of_plays(reader, self._inputs, built),
            self._withheld,
        )


def _names_of_game_sources() -> set[str]:
    """Return the names that tables have for the sources of games."""
    return {source.in_tables for source in game_sources().values()}


def _rows_of(node: Node, db: duckdb.DuckDBPyConnection) -> pa.Table:
    """Return a table's rows from the tables in a database."""
    if node.function is not None:
        return node.function(**{name: db.table(name).to_arrow_table() for name in node.inputs})
    return db.execute(select(node)).to_arrow_table()


def _seasons_of(check: Check, reader: LakeReader) -> set[int]:
    """Return the seasons of the rows that violate a check; empty if the rows do not give them."""
    named = [column[0] for column in reader.query(f"SELECT * FROM ({check.violations}) LIMIT 0").description or ()]
    if "season" in named:
        query = f"SELECT DISTINCT season FROM ({check.violations})"
    elif "game_id" in named:
        query = f"SELECT DISTINCT season FROM game SEMI JOIN ({check.violations}) USING (game_id)"
    else:
        return set()
    return {row["season"] for row in reader.rows(query)}


def _of_plays(reader: LakeReader, inputs: Inputs, built: set[int]) -> tuple[list[Comparison], dict[str, int] | None]:
    """Return comparisons of the seasons' plays with other sources, and the number of play exceptions by kind."""
    if not any(source.has_event_files for name, source in game_sources().items() if name in inputs.places):
        return [], None
    compared = reader.rows(
        "SELECT figure, other_source, sum(compared)::BIGINT AS compared, sum(differing)::BIGINT AS differing "
        "FROM play_comparison WHERE list_contains($seasons, season) GROUP BY ALL ORDER BY other_source, figure",
        {"seasons": sorted(built)},
    )
    kinds = reader.rows(
        "SELECT kind, count(*) AS times FROM play_exception WHERE list_contains($seasons, season) "
        "GROUP BY kind ORDER BY kind",
        {"seasons": sorted(built)},
    )
    comparisons = [
        Comparison(row["figure"], row["other_source"], row["compared"], row["differing"]) for row in compared
    ]
    return comparisons, {row["kind"]: row["times"] for row in kinds}


def _at(line: int | None) -> str:
    return "" if line is None else f"line {line}: "


def _since(started: datetime) -> float:
    return (datetime.now(UTC) - started).total_seconds()


def _ipc(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()
