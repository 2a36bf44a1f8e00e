"""Table `quarantine`: what a build could not read, with file, line and reason."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="quarantine",
    grain="one row per record, or per file as a whole, that was not used",
    key=("source", "file", "line"),
    sources="every source",
    small=True,
    columns=pick(
        SHARED,
        "source",
        Column("file", "string", "the file, with the member of the archive after a slash", required=True),
        Column("line", "long", "line in it, from 1; null where the file as a whole was not read"),
        Column("season", "int", "season of the record or the file; null where neither tells it"),
        Column("text", "string", "the record as found, cut after 2,000 characters; null for a whole file"),
        Column("reason", "string", "why it was not used", required=True),
        Column(
            "lines",
            "long",
            "lines of the file that were not used for it: of a game of an event file all of its lines, else 1; null "
            "where the file as a whole was not read",
        ),
    ),
)

WRITTEN_BY = "the build"
