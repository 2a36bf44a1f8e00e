"""The result of reading one source file: record sets, quarantined records, and counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pyarrow as pa

# Clubs have played under written rules of their association since 1857. A year outside is a typing error; 9999 stands
# for "still" in many files.
FIRST_SEASON, LAST_SEASON = 1857, 9998
TEXT_KEPT = 2_000  # stored characters of a quarantined record


class SourceError(Exception):
    """A whole source is unusable; the message names the file and the reason."""


@dataclass(frozen=True)
class Rejected:
    """A record that was not read (or, where `line` is null, a whole file), with the reason.

    `line` counts from 1. `season` is null where neither the record nor the file's name gives it.
    """

    file: str
    line: int | None
    season: int | None
    text: str | None
    reason: str


@dataclass
class Parsed:
    """The result of one source file.

    `records` maps a record set's name to its rows. `read` counts the records in the file by file label and season,
    before rejections; `kept` those that are in `records`.
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
    """Return a rejected record as a row of table `quarantine`."""
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
    """Return the text, cut to the quarantine's limit with a note of its full length."""
    if text is None or len(text) <= TEXT_KEPT:
        return text
    return f"{text[:TEXT_KEPT]}… ({len(text):,} characters)"
