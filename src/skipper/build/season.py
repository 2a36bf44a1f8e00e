"""Make a season's tables, from source files to Parquet files: the work of one Spark task.

Small seasons share a task, so that the forty SELECTs are planned only once for all of them."""

from __future__ import annotations

import ctypes
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from skipper.build import identities
from skipper.build.account import Account, lost_records
from skipper.build.graph import SEASON_PLAY_RECORD_SETS, SEASON_RECORD_SETS, Node, graph
from skipper.build.inputs import SeasonFiles
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
from skipper.calculations.game_matching import FACTS, Match
from skipper.lake import storage
from skipper.lake.checks import failures
from skipper.lake.contract import Check, Table, duckdb_type
from skipper.lake.location import Location, remove, spill_folder
from skipper.lake.sql import mentions_in, tables_in
from skipper.lake.storage import WrittenFile
from skipper.lake.views import create_table, create_view
from skipper.sources import scores
from skipper.sources.retrosheet import gamelogs
from skipper.sources.retrosheet.csvs import games as csvs
from skipper.sources.retrosheet.csvs.files import PLAYS, CsvText
from skipper.sources.retrosheet.csvs.lines import read_player_lines
from skipper.sources.retrosheet.events.rosters import Rosters
from skipper.sources.retrosheet.gamelog_season import read_season
from skipper.sources.statsapi import reading as statsapi
from skipper.sources.statsapi.store import Store

