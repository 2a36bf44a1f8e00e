"""The result of reading one source file: record sets, quarantined records, and counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from skipper.errors import SkipperError

if TYPE_CHECKING:
    import pyarrow as pa

TEXT_KEPT = 2_000  # maximum characters stored of a quarantined record


class SourceError(SkipperError):
    """An entire source is unusable; the message gives the file and the reason."""


class UnusableFileError(SourceError):
    """A file whose content cannot be used. A file system that fails to deliver a file is a plain SourceError.

    `line` counts from 1; it is null if the whole file is at fault.
    """

    def __init__(self, path: Path, reason: str, line: int | None = None) -> None:
        super().__init__(f"{path}: {at_line(line)}{reason}")
        self.path, self.reason, self.line = path, reason, line


def at_line(line: int | None) -> str:
    """Return a line's number as the beginning of a reason; empty if it is null."""
    return "" if line is None else f"line {line}: "


@dataclass(frozen=True)
class Rejected:
    """A record that was not read (or a whole file, if `line` is null), with the reason.

    `line` counts from 1. `season` is null if neither the record nor the file name gives it. `is_used` marks a record
    that is used without the columns that the reason names. `more_lines` counts the lines rejected with it.
    """

    file: str
    line: int | None
    season: int | None
    text: str | None
    reason: str
    is_used: bool = False
    more_lines: int = 0

    @property
    def lines(self) -> int | None:
        """Return the number of lines of the file that are unused; null for a whole file."""
        return None if self.line is None else int(not self.is_used) + self.more_lines


@dataclass
class Parsed:
    """The result of reading one source file.

    `records` maps each record set's name to its rows. `read` counts the records in the file by file label and season,
    before rejections; `kept` counts those in `records`. `lacking` says of each wanted column that a table lacks why its
    values are unknown.
    """

    source: str
    records: dict[str, list[pa.Table]] = field(default_factory=dict)
    rejected: list[Rejected] = field(default_factory=list)
    read: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    kept: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    lacking: list[str] = field(default_factory=list)

    def add(self, record_set: str, table: pa.Table) -> None:
        """Add rows to a record set."""
        self.records.setdefault(record_set, []).append(table)


def quarantine_row(source: str, item: Rejected) -> dict[str, object]:
    """Return a rejected record as a row of the `quarantine` table."""
    return {
        "source": source,
        "file": item.file,
        "line": item.line,
        "season": item.season,
        "text": shorten(item.text),
        "reason": item.reason,
        "lines": item.lines,
    }


def shorten(text: str | None) -> str | None:
    """Return the text, truncated to the quarantine's limit with a note of its full length."""
    if text is None or len(text) <= TEXT_KEPT:
        return text
    return f"{text[:TEXT_KEPT]}… ({len(text):,} characters)"
