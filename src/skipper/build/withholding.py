"""What a build withholds: seasons, and tables over all seasons, that fail a check or cannot be made; and the facts of a
reference book's file that cannot be used.

Other data is published. Faults of the machine (memory, disk, network) are not withheld: they stop the build.
"""

from __future__ import annotations

import csv
import traceback
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import pyarrow as pa

from skipper.lake.checks import Failure
from skipper.sources.parsed import SourceError

DEFECTS = (
    *(ArithmeticError, AssertionError, AttributeError, BufferError, EOFError, LookupError, RuntimeError, TypeError),
    *(ValueError, StopIteration, csv.Error, zlib.error, SourceError, duckdb.Error, pa.ArrowException),
)
"""Errors that the data or a table's code causes, whichever machine runs it."""
MACHINE_FAULTS = (
    *(MemoryError, OSError, duckdb.OutOfMemoryException, duckdb.IOException, duckdb.FatalException),
    pa.ArrowCancelled,  # an ArrowException after a signal
)
"""Of these, the ones that a machine causes; they are not withheld."""

_PACKAGE = __name__.partition(".")[0] + "."


@dataclass(frozen=True)
class Withheld:
    """A row of table `withheld`, still without the build's id."""

    season: int | None
    table_name: str | None
    check_name: str
    says: str
    violations: int | None = None
    example: str | None = None
    source_file: str | None = None
    source_line: int | None = None

    def __str__(self) -> str:
        return f"{self.statement}{f' ({self.evidence})' if self.evidence else ''}"

    @property
    def statement(self) -> str:
        """Return what is withheld, by which check, and what that says; a book's file is named by the check alone."""
        what = "all seasons" if self.season is None and self.table_name else self.season
        parts = ", ".join(str(part) for part in (what, self.table_name) if part)
        return ": ".join(filter(None, (parts, self.check_name, self.says)))

    @property
    def evidence(self) -> str:
        """Return the example, the number of rows, and the source file and line; empty if nothing is known."""
        number = f"{self.violations:,} {'row' if self.violations == 1 else 'rows'}" if self.violations else None
        line = f", line {self.source_line}" if self.source_line else ""
        place = f"{self.source_file}{line}" if self.source_file else None
        return "; ".join(filter(None, (self.example, number, place)))


def by_check(failure: Failure, season: int | None, table: str | None = None) -> Withheld:
    """Return what a failed check withholds."""
    return Withheld(season, table, failure.check, failure.says, failure.violations, failure.example)


def by_error(error: BaseException, season: int | None, table: str | None = None, making: str | None = None) -> Withheld:
    """Return what an error withholds; `making` names the table that was being made. The example is the place in
    Skipper's code that raised the error."""
    place = next(
        (
            f"{frame.f_globals['__name__']}, line {line}, in {frame.f_code.co_name}"
            for frame, line in reversed(list(traceback.walk_tb(error.__traceback__)))
            if str(frame.f_globals.get("__name__")).startswith(_PACKAGE)
        ),
        None,
    )
    check = f"{making}: {type(error).__name__}" if making else type(error).__name__
    says = " ".join(str(error).split()) or "no message"
    return Withheld(season, table, check, says, None, place)


def by_change(season: int, file: str) -> Withheld:
    """Return what is withheld because a source's file changed while the season was read."""
    says = f"{file} changed while it was read: run `skipper update`"
    return Withheld(season, None, "source files", says, source_file=file)


def by_file(source: str, file: str, line: int | None, says: str) -> Withheld:
    """Return what a file of a reference book withholds: the facts that only it has, in all seasons."""
    return Withheld(None, None, f"{source}: {file}", says, source_file=file, source_line=line)


def placed(
    withheld: Withheld, rows: Callable[[str], list[dict[str, Any]]], violation: Mapping[str, Any] | None = None
) -> Withheld:
    """Return the same with its place in the sources: file and line of the game of the violating row, else the files of
    the games of its club or season, of which any may be at fault, unless the row or an unusable file gives the file.
    `rows` runs a query over the tables of the lake or the season.
    """
    row = {"season": withheld.season} | dict(violation or {})
    if withheld.source_file or row.get("file"):
        return replace(withheld, source_file=withheld.source_file or row["file"])
    if isinstance(row.get("game_id"), str):
        of_game = rows(f"SELECT source_file, source_line FROM game WHERE game_id = {_text(row['game_id'])}")
        if of_game:
            return replace(withheld, **of_game[0])
    if row["season"] is None:
        return withheld
    conditions = [f"season = {row['season']:d}"]
    if isinstance(row.get("club"), str):
        conditions.insert(0, f"{conditions[0]} AND {_text(row['club'])} IN (visitor_club, home_club)")
    for condition in conditions:
        found = rows(f"SELECT DISTINCT source_file FROM game WHERE {condition} ORDER BY source_file")
        if found:
            return replace(withheld, source_file=file_names(one["source_file"] for one in found))
    return withheld


def file_names(files: Iterable[str]) -> str:
    """Return the names of files in words: the first, and the number of the others."""
    first, *others = files
    more = f" and {len(others):,} other {'file' if len(others) == 1 else 'files'}" if others else ""
    return f"{first}{more}"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
