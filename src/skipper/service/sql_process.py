"""Run each untrusted query in its own process, because DuckDB can neither stop every function in time nor limit Python.

The process reads only the files of the lake's build, runs one read-only statement, and is killed at its limits."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import duckdb

from skipper.answers.document import document, text_of
from skipper.answers.errors import AnswerError, UnknownOptionError
from skipper.answers.sql import restricted_connection, sql
from skipper.lake.location import Location, location

SECONDS = 10
ROWS = 10_000
LONGEST = 10_000  # maximum characters in a query
BYTES = 20 << 20  # maximum size of the answer as JSON
_DUCKDB_MEMORY = "512MB"
_ADDRESS_SPACE = 4 << 30  # DuckDB's allocator reserves more than it uses
_ENDED = "the query was stopped: it took more than {seconds} seconds, or too much memory"


class StoppedError(AnswerError):
    """Raised if a query exceeds its limits on time, memory or answer size."""


@dataclass(frozen=True)
class SqlLimits:
    """The limits of a query: seconds until it is killed, and rows returned."""

    seconds: float = SECONDS
    rows: int = ROWS


def read_sql(lake: Location, query: str, limits: SqlLimits) -> str:
    """Return the answer to a query as a JSON string, like `skipper sql --format json`, with at most `limits.rows` rows.

    Raises UnknownOptionError for anything other than a single read-only statement that DuckDB accepts, and
    StoppedError."""
    asked = json.dumps({"lake": str(lake), "query": query, "seconds": limits.seconds, "rows": limits.rows})
    command = [sys.executable, "-m", "skipper.service.sql_process"]
    try:
        ended = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=limits.seconds)
    except subprocess.TimeoutExpired as error:
        raise StoppedError(_ENDED.format(seconds=limits.seconds)) from error
    if ended.returncode == 2:
        raise UnknownOptionError(ended.stderr.strip())
    if ended.returncode:
        raise StoppedError(_ENDED.format(seconds=limits.seconds))
    if len(ended.stdout) > BYTES:
        raise StoppedError(f"the answer is longer than {BYTES:,} bytes: ask for fewer rows or columns")
    return ended.stdout


def answer_sql(asked: dict[str, Any]) -> str:
    """Return the answer to a query as a JSON string, computed in this process. Raises AnswerError and duckdb.Error."""
    lake = restricted_connection(location(asked["lake"]), memory=_DUCKDB_MEMORY)
    statements = lake.connection.extract_statements(asked["query"])
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise UnknownOptionError("give one read-only statement: SELECT, FROM, WITH, VALUES, SHOW or DESCRIBE")
    most = asked["rows"]
    plain = statements[0].query.strip().rstrip(";")
    answer = sql(lake, f"FROM (\n{plain}\n) LIMIT {most + 1}")
    stated = document(answer, lake.manifest)
    if len(stated["rows"]) > most:
        stated["rows"] = stated["rows"][:most]
        stated["title"] = f"The first {most:,} rows"
        stated["notes"] = [*stated["notes"], f"There are more rows: only the first {most:,} are given."]
    return text_of(stated, indent=1) + "\n"


def main() -> None:
    """Answer the query on standard input. Exit status: 2 if the query is refused."""
    asked = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))  # maximum size of DuckDB's spill files
    try:
        sys.stdout.write(answer_sql(asked))
    except duckdb.OutOfMemoryException:
        raise SystemExit(1) from None
    except (AnswerError, duckdb.Error) as error:
        sys.stderr.write(str(error))
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
