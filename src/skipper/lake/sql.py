"""The tables and table functions that a query reads, according to DuckDB's own parser."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import duckdb


@cache
def tables_in(sql: str) -> tuple[str, ...]:
    """Return the tables that a query reads, according to DuckDB's parser, excluding names defined in its WITH clauses.

    Raises ValueError for anything other than a single SELECT.
    """
    return tuple(sorted(mentions_in(sql)))


@cache
def mentions_in(sql: str) -> Mapping[str, int]:
    """Return how often a query mentions each table that it reads. Raises ValueError as `tables_in` does."""
    read: Counter[str] = Counter()
    named: set[str] = set()

    def collect(part: dict[str, Any]) -> dict[str, Any]:
        if part.get("type") == "BASE_TABLE":
            read[part["table_name"]] += 1
        if "cte_map" in part:
            named.update(entry["key"] for entry in part["cte_map"]["map"])
        return part

    _parsed(sql, collect)
    return {name: times for name, times in read.items() if name not in named}


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


def _parsed(sql: str, collect: Callable[[dict[str, Any]], Any] | None = None) -> Any:
    """Return the statements of a parsed query; `collect` is called with every part of it, the inner ones first."""
    # A cursor of its own, because threads of a service share the parser. The query is quoted into the text: to bind a
    # parameter, DuckDB would import pandas.
    quoted = sql.replace("'", "''")
    (text,) = _parser().cursor().execute(f"SELECT json_serialize_sql('{quoted}'::VARCHAR)").fetchone() or ("",)
    parsed = json.loads(text, object_hook=collect)
    if parsed["error"]:
        raise ValueError(f"{parsed['error_message']}: {sql[:80]}")
    return parsed["statements"]


@cache
def _parser() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()
