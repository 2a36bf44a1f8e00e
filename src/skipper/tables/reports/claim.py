"""Table `claim`: what kept reports say, claim by claim."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

TABLE = Table(
    name="claim",
    grain="one row per claim of a kept report",
    key=("claim_id",),
    by_season=False,
    sources="report",
    columns=(
        Column("claim_id", "string", "report, first and last character, type and place among its like", required=True),
        Column("report", "string", "the report that makes it", required=True),
        Column("type", "string", "record, stint, appointment, departure, award, age, and so on", required=True),
        Column("person_id", "string", "person_id of whom it is about; null where linked to nobody or to several"),
        Column("person_name", "string", "the name of whom it is about, in full where the report tells it"),
        Column("fields", "string", "what it says, as JSON with the fields of its type", required=True),
        Column("span", "string", "the words that say it, as found: data, never markup", required=True),
        Column("first_character", "int", "place of the words in the document's text, from 0", required=True),
        Column("last_character", "int", "place after their last", required=True),
        Column("attributed_to", "array<string>", "who is said to have said it, nearest to the fact first"),
        Column("hedged", "boolean", "whether the text itself doubts it", required=True),
        Column("denied", "boolean", "whether the text denies it", required=True),
        Column("text_disputes", "boolean", "whether the text gives another version beside it", required=True),
        Column("links", "string", "what its names were linked to, as JSON", required=True),
    ),
    checks=(
        Check(
            "claim: of a kept report",
            "SELECT claim_id FROM claim WHERE report NOT IN (SELECT report FROM report)",
            "its report is not there",
        ),
    ),
)

WRITTEN_BY = "skipper press"
