"""An answer as CSV: its main table, with a header."""

from __future__ import annotations

import csv
from typing import Any, TextIO

from skipper.answers.answer import Answer
from skipper.answers.document import jsonable, text_of


def write_csv(answer: Answer, out: TextIO) -> None:
    """Write the main table: raw numbers, empty for unknown, true and false, ISO dates.

    A list of plain values is separated by spaces; nested values are JSON.
    """
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(answer.main.fields)
    for row in answer.main.rows:
        writer.writerow([_cell(row[name]) for name in answer.main.fields])


def _cell(value: Any) -> Any:
    value = jsonable(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and not any(isinstance(part, list | dict) for part in value):
        return " ".join("" if part is None else str(part) for part in value)
    if isinstance(value, list | dict):
        return text_of(value)
    return "" if value is None else value
