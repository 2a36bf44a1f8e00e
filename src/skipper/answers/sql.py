"""A query of the user's own over the lake's tables."""

from __future__ import annotations

import re

import duckdb

from skipper.answers.answer import Answer, Kind, Table, View, shown
from skipper.answers.errors import UnknownOptionError
from skipper.lake.reader import LakeReader

PRINTED = 1_000  # rows that a terminal gets; CSV, JSON and Python get all

# Queries that ask what tables there are find only those that have been made.
_CATALOGUE = re.compile(r"\b(show|describe|information_schema|duckdb_\w+|pg_catalog|sqlite_master)\b", re.IGNORECASE)
_NUMBERS = re.compile(r"(TINY|SMALL|BIG|HUGE|U\w*)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|BIGNUM")


def sql(lake: LakeReader, query: str) -> Answer:
    """The result of a DuckDB query. A column name that comes twice gets a number from the second on.

    Raises duckdb.Error for a query that DuckDB refuses, UnknownOptionError for none or several.
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
    """Run the query; fetch from what it returns. Raises duckdb.Error for one that DuckDB refuses."""
    statements = lake.connection.extract_statements(query)
    if len(statements) != 1:
        raise UnknownOptionError(f"one query is wanted, and this is {len(statements)}")
    if _CATALOGUE.search(query):
        lake.need(*lake.contracts)
    try:
        return lake.query(query)
    except duckdb.CatalogException:
        # A name in capitals is found now; and DuckDB can say which table a misspelt one may be.
        lake.need(*lake.contracts)
        return lake.query(query)


def distinct_names(names: list[str]) -> list[str]:
    """The names, with `_1`, `_2` … after those that came before."""
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
