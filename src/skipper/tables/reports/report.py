"""Table `report`: documents stored by `skipper press --keep`."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="report",
    grain="one row per stored document",
    key=("report",),
    by_season=False,
    sources="documents given to `skipper press --keep`",
    notes="Only the words of each claim are stored, not the full text of the documents.",
    columns=(
        Column("report", "string", "file name, with the line number for a JSON Lines file", required=True),
        Column("title", "string", "the document's headline; null if it has none"),
        Column("url", "string", "URL stated in the document, which Skipper never opens; null if it states none"),
        Column("date", "date", "the document's date; null if it states none"),
        Column(
            "source_group",
            "string",
            "group shared by documents that repeat one another; null if no document repeats this one",
        ),
    ),
)

WRITTEN_BY = "skipper press"
