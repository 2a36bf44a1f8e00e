"""Run user-supplied queries on the lake's tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import duckdb

from skipper.answers.answer import Answer, Kind, Row, Table, View, shown
from skipper.answers.errors import UnknownOptionError
from skipper.lake.location import Location
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader, Settings, literal
from skipper.lake.sql import table_functions_in
from skipper.lake.views import as_pattern

if TYPE_CHECKING:
    import pyarrow as pa

PRINTED = 1_000  # rows shown in a terminal; CSV, JSON and Python get all rows

# Queries that list tables find only tables that are already open.
_CATALOGUE = re.compile(r"\b(show|describe|information_schema|duckdb_\w+|pg_catalog|sqlite_master)\b", re.IGNORECASE)
_NUMBERS = re.compile(r"(TINY|SMALL|BIG|HUGE|U\w*)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|BIGNUM")
# Table functions that only return rows. Functions that name files cannot read files outside the lake.
READING = re.compile(
    r"range|generate_series|unnest|repeat|repeat_row|json_each|json_tree|histogram|histogram_values|summary|glob"
    r"|read_(parquet|csv|json|text|blob)|parquet_\w+|duckdb_(?!logs)\w+|pragma_\w+|icu_calendar_names|pg_timezone_names"
)
_PIVOT = re.compile(r"\s*PIVOT\b", re.IGNORECASE)
_PLAN = ["explain_key", "explain_value"]  # the columns of EXPLAIN
_EXPLAIN = re.compile(r"\s*EXPLAIN(\s+ANALYZE|\s*\([\w\s,]*\))?\s", re.IGNORECASE)


def restricted_connection(
    lake: Location, manifest: Manifest | None = None, settings: Settings | None = None
) -> LakeReader:
    """Return a reader for untrusted queries, for which DuckDB opens only the files of one build.

    Extensions, the network, Python's variables and the settings are out of reach as well. DuckDB would still write to
    the files that it may open, so `run` also refuses statements that are not read-only. Raises the same errors as
    LakeReader.
    """
    reader = LakeReader(lake, manifest, settings)
    reader.require_files()
    paths = reader.paths()  # DuckDB checks a path as written in the view, and again as found
    reader.connection.execute(f"SET allowed_paths = {literal({*paths, *map(as_pattern, paths)})}")
    for setting in (
        "enable_external_access = false",
        "python_enable_replacements = false",
        "lock_configuration = true",
    ):
        reader.connection.execute(f"SET {setting}")
    return reader


def sql(lake: LakeReader, query: str, unrestricted: bool = False) -> Answer:
    """Return the result of a DuckDB query.

    The second and later columns with the same name are numbered, and EXPLAIN has one row per line of the plan.

    Raises the same errors as `run`."""
    result = run(lake, query, unrestricted)
    names, kinds = _columns(result)
    rows = [dict(zip(names, values, strict=True)) for values in result.fetchall()] if names else []
    return _answer(names, kinds, rows, len(rows))


def sql_as_arrow(lake: LakeReader, query: str, unrestricted: bool = False) -> tuple[Answer, pa.Table]:
    """Return the result of a DuckDB query as an Arrow table, and as an answer with the first PRINTED rows of it.

    Columns are named as by `sql`. Raises the same errors as `run`."""
    import pyarrow as pa

    result = run(lake, query, unrestricted)
    names, kinds = _columns(result)
    table = result.to_arrow_table().rename_columns(names)
    if names == _PLAN:
        answer = _answer(names, kinds, table.to_pylist(), len(table))
        return answer, pa.table({name: [row[name] for row in answer.main.rows] for name in answer.main.fields})
    with duckdb.connect() as shown_by:  # Python's own dates, as Arrow gives them, cannot be infinite
        values = shown_by.from_arrow(table.slice(0, PRINTED)).fetchall()
    rows = [dict(zip(names, row, strict=True)) for row in values]
    return _answer(names, kinds, rows, len(table), "to_pandas(), to_arrow() and to_polars() have all rows"), table


def _columns(result: duckdb.DuckDBPyConnection) -> tuple[list[str], list[Kind]]:
    columns = result.description or ()
    return distinct_names([column[0] for column in columns]), [_kind(str(column[1])) for column in columns]


def _answer(
    names: list[str],
    kinds: list[Kind],
    rows: list[Row],
    total: int,
    rest: str = "--format csv or json shows all rows",
) -> Answer:
    """Return the answer that shows at most PRINTED of the rows, of which the query returned `total`; `rest` says where
    all of them are."""
    if names == _PLAN:
        names, kinds = ["plan"], ["text"]
        rows = [{"plan": line} for row in rows for line in row["explain_value"].splitlines()]
        total = len(rows)
    columns = tuple(shown(name, kind, name) for name, kind in zip(names, kinds, strict=True))
    more = total - PRINTED
    view = View(
        columns,
        rows[:PRINTED],
        notes=(f"… and {more:,} more rows: {rest}.",) if more > 0 else (),
    )
    count = f"{total:,} row" + ("" if total == 1 else "s")
    return Answer("sql", count, (Table("result", tuple(names), rows, (view,)),))


def run(lake: LakeReader, query: str, unrestricted: bool = False) -> duckdb.DuckDBPyConnection:
    """Run the query and return a relation from which to fetch rows. `unrestricted` allows statements that write.

    Raises duckdb.Error for a query that DuckDB rejects, and UnknownOptionError unless there is exactly one statement
    and it is read-only.
    """
    statements = lake.connection.extract_statements(query)
    if len(statements) != 1:
        pivots = len(statements) > 1 and _PIVOT.match(query)  # of which one looks the values up
        hint = ": PIVOT is one query only with the values, ON column IN (…)" if pivots else ""
        raise UnknownOptionError(f"expected one query, got {len(statements)}{hint}")
    if not unrestricted:
        _require_reading(statements[0])
    if _CATALOGUE.search(query):
        lake.need(*lake.contracts)
    try:
        return lake.query(query)
    except duckdb.CatalogException:
        # Opening all tables resolves names in upper case, and lets DuckDB suggest a table for a misspelled name.
        lake.need(*lake.contracts)
        return lake.query(query)


def _require_reading(statement: duckdb.Statement) -> None:
    """Raise UnknownOptionError unless a statement is read-only: a SELECT (including DESCRIBE, SHOW and SUMMARIZE), or
    the EXPLAIN of a SELECT.

    SELECT can call table functions that change DuckDB itself, such as `enable_logging`, which can even end the process,
    and `query`, which would hide another; only those in READING are allowed.
    """
    kind, query = statement.type, statement.query
    if kind == duckdb.StatementType.EXPLAIN:  # EXPLAIN ANALYZE runs the statement that it explains
        explains = _EXPLAIN.match(query)
        if explains is None:  # a comment in between
            raise _refused(kind.name)
        query = query[explains.end() :]
        kind = duckdb.extract_statements(query)[0].type
    if kind != duckdb.StatementType.SELECT:
        raise _refused(kind.name)
    try:
        called = table_functions_in(query)
    except ValueError:
        raise _refused("it") from None
    for name in sorted(called):
        if not READING.fullmatch(name):
            raise UnknownOptionError(
                f"{name}() is not available in read-only queries (`unrestricted` allows every function)"
            )


def _refused(kind: str) -> UnknownOptionError:
    return UnknownOptionError(
        f"{kind} is not a statement that only reads: query the lake's tables with SELECT "
        "(`unrestricted` allows every statement)"
    )


def distinct_names(names: list[str]) -> list[str]:
    """Return the names with `_1`, `_2` … appended to those that equal an earlier one but for case, as in SQL."""
    given: list[str] = []
    for name in names:
        number, fresh = 0, name
        while fresh.lower() in map(str.lower, given):
            number += 1
            fresh = f"{name}_{number}"
        given.append(fresh)
    return given


def _kind(duckdb_type: str) -> Kind:
    if duckdb_type == "BOOLEAN":
        return "flag"
    return "number" if _NUMBERS.fullmatch(duckdb_type) else "code"
