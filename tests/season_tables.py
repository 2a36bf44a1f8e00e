"""The tables of a season, made from a few rows in DuckDB as a season's task makes them: no Spark, no files.

What is not given is made of what is: a test that gives `event_file_game` alone gets the `game` of that one, and one
that gives `game` itself cuts the graph there. Record sets that are not given are empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa

from skipper.build import identities, looking_back
from skipper.build.graph import SEASON_RECORD_SETS, SHARED_RECORD_SETS, Node, graph
from skipper.build.inputs import Account, Inputs, Plan, plan, split_text
from skipper.build.season import select
from skipper.sources.minorleaguesplits import reading as minorleaguesplits
from skipper.sources.plays.events.dialect import MINORLEAGUESPLITS, RETROSHEET, Dialect
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.retrosheet.event_files.season import SeasonPlays
from skipper.sources.retrosheet.gamelogs import reading as gamelogs
from skipper.sources.retrosheet.gamelogs.season import read_season

Rows = Iterable[Mapping[str, Any]] | pa.Table


def made(*names: str, **given: Rows) -> dict[str, list[dict[str, Any]]]:
    """The rows of the named tables, made of the given ones; columns that a given row or table lacks are null."""
    with season(*names, **given) as db:
        return {name: db.table(name).to_arrow_table().to_pylist() for name in names}


def one(name: str, **given: Rows) -> list[dict[str, Any]]:
    """The rows of one table, made of the given ones."""
    return made(name, **given)[name]


def minor_players(minors: Path) -> pa.Table:
    """The players beside the minors' event files."""
    (file,) = minorleaguesplits.find_files(minors)
    (rows,) = minorleaguesplits.parse(file).records["minor_player"]
    return rows


def records(
    season: int,
    gamelogs: Path | None = None,
    events: Path | None = None,
    minors: Path | None = None,
) -> dict[str, pa.Table]:
    """What the files of a season hold: record sets, and the tables that are written as event files are read."""
    books = {} if minors is None else {"minor_player": minor_players(minors)}
    planned = plan(Inputs(gamelogs=gamelogs, events=events, minors=minors), Account(), books)
    with TemporaryDirectory() as folder:
        for source, file in planned.unsplit:
            planned.add_split(split_text(source, file, Path(folder), frozenset({season})))
        return _records(season, planned, RETROSHEET if minors is None else MINORLEAGUESPLITS)


def _records(season: int, planned: Plan, dialect: Dialect) -> dict[str, pa.Table]:
    found: dict[str, list[pa.Table]] = {}
    files = planned.seasons[season]
    for name, tables in read_season(files.texts.get("gamelogs", ())).records.items():
        found[name] = tables
    event_files = files.texts.get("events" if dialect is RETROSHEET else "minors", ())
    rosters = planned.rosters.get(dialect.source, Rosters())
    plays = SeasonPlays(season, list(event_files), rosters, {}, dialect)
    for name, rows in plays.tables():
        found.setdefault(name, []).append(rows.select(schema(name).names).cast(schema(name)))
    read = {name: pa.concat_tables(tables) for name, tables in found.items()} | plays.records
    return identified(read)


