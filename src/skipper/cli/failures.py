"""Report failures outside Skipper as a one-sentence message and an exit status instead of a traceback."""

from __future__ import annotations

import errno
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb
from types import FrameType

import click

from skipper.lake.location import without_credentials
from skipper.settings import SPARK_LOG_VARIABLE, UnusableEnvironmentError

# Packages whose errors concern the machine or the lake: Java or a worker is gone, a commit or a file is damaged, a disk
# is full. They are given by name, because importing them takes longer than an answer. Any other error is a defect in
# Skipper.
RUN_ON = frozenset({"py4j", "pyspark", "deltalake", "_internal", "pyarrow", "duckdb", "_duckdb", "obstore"})
KEPT = "the lake stays at its last complete build"
JAVA_LOST = f"Spark's Java process ended before finishing its work ({SPARK_LOG_VARIABLE}=error prints its log)"
STOPPED = f"Spark stopped before the end: its master may be unreachable ({SPARK_LOG_VARIABLE}=error says why)"
NO_JAVA = "Spark's Java process did not start: see what Java printed, and the settings that it was given"
_JAVA_ENDS = 1.0  # seconds until a process that was killed has ended
# The innermost cause in a Spark error report; stack lines begin with spaces.
_CAUSE = re.compile(r"^(?:: |Caused by: )?((?:[\w$]+\.)*[\w$]*(?:Error|Exception|Failure)\b:? .*)$", re.MULTILINE)

# deltalake tells each reason on a line of its own, in color
_REASON = re.compile(r"\s*(?:\x1b\[\d+m)?↳(?:\x1b\[0m)?\s*")


class Terminated(KeyboardInterrupt):
    """The process received SIGTERM."""


def _failure(message: str, exit_code: int) -> click.ClickException:
    kind: type[click.ClickException] = type("Failure", (click.ClickException,), {"exit_code": exit_code})
    return kind(message)


@contextmanager
def stopped_by_term() -> Iterator[None]:
    """Return a context manager in which SIGTERM unwinds the program as Ctrl-C does, so that a build cleans up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated


def signal_of(error: KeyboardInterrupt) -> signal.Signals:
    """Return the signal that raised the error."""
    return signal.SIGTERM if isinstance(error, Terminated) else signal.SIGINT


def told(error: BaseException) -> click.ClickException | None:
    """Return an error in the form that click prints; null for an error that needs a traceback."""
    from skipper.lake.manifest import PUBLISHED
    from skipper.render.terminal import printable_lines

    kept = PUBLISHED if PUBLISHED in getattr(error, "__notes__", ()) else KEPT
    if isinstance(error, click.ClickException):
        message = printable_lines(error.message)
        return error if message == error.message else _failure(message, error.exit_code)
    if stop := _interrupt(error):
        number = signal_of(stop)
        return _failure(f"stopped by {number.name} before the end; {kept}", 128 + number)
    if isinstance(error, UnusableEnvironmentError):
        return _failure(printable_lines(str(error)), 1)
    if "[JAVA_GATEWAY_EXITED]" in str(error):
        return _failure(f"{NO_JAVA}; {kept}", 1)
    if "methods on a stopped SparkContext" in str(error):
        return _failure(f"{STOPPED}; {kept}", 1)
    if any(map(_is_java_lost, _handled(error))):
        return _failure(f"{JAVA_LOST}; {kept}", 1)
    is_of_system = isinstance(error, OSError | MemoryError) and getattr(error, "errno", None) != errno.EPIPE
    if is_of_system or type(error).__module__.split(".")[0] in RUN_ON:
        return _failure(printable_lines(f"{cause(error)}; {kept}"), 1)
    return None


def _interrupt(error: BaseException) -> KeyboardInterrupt | None:
    """Return the interrupt that an error is, or that was being handled when it was raised: py4j raises an error of its
    own if an interrupt meets a closed connection. Null for any other error."""
    return next((one for one in _handled(error) if isinstance(one, KeyboardInterrupt)), None)


def _handled(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, and those that were being handled when it was raised, the last error first."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__context__


def cause(error: BaseException) -> str:
    """Return the line in an error report that says what went wrong."""
    said = str(error).strip()
    causes = _CAUSE.findall(said)
    first, *reasons = _REASON.split(said)  # of a store
    line = without_credentials(causes[-1] if causes else ": ".join([first.split("\n")[0].rstrip(), *reasons[-1:]]))
    return line if causes else f"{type(error).__name__}: {line}".removesuffix(": ")


def _java_has_ended() -> bool:
    """Return whether the Java process that PySpark started in this process has ended."""
    gateway = getattr(getattr(sys.modules.get("pyspark"), "SparkContext", None), "_gateway", None)
    process = getattr(gateway, "proc", None)
    try:
        return process is not None and process.wait(timeout=_JAVA_ENDS) is not None
    except subprocess.TimeoutExpired:
        return False


def _is_java_lost(error: BaseException) -> bool:
    """Return whether py4j has no answer from Java, because it received none or can no longer reach Java."""
    if type(error).__name__ == "Py4JNetworkError":
        return True
    if type(error).__name__ == "Py4JError":  # without what Java said
        if re.fullmatch(r"\S+ does not exist in the JVM", str(error)):  # py4j's words for no answer to a name, too
            return _java_has_ended()
        return re.fullmatch(r"An error occurred while calling \S+", str(error)) is not None
    frames = (frame.f_globals["__name__"] for frame, _line in walk_tb(error.__traceback__))
    return isinstance(error, OSError) and any(name.startswith("py4j.") for name in frames)
