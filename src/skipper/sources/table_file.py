"""Comma-separated tables with a header line, as published by Lahman and the Chadwick Register."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pyarrow as pa
import pyarrow.csv

from skipper.sources.archive import UnreadableError, read_texts
from skipper.sources.parsed import Parsed, Rejected, SourceError
from skipper.sources.record_lines import fields_of, lines, value_of

ANY_NAME = re.compile(r".+")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\udc80-\udcff]")  # controls, bytes that are not UTF-8


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
    releases. A record is one line. A line with the wrong number of fields, with letters where `schema` has a number,
    with an open quotation mark, or with bytes that are not UTF-8 text in a wanted column is quarantined. Raises
    SourceError if the file is unreadable or lacks a column.
    """
    parsed = Parsed(source)
    content = content_of(path)
    header = header_of(content, path)
    columns = {ours: _called(name, header, renamed) for ours, name in columns.items()}
    missing = [name for name in columns.values() if name not in header]
    if missing:
        raise SourceError(f"{path}: line 1: no column called {' or '.join(missing)}")
    records = sum(map(bool, content.splitlines())) - 1
    table = _read_whole(content, header, columns, schema)
    if table is None or table.num_rows != records:  # Arrow reads the lines between two open quotation marks as a value
        table = pa.Table.from_pylist(list(_sound_rows(content, path, header, columns, schema, parsed)), schema)
    parsed.read[path.name, None] = records
    parsed.kept[path.name, None] = table.num_rows
    parsed.add(record_set, table)
    return parsed


def header_of(content: bytes, path: Path) -> list[str]:
    """Return the names in a file's first line. Raises SourceError if that line is not a record."""
    try:
        return fields_of(re.split(rb"[\r\n]", content, maxsplit=1)[0].decode("utf-8", "replace"))
    except ValueError as error:
        raise SourceError(f"{path}: line 1: {error}") from error


def _called(name: str, header: list[str], renamed: Mapping[str, str]) -> str:
    """Return the column's name in the file's header, or `name` if the header lacks it."""
    other = renamed.get(name)
    return other if name not in header and other in header else name


def content_of(path: Path) -> bytes:
    """Return the bytes of a file, unpacked. Raises SourceError if it is unreadable."""
    for _label, content in read_texts(path, ANY_NAME):
        if isinstance(content, UnreadableError):
            raise SourceError(f"{path}: {content}")
        return content
    raise SourceError(f"{path}: the file is empty")


def in_any_form(folder: Path, name: str) -> Path | None:
    """Return the file called `name` in a folder, in any letter case, packed with gzip or not; null if there is none.

    Raises SourceError for two such files.
    """
    wanted = (name.lower(), f"{name.lower()}.gz")
    found = sorted(file for file in folder.iterdir() if file.name.lower() in wanted) if folder.is_dir() else []
    if len(found) > 1:
        raise SourceError(f"{folder}: {found[0].name} and {found[1].name} are the same table: keep one")
    return found[0] if found else None


def _read_whole(content: bytes, header: list[str], columns: dict[str, str], schema: pa.Schema) -> pa.Table | None:
    """Return the whole file as a typed table, or null if Arrow finds any defect in it."""
    if content.count(b'"') % 2 or _CONTROL.search(content):
        return None
    try:
        table = pyarrow.csv.read_csv(
            io.BytesIO(content),
            pyarrow.csv.ReadOptions(column_names=header, skip_rows=1, use_threads=False),
            None,
            pyarrow.csv.ConvertOptions(
                include_columns=list(columns.values()),
                column_types={theirs: schema.field(ours).type for ours, theirs in columns.items()},
                strings_can_be_null=True,
                null_values=[""],
            ),
        )
    except pa.ArrowInvalid:
        return None
    return table.rename_columns(list(columns)).select(schema.names).cast(schema)


def _sound_rows(
    content: bytes, path: Path, header: list[str], columns: dict[str, str], schema: pa.Schema, parsed: Parsed
) -> Iterator[dict[str, object]]:
    records = lines(content.decode("utf-8", "surrogateescape"))
    next(records)  # the header
    for number, line in records:
        try:
            yield _convert(fields_of(line), header, columns, schema)
        except ValueError as error:
            text = line.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            parsed.rejected.append(Rejected(path.name, number, None, text, str(error)))


def _convert(row: list[str], header: list[str], columns: dict[str, str], schema: pa.Schema) -> dict[str, object]:
    """Return the wanted values of a record. Raises ValueError for a record that is not quite as the header says."""
    if len(row) != len(header):
        raise ValueError(f"{len(row)} fields, but the header has {len(header)}")
    record = dict(zip(header, row, strict=True))
    values: dict[str, object] = {}
    for ours, theirs in columns.items():
        text = record[theirs]
        if _NOT_TEXT.search(text):
            raise ValueError(f"column {theirs}: {text!a} has a control character or is not UTF-8")
        try:
            values[ours] = None if text == "" else value_of(text, schema.field(ours).type)
        except ValueError as error:
            raise ValueError(f"column {theirs}: {error}") from None
    return values
