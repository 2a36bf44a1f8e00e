"""Tables with named columns, as published by Lahman and the Chadwick Register: comma-separated text or Parquet.

Columns are found by name, in any letter case and order; other columns are ignored. Dates may have a time and integers
a decimal zero, as data-frame libraries write them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from skipper.sources.archive import UnreadableError, read_texts
from skipper.sources.parsed import Parsed, Rejected, UnusableFileError
from skipper.sources.record_lines import fields_of, kind_of, lines, value_of

ANY_NAME = re.compile(r".+")
PARQUET = ".parquet"
_FORM = re.compile(r"(\.(csv|json))?(\.gz|\.parquet)?$")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\udc80-\udcff]")  # controls, bytes that are not UTF-8
# How pandas writes a date (with a time) and an integer column with nulls (as decimals).
_DATE_WITH_TIME = r"^(\d{4}-\d{2}-\d{2})[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$"
_DECIMAL_ZERO = r"^(-?\d+)\.0+$"
_EPOCH = date(1970, 1, 1).toordinal()
_FIRST_DAY, _LAST_DAY = date.min.toordinal() - _EPOCH, date.max.toordinal() - _EPOCH  # those that Python has
_EMPTY = "empty, but it identifies the record"


def read_table_file(
    path: Path,
    source: str,
    record_set: str,
    columns: dict[str, str],
    schema: pa.Schema,
    renamed: Mapping[str, str] = MappingProxyType({}),
    optional: Collection[str] = (),
    key: Collection[str] = (),
    may_lack: Collection[str] = (),
) -> Parsed:
    """Read the wanted columns of one file into `record_set`.

    `columns` maps Skipper's names to the file's names, and `renamed` maps the file's names to those used in other
    releases. A record is one line of text or one row of Parquet. A line with the wrong number of fields, with letters
    where `schema` has a number, with an open quotation mark, or with bytes that are not UTF-8 in a wanted column is
    quarantined. An unreadable value in one of the `optional` columns (Skipper's names) costs that value alone: the
    record is used with a null, and its quarantine row says so. A record without a value in a column of `key` is
    quarantined. A column of `may_lack` (Skipper's names) is null if the file lacks it or has it twice, and `lacking`
    says so. A path inside an archive, such as `lahman.zip/People.csv`, is the archive's member of that name. Raises
    UnusableFileError if the file is unreadable, or lacks another column or has it twice.
    """
    parsed = Parsed(source)
    label = label_of(path)
    if path.suffix.lower() == PARQUET:
        whole = _read_parquet(path)
        columns, parsed.lacking = columns_in(whole.column_names, columns, path, renamed, may_lack)
        present = _present(schema, columns)
        table = _convert_columns(whole, label, columns, present, frozenset(optional), key, parsed)
        records = whole.num_rows
    else:
        content = content_of(path)
        header = header_of(content, path)
        columns, parsed.lacking = columns_in(header, columns, path, renamed, may_lack)
        present = _present(schema, columns)
        records = sum(map(bool, content.splitlines())) - 1
        whole = _read_whole(content, header, columns, present)
        # Arrow takes the lines between two open quotation marks as one value.
        if whole is None or whole.num_rows != records or any(whole[name].null_count for name in key):
            rows = list(_sound_rows(content, label, header, columns, present, frozenset(optional), key, parsed))
            whole = pa.Table.from_pylist(rows, present)
        table = whole
    parsed.read[label, None] = records
    parsed.kept[label, None] = table.num_rows
    parsed.add(record_set, pa.concat_tables([schema.empty_table(), table], promote_options="default"))
    return parsed


def _present(schema: pa.Schema, columns: Collection[str]) -> pa.Schema:
    """Return the part of a schema that a file has."""
    return pa.schema([field for field in schema if field.name in columns])


def header_of(content: bytes, path: Path) -> list[str]:
    """Return the names in a file's first line. Raises UnusableFileError if that line is not a record."""
    try:
        return fields_of(re.split(rb"[\r\n]", content, maxsplit=1)[0].decode("utf-8", "replace"))
    except ValueError as error:
        raise UnusableFileError(path, str(error), 1) from error


def columns_in(
    header: list[str],
    columns: Mapping[str, str],
    path: Path,
    renamed: Mapping[str, str] = MappingProxyType({}),
    may_lack: Collection[str] = (),
) -> tuple[dict[str, str], list[str]]:
    """Return `columns` with each name as the header spells it, and what is wrong with those of `may_lack` that are left
    out.

    A name is spelled in any letter case; the exact spelling goes before others. Raises UnusableFileError for another
    column that the header lacks, or has twice in spellings equally near.
    """
    found: dict[str, str] = {}
    defects: dict[str, list[str]] = {"no column called": [], "two columns called": []}
    lacking: list[str] = []
    for ours, name in columns.items():
        spelled = _spelled(header, name) or _spelled(header, renamed.get(name, name))
        if len(spelled) == 1:
            found[ours] = spelled[0]
            continue
        defect, names = ("two columns called", " and ".join(spelled)) if spelled else ("no column called", name)
        if ours in may_lack:
            lacking.append(f"{defect} {names}")
        else:
            defects[defect].append(names)
    told = [f"{defect} {' or '.join(names)}" for defect, names in defects.items() if names]
    if told:
        raise UnusableFileError(path, "; ".join(told), 1)
    return found, lacking


def _spelled(header: list[str], name: str) -> list[str]:
    """Return the columns called exactly `name`, or else those called so in another letter case."""
    exact = [column for column in header if column == name]
    return exact or [column for column in header if column.strip().lower() == name.lower()]


def content_of(path: Path) -> bytes:
    """Return the bytes of a file, unpacked, or of the member of an archive. Raises UnusableFileError if it is
    unreadable."""
    file, name = path, ANY_NAME
    archive = archive_of(path)
    if archive is not None:
        file, name = archive, re.compile(rf"{re.escape(path.name)}$")
    for _label, content in read_texts(file, name):
        if isinstance(content, UnreadableError):
            raise UnusableFileError(path, str(content))
        return content
    raise UnusableFileError(path, "no such file in the archive")


def in_any_form(folder: Path, name: str) -> list[Path]:
    """Return the files called `name` in a folder, in any letter case, packed with gzip or not."""
    wanted = (name.lower(), f"{name.lower()}.gz")
    return sorted(file for file in folder.iterdir() if file.name.lower() in wanted) if folder.is_dir() else []


def one_of_each(files: Iterable[Path]) -> tuple[list[Path], list[UnusableFileError]]:
    """Return the files whose table is in no other of the files, and an error for each table that is in several.

    A folder's files have the same table if their names differ only in letter case or in their form (text, text packed
    with gzip, Parquet).
    """
    by_table: dict[tuple[Path, str], list[Path]] = {}
    for file in files:
        by_table.setdefault((file.parent, _FORM.sub("", file.name.lower())), []).append(file)
    several = [same for same in by_table.values() if len(same) > 1]
    reasons = [f"{' and '.join(file.name for file in same)} are the same table: keep one" for same in several]
    errors = [UnusableFileError(same[0], reason) for same, reason in zip(several, reasons, strict=True)]
    return [same[0] for same in by_table.values() if len(same) == 1], errors


def concatenated(schema: pa.Schema | None, tables: Iterable[pa.Table]) -> pa.Table:
    """Return tables as one; with a schema, there may be none."""
    return pa.concat_tables([*([schema.empty_table()] if schema is not None else []), *tables])


def archive_of(path: Path) -> Path | None:
    """Return the zip archive that a path leads into, or null for a file outside archives."""
    return next((parent for parent in path.parents if parent.suffix.lower() == ".zip" and parent.is_file()), None)


def label_of(path: Path) -> str:
    """Return the name of a file, or of a member of an archive, in `quarantine` and `build_log`."""
    archive = archive_of(path)
    return path.name if archive is None else f"{archive.name}/{path.relative_to(archive)}"


def _read_parquet(path: Path) -> pa.Table:
    try:
        table = pa.parquet.read_table(pa.BufferReader(content_of(path)), use_threads=False)
        table.validate(full=True)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UnusableFileError(path, f"not a readable Parquet file: {error}") from error
    return table


def _read_whole(content: bytes, header: list[str], columns: dict[str, str], schema: pa.Schema) -> pa.Table | None:
    """Return the whole file as a typed table, or null if Arrow finds any defect in it."""
    if content.count(b'"') % 2 or _CONTROL.search(content):
        return None
    types = {theirs: schema.field(ours).type for ours, theirs in columns.items()}
    for given in (types, dict.fromkeys(types, pa.string())):  # first as they should be, then as pandas writes them
        try:
            table = pyarrow.csv.read_csv(
                io.BytesIO(content),
                pyarrow.csv.ReadOptions(column_names=header, skip_rows=1, use_threads=False),
                None,
                pyarrow.csv.ConvertOptions(
                    include_columns=list(types),
                    column_types=given,
                    strings_can_be_null=True,
                    null_values=[""],
                ),
            )
            values = [_cast(table[theirs], types[theirs]) for theirs in columns.values()]
        except pa.ArrowInvalid:
            continue
        return pa.table(dict(zip(columns, values, strict=True))).select(schema.names).cast(schema)
    return None


def _cast(values: pa.ChunkedArray, kind: pa.DataType) -> pa.ChunkedArray:
    """Return values as another type. Raises ArrowInvalid for a value that has no counterpart in it."""
    if pa.types.is_dictionary(values.type):
        values = values.cast(values.type.value_type)
    if pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        values = pc.if_else(pc.equal(values, ""), None, values)
        if pa.types.is_date(kind):
            values = pc.replace_substring_regex(values, _DATE_WITH_TIME, r"\1")
        elif pa.types.is_integer(kind):
            values = pc.replace_substring_regex(values, _DECIMAL_ZERO, r"\1")
    elif pa.types.is_floating(values.type):
        values = pc.if_else(pc.is_nan(values), None, values)
        if pa.types.is_string(kind):  # an id that pandas holds as a decimal because the column has nulls
            values = values.cast(pa.int64())
    elif pa.types.is_timestamp(values.type) and pa.types.is_date(kind):
        values = pc.floor_temporal(values, unit="day")
    found = values.cast(kind)
    if pa.types.is_date(kind) and found.length() > found.null_count:
        days = pc.min_max(found.cast(pa.int32())).as_py()
        if days["min"] < _FIRST_DAY or days["max"] > _LAST_DAY:
            raise pa.ArrowInvalid("a date outside the years 1 to 9999")
    return found


def _convert_columns(
    whole: pa.Table,
    label: str,
    columns: dict[str, str],
    schema: pa.Schema,
    optional: frozenset[str],
    key: Collection[str],
    parsed: Parsed,
) -> pa.Table:
    """Return the wanted columns of a Parquet table, without the rows whose values cannot be read."""
    values: dict[str, pa.ChunkedArray] = {}
    defects: dict[int, dict[str, str]] = {}  # by row, the reason by column
    for ours, theirs in columns.items():
        kind = schema.field(ours).type
        try:
            values[ours] = _cast(whole[theirs], kind)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            cells = [_cell(whole[theirs].slice(row, 1), kind) for row in range(whole.num_rows)]
            values[ours] = pa.chunked_array([pa.array([value for value, _ in cells], kind)])
            for row, (_, reason) in enumerate(cells):
                if reason is not None:
                    defects.setdefault(row, {})[ours] = f"column {theirs}: {reason}"
        if pa.types.is_string(kind):
            bad = pc.fill_null(pc.match_substring_regex(values[ours], r"[\x00-\x08\x0a-\x1f\x7f]"), False)
            for row in pc.indices_nonzero(bad).to_pylist():
                reason = f"column {theirs}: {values[ours][row].as_py()!a} has a control character or is not UTF-8"
                defects.setdefault(row, {})[ours] = reason
            if pc.any(bad).as_py():
                values[ours] = pc.if_else(bad, None, values[ours])
    for ours in key:
        for row in pc.indices_nonzero(pc.is_null(values[ours])).to_pylist():
            defects.setdefault(row, {}).setdefault(ours, f"column {columns[ours]}: {_EMPTY}")
    unused = []
    for row, reasons in sorted(defects.items()):
        is_used = optional.issuperset(reasons)
        text = ",".join(_text(column[row]) for column in whole.columns)
        parsed.rejected.append(Rejected(label, row + 1, None, text, _reason(reasons, is_used=is_used), is_used))
        unused += [] if is_used else [row]
    table = pa.table(values).select(schema.names).cast(schema)
    if unused:
        table = table.filter(pc.invert(pc.is_in(pa.array(range(table.num_rows)), value_set=pa.array(unused))))
    return table


def _cell(value: pa.ChunkedArray, kind: pa.DataType) -> tuple[Any, str | None]:
    """Return the only value of a column as another type, or null and the reason why it has no counterpart."""
    try:
        return _cast(value, kind)[0].as_py(), None
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        text = _text(value[0])
        return None, f"{repr(text) if pa.types.is_string(value.type) else text} is not {kind_of(kind)}"


def _text(value: pa.Scalar) -> str:
    """Return a value as text; empty for null. Python has no dates after 9999, which Arrow writes."""
    try:
        found = value.as_py()
    except (ValueError, OverflowError):
        return str(value.cast(pa.string()))
    return "" if found is None else str(found)


def _sound_rows(
    content: bytes,
    label: str,
    header: list[str],
    columns: dict[str, str],
    schema: pa.Schema,
    optional: frozenset[str],
    key: Collection[str],
    parsed: Parsed,
) -> Iterator[dict[str, object]]:
    records = lines(content.decode("utf-8", "surrogateescape"))
    next(records)  # the header
    places = {ours: (theirs, header.index(theirs), schema.field(ours).type) for ours, theirs in columns.items()}
    for number, line in records:
        try:
            values, reasons = _convert(fields_of(line), len(header), places)
        except ValueError as error:
            values, reasons = {}, {"": str(error)}
        for ours in key:
            if values and values[ours] is None:
                reasons.setdefault(ours, f"column {columns[ours]}: {_EMPTY}")
        is_used = optional.issuperset(reasons)
        if reasons:
            text = line.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            parsed.rejected.append(Rejected(label, number, None, text, _reason(reasons, is_used=is_used), is_used))
        if is_used:
            yield values


def _reason(reasons: Mapping[str, str], *, is_used: bool) -> str:
    return "; ".join(reasons.values()) + (": the record is used without it" if is_used else "")


def _convert(
    row: list[str], width: int, places: Mapping[str, tuple[str, int, pa.DataType]]
) -> tuple[dict[str, object], dict[str, str]]:
    """Return the wanted values of a record, and the reason for each that cannot be read and is null instead.

    Raises ValueError for a record that does not have as many fields as the header.
    """
    if len(row) != width:
        raise ValueError(f"{len(row)} fields, but the header has {width}")
    values: dict[str, object] = {}
    reasons: dict[str, str] = {}
    for ours, (theirs, place, kind) in places.items():
        text = row[place]
        values[ours] = None
        if _NOT_TEXT.search(text):
            reasons[ours] = f"column {theirs}: {text!a} has a control character or is not UTF-8"
            continue
        try:
            values[ours] = None if text == "" else _value(text, kind)
        except ValueError as error:
            reasons[ours] = f"column {theirs}: {error}"
    return values, reasons


def _value(text: str, kind: pa.DataType) -> Any:
    """Return a text as a value of an Arrow type. Raises ValueError for a text of another kind or out of range."""
    if pa.types.is_string(kind):
        return text
    pattern = _DATE_WITH_TIME if pa.types.is_date(kind) else _DECIMAL_ZERO
    return value_of(re.sub(pattern, r"\1", text, flags=re.ASCII), kind)
