"""Run each untrusted query in its own process, because DuckDB can neither stop every function in time nor limit Python.

The process reads only the files of the lake's build, runs one read-only statement, and is killed at its limits. The
parent removes the files that DuckDB spilled, because a killed process cannot. If the parent is killed, the process
removes them and ends itself; what both leave is removed when a service starts."""

from __future__ import annotations

import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import duckdb

from skipper.answers.document import document, text_of
from skipper.answers.errors import AnswerError, UnknownOptionError
from skipper.answers.sql import restricted_connection, sql
from skipper.lake.location import Location, location
from skipper.lake.manifest import Manifest, manifest_of
from skipper.lake.reader import NoLakeError, Settings

SECONDS = 10
ROWS = 10_000
LONGEST = 10_000  # maximum characters in a query
BYTES = 20 << 20  # maximum size of the answer as JSON
_THREADS = 2
_DUCKDB: Settings = {"memory_limit": "512MB", "threads": _THREADS, "max_temp_directory_size": "1GB"}
AT_ONCE = 2  # queries that a service runs at once; each has as many threads
_SPILLED = "skipper-spilled-"
_GRACE = 5  # seconds beyond the limit after which the process ends itself, if its parent has not killed it
_WATCH = 0.5  # seconds between two looks at the parent
_MEMORY = 1 << 30  # bytes; DuckDB's limit excludes a result's strings, their Python objects and the JSON
_REFUSED, _TOO_LONG, _FAILED, _UNREAD = 2, 3, 4, 5  # exit statuses
_ENDED = "the query was stopped: it took more than {seconds} seconds, or too much memory"


class StoppedError(AnswerError):
    """Raised if a query exceeded its limits on time, memory, spilled files or answer size."""


class FailedError(Exception):
    """Raised if the query could not be run, whatever it was, though the lake can be read."""


@dataclass(frozen=True)
class SqlLimits:
    """The limits of a query: seconds until it is killed, and rows returned."""

    seconds: float = SECONDS
    rows: int = ROWS


