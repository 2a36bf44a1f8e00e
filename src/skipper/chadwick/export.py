"""Write plays as CSV in cwevent's format: quoted strings, unquoted numbers, one line per play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.csv

from skipper.chadwick.fields import Field
from skipper.chadwick.table import ChadwickColumns
from skipper.sources.plays.events.event_facts import CURRENT
from skipper.sources.plays.events.event_vocabulary import EventVocabulary
from skipper.sources.plays.events.files import EventFile, find_event_files
from skipper.sources.plays.events.plays import RejectedLines, read_plays

BATCH_BYTES = 12 * 1024**2  # bytes of event files read at a time: fast enough, and memory stays flat


def batches(files: Sequence[EventFile], most: int = BATCH_BYTES) -> Iterator[list[EventFile]]:
    """Yield the files in order, in lists of not much more than `most` bytes."""
    batch: list[EventFile] = []
    size = 0
    for file in files:
        if batch and size + len(file.content) > most:
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += len(file.content)
    if batch:
        yield batch


def export(
    path: Path, season: int | None, fields: Sequence[Field], out: BinaryIO, header: bool, version: str = CURRENT
) -> Iterator[str]:
    """Write the plays in the event files at a path to `out` as CSV; yield a message for each game or line omitted.

    `version` is the version of Chadwick whose values are written, one of VERSIONS.

    Raises SourceError if there are no event files at the path.
    """
    found = find_event_files(path, season)
    yield from (f"{item.file}: {item.reason}" for item in found.unreadable)
    yield from (f"{label}:{line}: {reason}: {text}" for label, line, text, reason in found.rosters.rejected)
    if header:
        out.write((",".join(f'"{field.name}"' for field in fields) + "\n").encode())
    vocabulary, seen = EventVocabulary(chadwick=version), set[str]()
    for batch in batches(found.events):
        plays = read_plays(batch, found.rosters, vocabulary, seen)
        write_csv(ChadwickColumns(plays, version).table(fields), out)
        yield from (_told(item) for item in plays.rejected)


def _told(item: RejectedLines) -> str:
    what = f"game {item.game} omitted" if item.game else "line omitted"
    return f"{item.file}:{item.line}: {what}: {item.reason}: {item.text}"


def write_csv(table: pa.Table, out: BinaryIO) -> None:
    """Write rows without a header, quoting every string, as cwevent does."""
    options = pa.csv.WriteOptions(include_header=False, batch_size=16_384)
    pa.csv.write_csv(table, out, options)
