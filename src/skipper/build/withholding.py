"""What a build withholds: seasons, and tables over all seasons, that fail a check or cannot be made; and the facts of a
reference book's file that cannot be used.

Other data is published. Faults of the machine (memory, disk, network) are not withheld: they stop the build.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import pyarrow as pa

from skipper.lake.checks import Failure
from skipper.sources.parsed import SourceError

DEFECTS = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError),
    *(SourceError, duckdb.Error, pa.ArrowNotImplementedError),
)
"""Errors that the data or a table's code causes, whichever machine runs it."""
MACHINE_FAULTS = (MemoryError, OSError, duckdb.OutOfMemoryException, duckdb.IOException, duckdb.FatalException)
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
        what = "all seasons" if self.season is None else str(self.season)
        of_table = f", {self.table_name}" if self.table_name else ""
        number = f"{self.violations:,} {'row' if self.violations == 1 else 'rows'}" if self.violations else None
        line = f", line {self.source_line}" if self.source_line else ""
        place = f"{self.source_file}{line}" if self.source_file else None
        evidence = "; ".join(filter(None, (self.example, number, place)))
        return f"{what}{of_table}: {self.check_name}: {self.says}{f' ({evidence})' if evidence else ''}"


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


def by_file(source: str, file: str, line: int | None, says: str) -> Withheld:
    """Return what a file of a reference book withholds: the facts that only it has, in all seasons."""
    return Withheld(None, None, f"{source}: {file}", says, source_file=file, source_line=line)


def placed(withheld: Withheld, failure: Failure, rows: Callable[[str], list[dict[str, Any]]]) -> Withheld:
    """Return the same with the source file and line of the first violating game, if it names one; `rows` runs a query
    over the season's tables."""
    game_id = failure.rows[0].get("game_id")
    if not isinstance(game_id, str):
        return withheld
    quoted = game_id.replace("'", "''")
    found = rows(f"SELECT source_file, source_line FROM game WHERE game_id = '{quoted}' LIMIT 1")
    return replace(withheld, **found[0]) if found else withheld
