"""The tables and table functions that a query reads, according to DuckDB's own parser."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import duckdb


@cache
def tables_in(sql: str) -> tuple[str, ...]:
    """Return the tables that a query reads, according to DuckDB's parser, excluding names defined in its WITH clauses.

    Raises ValueError for anything other than a single SELECT.
    """
    read: set[str] = set()
    named: set[str] = set()
    _walk(_parsed(sql), read, named)
    return tuple(sorted(read - named))


def table_functions_in(sql: str) -> set[str]:
    """Return the table functions that a query calls, in lower case. Raises ValueError for anything other than a single
    SELECT."""
    called: set[str] = set()
    parts = [_parsed(sql)]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            if part.get("type") == "TABLE_FUNCTION":
                called.add(part["function"]["function_name"].lower())
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    return called


def _parsed(sql: str) -> Any:
    # A cursor of its own, because threads of a service share the parser. The query is quoted into the text: to bind a
    # parameter, DuckDB would import pandas.
    quoted = sql.replace("'", "''")
    (text,) = _parser().cursor().execute(f"SELECT json_serialize_sql('{quoted}'::VARCHAR)").fetchone() or ("",)
    parsed = json.loads(text)
    if parsed["error"]:
        raise ValueError(f"{parsed['error_message']}: {sql[:80]}")
    return parsed["statements"]


def _walk(part: Any, read: set[str], named: set[str]) -> None:
    """Collect the tables that a parsed query reads, and the names that its WITH clauses define."""
    if isinstance(part, list):
        for one in part:
            _walk(one, read, named)
    elif isinstance(part, dict):
        if part.get("type") == "BASE_TABLE":
            read.add(part["table_name"])
        if "cte_map" in part:
            named |= {entry["key"] for entry in part["cte_map"]["map"]}
        _walk(list(part.values()), read, named)


@cache
def _parser() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()
