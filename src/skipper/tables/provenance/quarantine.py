"""Table `quarantine`: records that a build could not use, with file, line and reason."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="quarantine",
    grain="one row per record or file that is unused, or used without some of its columns",
    key=("source", "file", "line"),
    sources="every source",
    small=True,
    columns=pick(
        SHARED,
        "source",
        Column("file", "string", "file name, followed by a slash and the member for an archive", required=True),
        Column("line", "long", "line in the file, from 1; null for a whole file, or a column that it lacks"),
        Column("season", "int", "season of the record or the file; null if unknown"),
        Column("text", "string", "the record as found, truncated to 2,000 characters; null where `line` is null"),
        Column("reason", "string", "why the record was not used", required=True),
        Column(
            "kind",
            "string",
            "the reason without what belongs to one record (names, numbers, ids and codes are …): the same for all "
            "records with one kind of defect",
            required=True,
        ),
        Column(
            "lines",
            "long",
            "lines of the file that are unused because of this record: for an event file, all lines of the game; else "
            "1; 0 for a person who is used without the column that the reason names; null where `line` is null",
        ),
    ),
)

WRITTEN_BY = "the build"