def identified(read: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """The same records, with the ids of the game logs' games in those of event files."""
    with duckdb.connect() as db:
        db.register("gamelog", read["gamelog"])
        known = db.execute("SELECT * REPLACE (strptime(date, '%Y%m%d')::DATE AS date) FROM gamelog").to_arrow_table()
    found = identities.renamed(read["event_file_game"], known)
    account = identities.account_rows(read["event_file_game"], found)
    of_events = set(read) - set(gamelogs.RECORD_SETS)
    renamed = {name: identities.identified(rows, found) for name, rows in read.items() if name in of_events}
    return read | renamed | {"file_account": account}


@contextmanager
def season(*names: str, **given: Rows) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database with the given tables, the named ones with what they are made of, and all that lie between."""
    unknown = set(given) - set(graph().nodes) - set(SEASON_RECORD_SETS) - set(SHARED_RECORD_SETS)
    assert not unknown, f"nothing is called {', '.join(sorted(unknown))}"
    nodes = graph().nodes
    needed = _needed(names, given)
    made_of_given = [one for one in _made_of(given) if one in needed]
    read = set(names).union(*(nodes[name].inputs for name in (*names, *made_of_given) if name in nodes))
    with _database().cursor() as db:
        for name in sorted(read - set(given) - set(made_of_given)):
            db.register(name, _without_rows_given(name))
        for name, rows in given.items():
            db.register(name, _table(name, rows))
        for name in made_of_given:
            make(db, nodes[name])
        yield db


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """The process's database, whose cursors share nothing: what they register and create is their own, and goes with
    them. A cursor takes less than a millisecond to open, and a database 26. One thread, as in a season's task."""
    return duckdb.connect(config={"threads": 1})


def _made_of(given: Iterable[str]) -> list[str]:
    """The tables that depend on a given one, in the order in which they are made."""
    depending = set(given)
    found = []
    for name in graph().order:
        node = graph().nodes[name]
        if name not in depending and node.written_by is None and depending.intersection(node.inputs):
            depending.add(name)
            found.append(name)
    return found


@cache
def _without_rows_given(name: str) -> pa.Table:
    """A record set without rows, or a table of which nothing that it is made of has rows."""
    if name not in graph().nodes or graph().nodes[name].written_by is not None:
        return schema(name).empty_table()
    node = graph().nodes[name]
    with _database().cursor() as db:
        for needed in node.inputs:
            db.register(needed, _without_rows_given(needed))
        make(db, node)
        return db.table(name).to_arrow_table()


def over_seasons(*names: str, **given: Rows) -> dict[str, pa.Table]:
    """The tables over all seasons, made of the given ones."""
    nodes = [node for node in graph().lake if node.name in _needed(names, given) and node.name not in given]
    inputs = {one for node in nodes for one in node.inputs} - {node.name for node in nodes}
    with season(*inputs, **given) as db:
        for node in nodes:
            make(db, node)
        made = {name: db.table(name).to_arrow_table() for name in names}
    return {name: rows.cast(graph().nodes[name].table.arrow_schema) for name, rows in made.items()}


def make(db: duckdb.DuckDBPyConnection, node: Node) -> None:
    """Make a table of those that the database has; a table that looks back is that of the only season."""
    if node.selects is not None:
        assert node.table.looks_back == 0, f"{node.name} looks back at more seasons than one"
        db.register("looking_back", looking_back.rows_of(db, node, season=0))
        db.execute(f"CREATE TEMP TABLE {node.name} AS FROM looking_back")
    elif node.function is not None:
        rows = node.function(**{name: db.table(name).to_arrow_table() for name in node.inputs})
        db.register("returned", rows)
        db.execute(f"CREATE TEMP TABLE {node.name} AS FROM returned")
    else:
        db.execute(f"CREATE TEMP TABLE {node.name} AS {select(node)}")


def schema(name: str) -> pa.Schema:
    """The columns of a table or record set; of an intermediate table those that its SELECT has."""
    for record_sets in (SEASON_RECORD_SETS, SHARED_RECORD_SETS):
        if name in record_sets:
            return record_sets[name]
    node = graph().nodes[name]
    return node.table.arrow_schema if node.table.published else _without_rows_given(name).schema


def _needed(names: Iterable[str], given: Mapping[str, Rows]) -> set[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            if name in graph().nodes and name not in given:
                waiting += graph().nodes[name].inputs
    return found


def _table(name: str, rows: Rows) -> pa.Table:
    wanted = schema(name)
    if isinstance(rows, pa.Table):
        unknown = set(rows.column_names) - set(wanted.names)
        assert not unknown, f"{name} has no {', '.join(sorted(unknown))}"
        for field in wanted:
            if field.name not in rows.column_names:
                rows = rows.append_column(field, pa.nulls(rows.num_rows, field.type))
        return rows.select(wanted.names).cast(wanted)
    rows = list(rows)
    unknown = {column for row in rows for column in row} - set(wanted.names)
    assert not unknown, f"{name} has no {', '.join(sorted(unknown))}"
    return pa.Table.from_pylist([dict(row) for row in rows], wanted)
