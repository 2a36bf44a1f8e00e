"""Table `report`: the documents that `skipper press --keep` kept."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="report",
    grain="one row per document kept",
    key=("report",),
    by_season=False,
    sources="the documents given to `skipper press --keep`",
    notes="The documents' text is not kept, only the words of each claim.",
    columns=(
        Column("report", "string", "the file's name, with the line of a JSON-lines file", required=True),
        Column("title", "string", "its headline; null where it has none"),
        Column("url", "string", "where it was found, as it says itself; null where it does not; never opened"),
        Column("date", "date", "its date; null where it carries none"),
        Column("source_group", "string", "shared by documents that repeat one another; null where none does"),
    ),
)

WRITTEN_BY = "skipper press"
