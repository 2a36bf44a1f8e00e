"""User-supplied queries over the lake's tables."""

from __future__ import annotations

import re

import duckdb

from skipper.answers.answer import Answer, Kind, Table, View, shown
from skipper.answers.errors import UnknownOptionError
from skipper.lake.reader import LakeReader

PRINTED = 1_000  # rows shown in a terminal; CSV, JSON and Python get all

# Queries that list tables find only tables that are already open.
_CATALOGUE = re.compile(r"\b(show|describe|information_schema|duckdb_\w+|pg_catalog|sqlite_master)\b", re.IGNORECASE)
_NUMBERS = re.compile(r"(TINY|SMALL|BIG|HUGE|U\w*)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|BIGNUM")


def sql(lake: LakeReader, query: str) -> Answer:
    """Return the result of a DuckDB query. Repeated column names are numbered from the second on.

    Raises duckdb.Error for a query that DuckDB rejects, and UnknownOptionError unless there is exactly one query.
    """
    result = run(lake, query)
    names = distinct_names([column[0] for column in result.description or ()])
    kinds = [_kind(str(column[1])) for column in result.description or ()]
    rows = [dict(zip(names, values, strict=True)) for values in result.fetchall()] if names else []
    columns = tuple(shown(name, kind, name) for name, kind in zip(names, kinds, strict=True))
    more = len(rows) - PRINTED
    view = View(
        columns,
        rows[:PRINTED],
        notes=(f"… and {more:,} more rows: --format csv or json gives all.",) if more > 0 else (),
    )
    count = f"{len(rows):,} row" + ("" if len(rows) == 1 else "s")
    return Answer("sql", count, (Table("result", tuple(names), rows, (view,)),))


def run(lake: LakeReader, query: str) -> duckdb.DuckDBPyConnection:
    """Run the query and return a relation to fetch rows from. Raises duckdb.Error if DuckDB rejects the query."""
    statements = lake.connection.extract_statements(query)
    if len(statements) != 1:
        raise UnknownOptionError(f"expected one query, got {len(statements)}")
    if _CATALOGUE.search(query):
        lake.need(*lake.contracts)
    try:
        return lake.query(query)
    except duckdb.CatalogException:
        # Opening all tables resolves names in upper case, and lets DuckDB suggest a table for a misspelled name.
        lake.need(*lake.contracts)
        return lake.query(query)


def distinct_names(names: list[str]) -> list[str]:
    """Return the names with `_1`, `_2` … appended to repeated ones."""
    given: list[str] = []
    for name in names:
        number, fresh = 0, name
        while fresh in given:
            number += 1
            fresh = f"{name}_{number}"
        given.append(fresh)
    return given


def _kind(duckdb_type: str) -> Kind:
    if duckdb_type == "BOOLEAN":
        return "flag"
    return "number" if _NUMBERS.fullmatch(duckdb_type) else "code"
