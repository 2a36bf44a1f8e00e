"""Table `report`: the documents kept by `skipper press --keep`."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="report",
    grain="one row per document kept",
    key=("report",),
    by_season=False,
    sources="the documents given to `skipper press --keep`",
    notes="Only the words of each claim are kept, not the documents' text.",
    columns=(
        Column("report", "string", "the file's name, with the line of a JSON-lines file", required=True),
        Column("title", "string", "its headline; null where it has none"),
        Column("url", "string", "the document's own statement of its address; null where it has none; never opened"),
        Column("date", "date", "its date; null where it carries none"),
        Column(
            "source_group", "string", "shared by documents that repeat one another; null for a document without repeats"
        ),
    ),
)

WRITTEN_BY = "skipper press"
