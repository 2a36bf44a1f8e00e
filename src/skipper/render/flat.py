"""CSV output of an answer's main table, and the notices that go with it."""

from __future__ import annotations

import csv
from typing import Any, TextIO

from skipper.answers.answer import Answer, Table
from skipper.answers.document import jsonable, text_of
from skipper.lake.manifest import Manifest
from skipper.render.terminal import SIMULATED

NOTICES = "notices.txt"  # next to a site's first page; on stderr from the command line
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet runs a cell that starts with one of these


def write_csv(answer: Answer, out: TextIO, safe: bool = False) -> None:
    """Write the main table as CSV with a header row, as `write_table_csv` does."""
    write_table_csv(answer.main, out, safe)


def write_table_csv(table: Table, out: TextIO, safe: bool = False) -> None:
    """Write a table as CSV with a header row.

    Numbers are unformatted, unknown values are empty, booleans are true or false, and dates are ISO. Lists of plain
    values are joined with spaces; nested values are JSON. `safe` puts an apostrophe before strings that a spreadsheet
    would run as formulas.
    """
    written = _inert if safe else _cell
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([written(name) for name in table.fields])
    for row in table.rows:
        writer.writerow([written(row[name]) for name in table.fields])


def notices_text(manifest: Manifest) -> str:
    """Return what a CSV file has no place for, a line each: that the games are simulated, and the sources' notices."""
    lines = [*([SIMULATED] if manifest.simulated else []), *manifest.notices]
    return "".join(f"{line}\n" for line in lines)


def _inert(value: Any) -> Any:
    cell = _cell(value)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _cell(value: Any) -> Any:
    value = jsonable(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and not any(isinstance(part, list | dict) for part in value):
        return " ".join("" if part is None else str(part) for part in value)
    if isinstance(value, list | dict):
        return text_of(value)
    return "" if value is None else value
