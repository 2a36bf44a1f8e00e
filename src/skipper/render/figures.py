"""Formatting of figures in baseball style: .563, 81-63-2, 5 of 37."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from skipper.answers.answer import Kind, Row, Shown
from skipper.definitions.figures import rounded

UNKNOWN = "—"
NOUGHT = "·"
LEFT = ("text", "code", "prose", "names", "date", "day")  # all other kinds are right-aligned


def cell(column: Shown, row: Row) -> str:
    """Return a cell's text: UNKNOWN if any of the column's fields is None, except that missing ties count as 0."""
    values = [row[name] for name in column.of]
    if column.kind == "record":
        values[2] = values[2] or 0
    if any(value is None for value in values):
        return UNKNOWN
    return _FORMATS[column.kind](*values)


def is_right_aligned(kind: Kind) -> bool:
    """Return whether columns of this kind are right-aligned."""
    return kind not in LEFT


def _pct(value: float, places: int = 3) -> str:
    text = rounded(value, places)
    return text[1:] if text.startswith("0.") else text


def _rate(value: float) -> str:
    return _pct(value, 4 if 0 < value < 0.01 else 3)


def _record(wins: int, losses: int, ties: int) -> str:
    return f"{wins}-{losses}-{ties}" if ties else f"{wins}-{losses}"


def _expected(wins: float, decisions: int) -> str:
    """Return expected wins, rounded to a whole number as in record books, and the remaining decisions as losses."""
    whole = int(rounded(wins, 0))
    return f"{whole}-{decisions - whole}"


def _number(value: Any) -> str:
    if isinstance(value, bool):
        return _flag(value)
    if isinstance(value, float):
        text = f"{value:.3f}".rstrip("0").rstrip(".")
        return text if text not in ("", "-0") else "0"
    return str(value)


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _names(values: Sequence[Any]) -> str:
    return ", ".join(map(str, values))


_FORMATS: dict[str, Callable[..., str]] = {
    "text": str,
    "code": str,
    "prose": str,
    "season": str,
    "count": lambda value: f"{value:,}",
    "tally": lambda value: f"{value:,}" if value else NOUGHT,
    "number": _number,
    "mean": lambda value: rounded(value, 1),
    "half": lambda value: rounded(value, 0 if value == int(value) else 1),
    "pct": _pct,
    "rate": _rate,
    "won_lost": lambda wins, losses: f"{wins}-{losses}",
    "record": _record,
    "expected": _expected,
    "share": lambda part, whole: f"{part} of {whole}",
    "flag": _flag,
    "date": lambda value: value.isoformat(),
    "day": lambda value: f"{value:%m-%d}",
    "names": _names,
}
