"""JSON output: an answer as one object, for scripts."""

from __future__ import annotations

import json
import math
import re
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, TextIO

from skipper.answers.answer import Answer, Row
from skipper.lake.manifest import Manifest

_NOT_ASCII = re.compile(r"[^\x00-\x7e]")  # JSON itself escapes the control characters of ASCII, except DEL


def write_json(answer: Answer, manifest: Manifest | None, out: TextIO) -> None:
    """Write the answer as JSON.

    `rows` has the main table's rows, and `tables` the other tables by name. `rule`, `coverage` and `subject` come from
    the answer; `build`, `simulated` and `notices` come from the lake (null, false and empty without a lake). Numbers
    are raw, unknown values are null, and dates are ISO.
    """
    out.write(text_of(document(answer, manifest), indent=1) + "\n")


def document(answer: Answer, manifest: Manifest | None) -> Row:
    """Return the JSON object as a Python dictionary."""
    return {
        "question": answer.question,
        "title": answer.title,
        "subject": answer.subject,
        "rule": answer.rule,
        "coverage": answer.coverage,
        "notes": [*answer.lead, *answer.notes],
        "build": manifest.build if manifest else None,
        "simulated": bool(manifest and manifest.simulated),
        "notices": list(manifest.notices) if manifest else [],
        "rows": [_row(row, answer.main.fields) for row in answer.main.rows],
        "tables": {table.name: [_row(row, table.fields) for row in table.rows] for table in answer.tables[1:]},
    }


def text_of(value: Any, indent: int | None = None) -> str:
    """Return the value as JSON, in which characters that a terminal would interpret, such as direction marks, are
    escaped."""
    text = json.dumps(jsonable(value), ensure_ascii=False, allow_nan=False, indent=indent)
    return _NOT_ASCII.sub(lambda mark: mark[0] if mark[0].isprintable() else json.dumps(mark[0])[1:-1], text)


def jsonable(value: Any) -> Any:
    """Return the value converted to JSON types; NaN and infinity become null."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float | Decimal):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): jsonable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [jsonable(inner) for inner in value]
    return str(value)


def _row(row: Row, fields: tuple[str, ...]) -> Row:
    return {name: row[name] for name in fields}
