"""Comma-separated records, each in one physical line, so that an open quotation mark damages only its own line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that is not empty; a line ends with `\\n`, `\\r\\n` or `\\r`."""
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        if line != "\n":
            yield number, line.removesuffix("\n")


def fields_of(line: str) -> list[str]:
    """Return a line's fields. Raises ValueError for an open quotation mark and for a field of more than 131,072
    characters."""
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error as error:
        raise ValueError(f"not a comma-separated record on one line: {error}") from error


def value_of(text: str, type_: pa.DataType) -> Any:
    """Return a text as a value of an Arrow type. Raises ValueError for a text of another kind or out of range."""
    try:
        return pc.cast(pa.scalar(text), type_).as_py()
    except pa.ArrowInvalid:
        raise ValueError(f"{text!r} is not {kind_of(type_)}") from None


def kind_of(type_: pa.DataType) -> str:
    """Return what the values of an Arrow type are, in words with an article: `a date`."""
    if pa.types.is_integer(type_):
        signed = pa.types.is_signed_integer(type_)
        bits = type_.bit_width - signed
        return f"a whole number from {-(2**bits) if signed else 0:,} to {2**bits - 1:,}"
    names = {pa.types.is_floating: "a number", pa.types.is_date: "a date", pa.types.is_boolean: "true or false"}
    return next((name for holds, name in names.items() if holds(type_)), f"a {type_}")
