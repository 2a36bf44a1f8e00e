"""Read the wanted columns of one CSV text, by name, in any order and letter case.

Arrow's reader reads a text in one pass. A text with a defect is read again line by line, so that every bad line is
quarantined with its number and reason, and every good line is kept.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.csv

from skipper.sources.parsed import Rejected
from skipper.sources.record_lines import fields_of, lines
from skipper.sources.retrosheet.csvs.files import Content

LINE = "line_number"  # `gameinfo` has a column called line
_NOT_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\udc80-\udcff]")  # controls, bytes that are not UTF-8


@dataclass
class Rows:
    """The lines of one text: the wanted columns as text, null if blank, and LINE, the number of each line.

    A wanted column that the text lacks is null. `read` counts the lines below the header, and `rejected` has those
    that cannot be read; a text without one of the required columns is rejected as a whole.
    """

    label: str
    table: pa.Table
    read: int = 0
    rejected: list[Rejected] = field(default_factory=list)


def read_columns(text: Content, wanted: Sequence[str], required: Sequence[str], season: int | None = None) -> Rows:
    """Return the wanted columns of a text; `season` is the season of its file, for reports."""
    label, content = text.label, text.content
    schema = pa.schema([*((name, pa.string()) for name in wanted), (LINE, pa.int64())])
    try:
        header = fields_of(re.split(rb"[\r\n]", content, maxsplit=1)[0].decode("utf-8", "replace"))
        spelled = _spelled(header, wanted, required)
    except ValueError as error:
        return Rows(label, schema.empty_table(), 0, [Rejected(label, None, season, None, str(error))])
    whole = _whole(content, spelled)
    read = sum(map(bool, content.splitlines())) - 1
    if whole is not None and whole.num_rows == read and content.count(b"\n") in (read, read + 1):
        numbers = pa.array(range(2, read + 2), pa.int64()) if text.numbers is None else text.numbers[1:]
        columns = {name: whole[spelled[name]] if name in spelled else pa.nulls(read, pa.string()) for name in wanted}
        return Rows(label, pa.table({**columns, LINE: numbers}, schema=schema), read)
    rows = Rows(label, schema.empty_table(), read)
    of_lines = list(_by_line(text, header, spelled, season, rows))
    rows.table = pa.Table.from_pylist(of_lines, schema)
    return rows


def _spelled(header: list[str], wanted: Sequence[str], required: Sequence[str]) -> dict[str, str]:
    """Return the wanted columns that the header has, as it spells them. Raises ValueError for a missing required
    column and for a column that is there twice."""
    spelled: dict[str, list[str]] = {}
    for name in header:
        spelled.setdefault(name.strip().lower(), []).append(name)
    missing = [name for name in required if name not in spelled]
    if missing:
        raise ValueError(f"no column called {' or '.join(missing)}")
    twice = [name for name in wanted if len(spelled.get(name, [])) > 1]
    if twice:
        raise ValueError(f"two columns called {twice[0]}")
    return {name: spelled[name][0] for name in wanted if name in spelled}


def _whole(content: bytes, spelled: dict[str, str]) -> pa.Table | None:
    """Read a text in one pass; null if Arrow cannot, or would read several lines as one value."""
    if b'"' in content or b"\x00" in content:
        return None
    try:
        return pa.csv.read_csv(
            io.BytesIO(content),
            read_options=pa.csv.ReadOptions(use_threads=False),
            convert_options=pa.csv.ConvertOptions(
                include_columns=list(spelled.values()),
                column_types=dict.fromkeys(spelled.values(), pa.string()),
                null_values=[""],
                strings_can_be_null=True,
            ),
        )
    except pa.ArrowInvalid:
        return None


def _by_line(
    text: Content, header: list[str], spelled: dict[str, str], season: int | None, rows: Rows
) -> Iterator[dict[str, str | int | None]]:
    places = {name: header.index(word) for name, word in spelled.items()}
    for place, line in lines(text.content.decode("utf-8", "surrogateescape")):
        if place == 1:
            continue
        number = place if text.numbers is None else text.numbers[place - 1].as_py()
        try:
            values = fields_of(line)
            if len(values) != len(header):
                raise ValueError(f"{len(values)} fields, but the header has {len(header)}")
            found = {name: values[place] or None for name, place in places.items()}
            if any(value is not None and _NOT_TEXT.search(value) for value in found.values()):
                raise ValueError("characters that are not text")
        except ValueError as error:
            readable = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            rows.rejected.append(Rejected(rows.label, number, season, readable, str(error)))
        else:
            yield {**found, LINE: number}
