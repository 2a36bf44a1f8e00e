"""A reader that starts as fast as a command should."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import duckdb

from skipper.lake.reader import LakeReader


class QuickReader(LakeReader):
    """Keeps DuckDB from importing pandas, which it does when a query has parameters.

    That import takes as long as the answer, and no command needs it: what they print comes as plain rows.
    """

    def query(self, sql: str, parameters: Mapping[str, Any] | list[Any] | None = None) -> duckdb.DuckDBPyConnection:
        """As LakeReader.query."""
        with without_pandas():
            return super().query(sql, parameters)


@contextmanager
def without_pandas() -> Iterator[None]:
    """While it lasts, importing pandas fails as if it were not installed, unless it is in use already."""
    if "pandas" in sys.modules:
        yield
        return
    absent: dict[str, Any] = {"pandas": None}  # Python's own way to say that a module is not to be found
    sys.modules.update(absent)
    try:
        yield
    finally:
        del sys.modules["pandas"]
