"""Table `claim`: claims made by stored reports."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

TABLE = Table(
    name="claim",
    grain="one row per claim in a stored report",
    key=("claim_id",),
    by_season=False,
    sources="report",
    columns=(
        Column(
            "claim_id",
            "string",
            "report, first and last character, type, and a number that distinguishes claims equal in all of these",
            required=True,
        ),
        Column("report", "string", "the report that makes the claim", required=True),
        Column("type", "string", "record, stint, appointment, departure, award, age, and so on", required=True),
        Column(
            "person_id", "string", "person_id of the claim's subject; null if linked to nobody or to several people"
        ),
        Column("person_name", "string", "name of the claim's subject, in full if the report gives it"),
        Column("fields", "string", "content of the claim: a JSON object with the fields of its type", required=True),
        Column(
            "span", "string", "words that make the claim, as in the document; plain text, never markup", required=True
        ),
        Column(
            "first_character",
            "int",
            "offset of the first character of span in the document's text, from 0",
            required=True,
        ),
        Column("last_character", "int", "offset just after the last character of span", required=True),
        Column(
            "attributed_to",
            "array<string>",
            "people or newspapers to which the claim is attributed, closest to the fact first",
        ),
        Column("hedged", "boolean", "whether the text hedges the claim", required=True),
        Column("denied", "boolean", "whether the text denies the claim", required=True),
        Column("text_disputes", "boolean", "whether the text gives a conflicting version", required=True),
        Column(
            "explicit",
            "boolean",
            "whether every field appears in the sentence or heading that contains the span",
            required=True,
        ),
        Column("links", "string", "entities linked to the names in the claim, as JSON", required=True),
    ),
    checks=(
        Check(
            "claim: every claim's report is stored",
            "SELECT claim_id FROM claim WHERE report NOT IN (SELECT report FROM report)",
            "a claim's report is missing",
        ),
    ),
)

WRITTEN_BY = "skipper press"
