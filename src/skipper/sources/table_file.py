"""Comma-separated tables with a header line, as published by Lahman and the Chadwick Register."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from skipper.sources.archive import UnreadableError, read_texts
from skipper.sources.parsed import Parsed, Rejected, SourceError

ANY_NAME = re.compile(r".+")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\udc80-\udcff]")  # line breaks, controls, bytes that are not UTF-8


def read_table_file(
    path: Path,
    source: str,
    record_set: str,
    columns: dict[str, str],
    schema: pa.Schema,
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> Parsed:
    """Read the wanted columns of one file into `record_set`.

    `columns` maps Skipper's names to the file's names, and `renamed` maps the file's names to those used in other
    releases. A line with the wrong number of fields, with letters where `schema` has a number, or with bytes that are
    not UTF-8 text in a wanted column is quarantined. Raises SourceError if the file is unreadable or lacks a column, or
    if an unclosed quotation mark turns the rest of the file into a single record.
    """
    parsed = Parsed(source)
    content = _content(path)
    header = next(csv.reader([re.split(rb"[\r\n]", content, maxsplit=1)[0].decode("utf-8", "replace")]), [])
    columns = {ours: _called(name, header, renamed) for ours, name in columns.items()}
    missing = [name for name in columns.values() if name not in header]
    if missing:
        raise SourceError(f"{path}: line 1: no column called {' or '.join(missing)}")
    table = _read_whole(content, header, columns, schema)
    if table is not None:
        parsed.read[path.name, None] = table.num_rows  # Arrow rejects a file with an unreadable record
    else:
        sound = list(_sound_rows(content, path, header, columns, schema, parsed))
        table = pa.Table.from_pylist(sound, schema)
        parsed.read[path.name, None] = sum(1 for row in _records(content, path) if row[1]) - 1
    parsed.kept[path.name, None] = table.num_rows
    parsed.add(record_set, table)
    return parsed


def _called(name: str, header: list[str], renamed: Mapping[str, str]) -> str:
    """Return the column's name in the file's header, or `name` if the header lacks it."""
    other = renamed.get(name)
    return other if name not in header and other in header else name


def _content(path: Path) -> bytes:
    try:
        for _label, content in read_texts(path, ANY_NAME):
            if isinstance(content, UnreadableError):
                raise SourceError(f"{path}: {content}")
            return content
    except OSError as error:
        raise SourceError(f"{path}: {error}") from error
    raise SourceError(f"{path}: the file is empty")


def _records(content: bytes, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield each record and the number of its last line, the header first; a quoted line break does not end a record.

    Raises SourceError at an unclosed quotation mark, or at a field of more than 131,072 characters."""
    text = content.decode("utf-8", "surrogateescape")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    first = 1
    try:
        for row in reader:
            yield reader.line_num, row
            first = reader.line_num + 1
    except csv.Error as error:
        raise SourceError(f"{path}: the record that begins in line {first:,} cannot be read: {error}") from error


def _read_whole(content: bytes, header: list[str], columns: dict[str, str], schema: pa.Schema) -> pa.Table | None:
    """Return the whole file as a typed table, or null if Arrow finds any defect in it."""
    if content.count(b'"') % 2 or _CONTROL.search(content):
        return None
    try:
        table = pyarrow.csv.read_csv(
            io.BytesIO(content),
            pyarrow.csv.ReadOptions(column_names=header, skip_rows=1, use_threads=False),
            pyarrow.csv.ParseOptions(newlines_in_values=True),
            pyarrow.csv.ConvertOptions(
                include_columns=list(columns.values()),
                column_types={theirs: schema.field(ours).type for ours, theirs in columns.items()},
                strings_can_be_null=True,
                null_values=[""],
            ),
        )
    except pa.ArrowInvalid:
        return None
    if content.count(b"\n") > table.num_rows + 1 and any(
        pa.types.is_string(column.type) and pc.any(pc.match_substring_regex(column, r"[\r\n]")).as_py()
        for column in table.columns
    ):
        return None  # two extra quotation marks turn several records into one value
    return table.rename_columns(list(columns)).select(schema.names).cast(schema)


def _sound_rows(
    content: bytes, path: Path, header: list[str], columns: dict[str, str], schema: pa.Schema, parsed: Parsed
) -> Iterator[dict[str, object]]:
    records = _records(content, path)
    next(records)
    for line, row in records:
        if not row:
            continue
        reason, values = _convert(row, header, columns, schema)
        if reason is None:
            yield values
        else:
            text = ",".join(row).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            parsed.rejected.append(Rejected(path.name, line, None, text, reason))


def _convert(
    row: list[str], header: list[str], columns: dict[str, str], schema: pa.Schema
) -> tuple[str | None, dict[str, object]]:
    if len(row) != len(header):
        return f"{len(row)} fields, but the header has {len(header)}", {}
    record = dict(zip(header, row, strict=True))
    values: dict[str, object] = {}
    for ours, theirs in columns.items():
        text = record[theirs]
        if _NOT_TEXT.search(text):
            return f"column {theirs}: {text!a} has a line break or control character, or is not UTF-8", {}
        try:
            values[ours] = None if text == "" else pc.cast(pa.scalar(text), schema.field(ours).type).as_py()
        except pa.ArrowInvalid:
            return f"column {theirs}: {text!r} is not a {schema.field(ours).type}", {}
    return None, values
