"""What reading one source file yields: record sets, quarantined records, and a count of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pyarrow as pa

TEXT_KEPT = 2_000  # characters of a quarantined record that are kept


class SourceError(Exception):
    """A source as a whole cannot be used; the message names the file and says why."""


@dataclass(frozen=True)
class Rejected:
    """A record (or, where `line` is null, a whole file) that was not read, and why.

    `line` counts from 1. `season` is null where neither the record nor the file's name tells it.
    """

    file: str
    line: int | None
    season: int | None
    text: str | None
    reason: str


@dataclass
class Parsed:
    """The outcome of one source file.

    `records` maps a record set's name to its rows. `read` counts the records in the file by file label and
    season, before any was rejected; `kept` those that are in `records`.
    """

    source: str
    records: dict[str, list[pa.Table]] = field(default_factory=dict)
    rejected: list[Rejected] = field(default_factory=list)
    read: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    kept: Counter[tuple[str, int | None]] = field(default_factory=Counter)

    def add(self, record_set: str, table: pa.Table) -> None:
        """Add rows to a record set."""
        self.records.setdefault(record_set, []).append(table)


def quarantine_row(source: str, item: Rejected) -> dict[str, object]:
    """A rejected record as a row of table `quarantine`."""
    return {
        "source": source,
        "file": item.file,
        "line": item.line,
        "season": item.season,
        "text": shorten(item.text),
        "reason": item.reason,
        "lines": None if item.line is None else 1,
    }


def shorten(text: str | None) -> str | None:
    """The text, cut where it is longer than the quarantine keeps, saying how long it was."""
    if text is None or len(text) <= TEXT_KEPT:
        return text
    return f"{text[:TEXT_KEPT]}… ({len(text):,} characters)"