class Stop:
    """Ends a query from another thread: its process is killed, also if it starts later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_called = False

    def __call__(self) -> None:
        """End the query."""
        with self._lock:
            self._is_called = True
            if self._process is not None:
                self._process.kill()

    def end_with(self, process: subprocess.Popen[str]) -> None:
        """Make `process` the one to be killed."""
        with self._lock:
            self._process = process
            if self._is_called:
                process.kill()


def read_sql(lake: Location, manifest: Manifest, query: str, limits: SqlLimits, stop: Stop | None = None) -> str:
    """Return a build's answer to a query as a JSON string, like `skipper sql --format json`, with at most `limits.rows`
    rows. `stop` can end it from another thread.

    Raises UnknownOptionError unless the query is one read-only statement that DuckDB accepts, StoppedError if it
    exceeds its limits or is stopped, NoLakeError if the lake's files cannot be read, and FailedError.
    """
    asked = {"lake": str(lake), "manifest": asdict(manifest), "query": query, "rows": limits.rows}
    with tempfile.TemporaryDirectory(prefix=f"{_SPILLED}{os.getpid()}-") as spilled:
        command = [sys.executable, "-m", __name__, str(os.getpid()), str(limits.seconds), spilled]
        given = json.dumps({**asked, "spilled": spilled})
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as process:
            if stop is not None:
                stop.end_with(process)
            try:
                answer, error = process.communicate(given, limits.seconds)
            except subprocess.TimeoutExpired as late:
                raise StoppedError(_ENDED.format(seconds=limits.seconds)) from late
            finally:
                process.kill()  # an ended process stays as it ended
    if process.returncode == _REFUSED:
        raise UnknownOptionError(_hidden(error.strip(), spilled))
    if process.returncode == _TOO_LONG:
        raise StoppedError(f"the answer is longer than {BYTES:,} bytes: ask for fewer rows or columns")
    if process.returncode == _UNREAD:
        raise NoLakeError(error.strip())
    if process.returncode == _FAILED:
        raise FailedError(error.strip())
    if process.returncode:
        raise StoppedError(_ENDED.format(seconds=limits.seconds))
    return answer.replace(spilled, "SPILLED")


def remove_spilled() -> None:
    """Remove the folders of spilled files that services of this machine left when they were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_SPILLED}*-*"):
        owner = folder.name.removeprefix(_SPILLED).partition("-")[0]
        if owner.isdecimal() and not _is_running(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True


def _hidden(error: str, spilled: str) -> str:
    """Return DuckDB's error without the paths of its own folders, some of them in the home of the service's user."""
    return error.replace(spilled, "SPILLED").replace(str(Path.home()), "HOME")


def answer_sql(asked: dict[str, Any]) -> str:
    """Return the JSON text of the answer to a query, in this process. Raises AnswerError and duckdb.Error."""
    spilled = asked["spilled"]
    settings = {**_DUCKDB, "temp_directory": spilled, "secret_directory": spilled}
    lake = restricted_connection(location(asked["lake"]), manifest_of(asked["manifest"]), settings)
    statements = lake.connection.extract_statements(asked["query"])
    kind = statements[0].type if len(statements) == 1 else None
    if kind not in (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN):
        raise UnknownOptionError(
            "give one read-only statement: SELECT, FROM, WITH, VALUES, SHOW, DESCRIBE, SUMMARIZE or EXPLAIN"
        )
    most = asked["rows"]
    plain = statements[0].query.strip().rstrip(";")
    is_plan = kind == duckdb.StatementType.EXPLAIN  # which has a few rows, and cannot be a subquery
    answer = sql(lake, plain if is_plan else f"FROM (\n{plain}\n) LIMIT {most + 1}")
    stated = document(answer, lake.manifest)
    if len(stated["rows"]) > most:
        stated["rows"] = stated["rows"][:most]
        stated["title"] = f"The first {most:,} rows"
        stated["notes"] = [*stated["notes"], f"There are more rows: only the first {most:,} are given."]
    return text_of(stated, indent=1) + "\n"


def main() -> None:
    """Answer the query on standard input. Writes at most BYTES, so that the parent can hold the output.

    The arguments are the parent's process id, the seconds until it kills this process, and the folder to spill to.
    """
    parent, seconds, spilled = int(sys.argv[1]), float(sys.argv[2]) + _GRACE, sys.argv[3]
    threading.Thread(target=_end, args=(parent, time.monotonic() + seconds, spilled), daemon=True).start()
    cpu = math.ceil(seconds * (_THREADS + 1))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    try:
        asked = json.load(sys.stdin)
    except ValueError:  # the parent ended while it wrote
        shutil.rmtree(spilled, ignore_errors=True)
        raise SystemExit(_FAILED) from None
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    try:
        text = answer_sql(asked).encode()
    except (duckdb.OutOfMemoryException, MemoryError):
        raise SystemExit(1) from None
    except (AnswerError, duckdb.Error) as error:
        sys.stderr.write(str(error)[:LONGEST])  # `error()` writes a message of any length
        raise SystemExit(_REFUSED) from None
    except (NoLakeError, OSError) as error:
        sys.stderr.write(str(error)[:LONGEST])
        raise SystemExit(_UNREAD) from None
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}"[:LONGEST])
        raise SystemExit(_FAILED) from None
    if len(text) > BYTES:
        raise SystemExit(_TOO_LONG)
    sys.stdout.buffer.write(text)


def _end(parent: int, last: float, spilled: str) -> None:
    """Remove the spilled files and end this process when its parent is gone, or at a time of the monotonic clock."""
    while os.getppid() == parent and time.monotonic() < last:
        time.sleep(_WATCH)
    shutil.rmtree(spilled, ignore_errors=True)
    os._exit(1)


if __name__ == "__main__":
    main()