_IDENTIFIED = "game_of_statsapi"  # has the ids and clubs of the Stats API's games
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
class TableWritten:
    """A table made by one task: its files, its rows by season, when its build started, and how long it took."""

    files: list[WrittenFile]
    rows: Counter[int]
    started: datetime
    seconds: float


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
            entry = joined.tables.setdefault(name, TableWritten([], Counter(), written.started, 0.0))
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
    def __init__(self, seasons: Sequence[SeasonFiles], shared: Shared, db: duckdb.DuckDBPyConnection) -> None:
        self._seasons, self._shared, self._db = seasons, shared, db
        self._result = TaskResult(Account())
        self.making: str | None = None  # the table being made, for a report of an error
        self._empty: set[str] = set()
        self._incomplete: set[str] = set()  # tables written with a null in a required column
        self._read_once: set[str] = set()  # intermediate tables that one SELECT mentions once: not materialized
        self._play_records: dict[str, list[pa.Table]] = defaultdict(list)
        self._plays_written: dict[str, TableWritten] = {}
        self._scored_from_csvs: set[str] = set()  # ids of the games whose plays are those of the CSV files
        self._accounts: list[pa.Table] = []  # what event and CSV files state of games
        self._api_games: list[statsapi.Listed] = []
        self._identifying: frozenset[str] = frozenset()  # tables that give the Stats API's games their ids

    def run(self) -> TaskResult:
        self._read_gamelogs()
        self._read_events()
        self._read_csvs()
        self._read_scores()
        self._read_statsapi()
        if {"gamelog", "event_file_game", "csv_game", "score", "statsapi_game"} <= self._empty:
            return TaskResult(self._result.account)
        if self._api_games:
            self._identifying = graph().needed_for([_IDENTIFIED])
        for node in graph().season:
            if node.name in self._identifying and not self._is_needless(node):
                self._make(node)
        self._read_feeds()
        self._view_plays()
        later = [node for node in graph().season if node.name not in self._identifying]
        made = [node for node in later if not self._is_needless(node)]
        mentions: Counter[str] = Counter()
        for node in made:
            mentions.update(dict.fromkeys(node.inputs, 1) if node.sql is None else mentions_in(node.sql))
        self._read_once = {name for name, times in mentions.items() if times == 1}
        for node in made:
            self._make(node)
        self.making = None
        if self._shared.only is None:
            used = self._rows("SELECT source_file, count(*)::BIGINT AS games FROM game GROUP BY source_file")
            lost = lost_records(self._result.account, {row["source_file"]: row["games"] for row in used})
            found = [*lost, *failures(self._checks(), self._rows)]
            season = self._seasons[0].season
            withheld = [self.placed(by_check(failure, season), failure.rows[0]) for failure in found]
            if withheld:
                return self.without(*withheld)
        return self._result

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

    def _is_needless(self, node: Node) -> bool:
        """Return whether a table was not requested or has no rows this season; it then exists but is empty."""
        if self._shared.only is not None and node.name not in self._shared.only | self._identifying:
            return True
        if not self._empty.intersection(node.table.rows_need):
            return False
        self._empty.add(node.name)
        if node.table.published:
            self._result.tables[node.name] = _nothing_written()
        return True

    def _register(self, name: str, rows: pa.Table) -> None:
        if rows.num_rows:
            self._db.register(name, rows)
        else:
            self._empty.add(name)

    def _read_gamelogs(self) -> None:
        records: dict[str, list[pa.Table]] = {name: [] for name in gamelogs.RECORD_SETS}
        for files in self._seasons:
            parsed = read_season(files.gamelogs)
            self._result.account.add(parsed)
            for name, rows in records.items():
                rows += parsed.records[name]
            if any(rows.num_rows for rows in parsed.records["gamelog"]):
                self._result.built |= {files.season}
        for name, rows in records.items():
            self._register(name, pa.concat_tables(rows))

    def _read_events(self) -> None:
        for files in self._seasons:
            if not files.events:
                continue
            if len(self._seasons) > 1:
                raise ValueError(f"{files.season} has event files: it needs a task of its own")
            # Compiled kernels and grammar, which a season without event files does not load.
            from skipper.sources.retrosheet.events.dialect import DIALECTS
            from skipper.sources.retrosheet.plays.season import SeasonPlays

            for source in sorted({file.source for file in files.events}):
                dialect, own = DIALECTS[source], [file for file in files.events if file.source == source]
                people = dict(self._person_ids(dialect.id_source))
                plays = SeasonPlays(files.season, own, self._shared.rosters[source], people, dialect)
                self._write_plays(plays.tables())
                self._result.account.quarantine += plays.quarantine
                self._result.account.counts += plays.counts
                for name, rows in plays.records.items():
                    self._play_records[name].append(rows)
                if plays.records["event_file_game"].num_rows:
                    self._result.built |= {files.season}
        self._identify_event_games()
        for name in ("event_file_game", "event_file_club_game"):
            self._register_plays(name)

    def _identify_event_games(self) -> None:
        """Give the games of event files the ids of the games in the game logs.

        Their plays are written by then, because a game's copy in a later file may decide. Few games are filed under two
        ids, so few files of plays are written again.
        """
        games = pa.concat_tables(
            [SEASON_RECORD_SETS["event_file_game"].empty_table(), *self._play_records["event_file_game"]]
        )
        found = self._identify(games)
        if not found:
            return
        for name, rows in self._play_records.items():
            self._play_records[name] = [identities.identified(one, found) for one in rows]
        for name, entry in self._plays_written.items():
            self._write_again(graph().nodes[name].table, entry, found)

    def _identify(self, games: pa.Table) -> dict[str, Match]:
        """Return the games, by their own ids, whose id or home club a source read before has otherwise; keep what the
        files state for `game_account`."""
        if not games.num_rows:
            return {}
        found = identities.renamed(games, self._known_games())
        self._accounts.append(identities.account_rows(games, found))
        return found

    def _known_games(self) -> pa.Table:
        """Return the games read so far, in order of precedence."""
        facts = ", ".join(FACTS)
        return self._db.execute(
            f"SELECT {facts} FROM (SELECT * REPLACE (strptime(date, '%Y%m%d')::DATE AS date) FROM gamelog) "
            f"UNION ALL SELECT {facts} FROM event_file_game"
        ).to_arrow_table()

    def _write_again(self, table: Table, entry: TableWritten, found: dict[str, Match]) -> None:
        """Replace the files of plays that have a game whose id or home club was not the game's."""
        if "game_id" not in table.column_names:
            return
        for file in list(entry.files):
            rows = storage.read_rows(self._folder(table), [file], table)
            identified = identities.identified(rows, found)
            if identified is not rows:
                entry.files.remove(file)
                remove(self._folder(table) / file.path)
                entry.rows.subtract({self._seasons[0].season: rows.num_rows})
                self._write(table, identities.coded(identified), entry, plays=True)

    def _read_csvs(self) -> None:
        """Read Retrosheet's CSV files: games and sides, and the plays of the games that no event file has."""
        records: dict[str, list[pa.Table]] = {name: [rows.empty_table()] for name, rows in csvs.RECORD_SETS.items()}
        for files in self._seasons:
            if not files.csvs:
                continue
            if len(self._seasons) > 1:
                raise ValueError(f"{files.season} has Retrosheet's CSV files: it needs a task of its own")
            found = csvs.read_games(files.csvs, files.season)
            read_player_lines(files.csvs, found)
            games = pa.concat_tables(found.parsed.records["csv_game"])
            identified = self._identify(games.append_column("source", pa.repeat(csvs.SOURCE, games.num_rows)))
            self._read_csv_plays(files.csvs, found, identified)
            self._result.account.add(found.parsed)
            for name, rows in records.items():
                rows += [identities.identified(one, identified) for one in found.parsed.records[name]]
            if found.games:
                self._result.built |= {files.season}
        for name, rows in records.items():
            self._register(name, pa.concat_tables(rows))
        self._register("file_account", pa.concat_tables([identities.ACCOUNT.empty_table(), *self._accounts]))

    def _read_csv_plays(self, texts: Sequence[CsvText], games: csvs.SeasonGames, identified: dict[str, Match]) -> None:
        if not any(text.kind == PLAYS for text in texts):
            return
        from skipper.sources.retrosheet.csvs.plays import SeasonCsvPlays  # compiled kernels, as for event files

        with_plays = {
            game_id for (game_id,) in self._db.execute("SELECT game_id FROM event_file_game WHERE has_plays").fetchall()
        }
        of_games = {own: identified[own].game_id if own in identified else own for own in games.games}
        scored = {own for own, game_id in of_games.items() if game_id in with_plays}
        plays = SeasonCsvPlays(texts, games, scored, dict(self._person_ids("retrosheet")))
        self._write_plays((name, identities.identified(rows, identified)) for name, rows in plays.tables())
        for name, rows in plays.records.items():
            self._play_records[name].append(identities.identified(rows, identified))
        self._scored_from_csvs = set(pc.unique(self._play_records["converted_game"][-1]["game_id"]).to_pylist())

    def _read_feeds(self) -> None:
        """Read the feeds of the Stats API: box scores, and the plays of the games that no file has."""
        for listed in self._api_games:
            from skipper.sources.statsapi.feeds import Identity, SeasonFeeds  # compiled kernels, as for event files

            found = self._db.execute(
                "SELECT game_pk, game_id, visitor_club, home_club, is_turned FROM game_of_statsapi AS g "
                "ANTI JOIN (FROM event_file_game WHERE has_plays) AS e ON e.game_id = g.game_id"
            ).fetchall()
            of_games = {
                game_pk: Identity(game_id, *((home, visitor) if is_turned else (visitor, home)))
                for game_pk, game_id, visitor, home, is_turned in found
                if game_id not in self._scored_from_csvs
            }
            turned = {game_id: Match(game_id, game_id[-1:], True) for _, game_id, *_, is_turned in found if is_turned}
            people = dict(self._person_ids("mlbam"))
            feeds = SeasonFeeds(listed.store, listed.season, listed.games, of_games, people, listed.parsed)
            self._write_plays((name, identities.identified(rows, turned)) for name, rows in feeds.tables())
            for name, rows in feeds.records.items():
                self._play_records[name].append(identities.identified(rows, turned))
            self._result.account.add(listed.parsed)
            for name in statsapi.OF_BOX_SCORES:
                self._register(name, pa.concat_tables(listed.parsed.records[name]))
        for name in SEASON_PLAY_RECORD_SETS:
            self._register_plays(name)

    def _register_plays(self, name: str) -> None:
        self._register(name, pa.concat_tables([SEASON_RECORD_SETS[name].empty_table(), *self._play_records[name]]))

    def _view_plays(self) -> None:
        for node in graph().nodes.values():
            if node.written_by == "event files":
                self._view(node.table, self._plays_written.get(node.name, _nothing_written()))

    def _write_plays(self, tables: Iterable[tuple[str, pa.Table]]) -> None:
        """Write the tables of plays while their files are read."""
        for name, rows in tables:
            table = graph().nodes[name].table
            entry = self._plays_written.setdefault(name, _nothing_written())
            clock = time.monotonic()
            if rows.num_rows:
                self._write(table, rows.select(table.column_names), entry, plays=True)
            entry.seconds += time.monotonic() - clock

    def _person_ids(self, id_source: str) -> list[tuple[str, str]]:
        known = "SELECT source_id, person_id FROM known_person WHERE id_source = $id_source"
        return self._db.execute(known, {"id_source": id_source}).fetchall()

    def _read_scores(self) -> None:
        rows: list[pa.Table] = [scores.SCORE.empty_table()]
        for files in self._seasons:
            if files.scores is None:
                continue
            leagues = self._db.execute(
                "SELECT league, name FROM league WHERE $season BETWEEN first_season AND coalesce(last_season, 9999)",
                {"season": files.season},
            ).fetchall()
            parsed = scores.parse(files.scores, files.season, leagues)
            self._result.account.add(parsed)
            rows += parsed.records["score"]
            if rows[-1].num_rows:
                self._result.built |= {files.season}
        self._register("score", pa.concat_tables(rows))

    def _read_statsapi(self) -> None:
        """Read the lists of the Stats API; `_read_feeds` reads the rest once the games have ids."""
        records: dict[str, list[pa.Table]] = defaultdict(list)
        for files in self._seasons:
            if files.statsapi is None:
                continue
            if len(self._seasons) > 1:
                raise ValueError(f"{files.season} has responses of the Stats API: it needs a task of its own")
            listed = statsapi.read_lists(Store.at(files.statsapi), files.season)
            self._api_games.append(listed)
            listed.parsed = statsapi.only_final(listed.parsed)
            for name, tables in listed.parsed.records.items():
                records[name] += tables
            if any(games.num_rows for games in listed.parsed.records["statsapi_game"]):
                self._result.built |= {files.season}
        for name in statsapi.RECORD_SETS:
            self._register(name, pa.concat_tables([SEASON_RECORD_SETS[name].empty_table(), *records[name]]))

    def _view(self, table: Table, written: TableWritten) -> None:
        """Let the season's queries read a table that was written while its files were read."""
        self._result.tables[table.name] = written
        if not written.files:
            self._empty.add(table.name)
            return
        files = [(file.path, file.season) for file in written.files]
        create_view(self._db, table, self._folder(table), files, temporary=True)

    def _make(self, node: Node) -> None:
        self.making = node.name
        started, clock = datetime.now(UTC), time.monotonic()
        if node.function is not None:
            self._register(node.name, node.function(**{name: self._arrow(name) for name in node.inputs}))
        else:
            is_kept = node.table.published or (node.table.materialized and node.name not in self._read_once)
            kind = "TABLE" if is_kept else "VIEW"
            self._db.execute(f"CREATE TEMP {kind} {node.name} AS {select(node)}")
        if node.table.published:
            written = TableWritten([], Counter(), started, 0.0)
            self._write(node.table, self._arrow(node.name), written)
            written.seconds = time.monotonic() - clock
            self._result.tables[node.name] = written

    def _arrow(self, name: str) -> pa.Table:
        return self._db.table(name).to_arrow_table()

    def _write(self, table: Table, rows: pa.Table, written: TableWritten, plays: bool = False) -> None:
        """Write a table's rows into the lake, one file per season, or stage them for the driver to combine with
        others."""
        if not rows.num_rows:
            return
        rows = rows if plays else rows.cast(table.arrow_schema)
        if any(rows[name].null_count for name in table.required):
            self._incomplete.add(table.name)
        of_seasons = {self._seasons[0].season: rows} if len(self._seasons) == 1 else by_season(rows)
        written.rows.update({season: own.num_rows for season, own in of_seasons.items()})
        if table.small:
            written.files.append(storage.write_whole(rows, self._folder(table)))
        else:
            written.files += [
                storage.write_season(own, self._folder(table), season, plays) for season, own in of_seasons.items()
            ]

    def _folder(self, table: Table) -> Location:
        return (self._shared.staging if table.small else self._shared.lake) / table.name

    def _checks(self) -> list[Check]:
        """Return the checks that can fail: those on tables with rows, or on several tables if one has rows; the check
        for nulls only if a table was written with one."""
        empty = {name for name, written in self._result.tables.items() if not written.files} | self._empty
        needless: set[str] = set()
        for name in empty & set(graph().nodes):
            needless |= {check.name for check in graph().nodes[name].table.row_checks()}
        for name in set(self._result.tables) - self._incomplete:  # Arrow has counted their nulls
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


def by_season(rows: pa.Table) -> dict[int, pa.Table]:
    """Return each season's rows, in the given order. Most tables have their seasons one after another, so that a slice
    of them suffices."""
    runs = pc.run_end_encode(rows["season"].combine_chunks())
    if len(runs.values) > len(pc.unique(runs.values)):
        return {season: rows.filter(pc.equal(rows["season"], season)) for season in pc.unique(runs.values).to_pylist()}
    ends = runs.run_ends.to_pylist()
    return {
        season: rows.slice(start, end - start)
        for season, start, end in zip(runs.values.to_pylist(), [0, *ends], ends, strict=False)
    }


def _nothing_written() -> TableWritten:
    return TableWritten([], Counter(), datetime.now(UTC), 0.0)


def select(node: Node) -> str:
    """Return the node's SELECT with the contract's columns and types in order; unchanged for an intermediate table."""
    if not node.table.published:
        return str(node.sql)
    columns = ", ".join(f'"{one.name}"::{duckdb_type(one.type)} AS "{one.name}"' for one in node.table.columns)
    return f"SELECT {columns} FROM ({node.sql})"
