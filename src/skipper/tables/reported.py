"""Tables `report`, `claim` and `verdict`: what was reported and kept with `skipper press --keep`."""

from __future__ import annotations

from functools import partial

from skipper.lake.contract import Check, Column, Table

VERDICTS = ("supported", "contradicted", "corroborated", "disputed", "implied", "unverifiable")

_of_claims = partial(Table, grain="one row per claim of a kept report", key=("claim_id",), by_season=False)

REPORT = Table(
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

CLAIM = _of_claims(
    name="claim",
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

VERDICT = _of_claims(
    name="verdict",
    sources="claim, against the lake's tables and against the other claims",
    notes="A verdict is of the build named in it: `skipper press --keep` judges all kept claims again.",
    columns=(
        Column("claim_id", "string", "the claim", required=True),
        Column("verdict", "string", f"one of {', '.join(VERDICTS)}", required=True),
        Column("ours", "string", "our figure, where we have one for the matter; null where not"),
        Column("rule", "string", "the rule of our figure (managed, credited, from starts, …); null without one"),
        Column("settles", "string", "what would settle it; null where it is settled"),
        Column("evidence", "string", "table rows, other claims and sums, as a JSON list", required=True),
        Column("build", "string", "the build that it was judged by", required=True),
    ),
    checks=(
        Check(
            "verdict: one of the six",
            f"SELECT claim_id, verdict FROM verdict WHERE verdict NOT IN {VERDICTS!r}",
            "there is no such verdict",
        ),
        Check(
            "verdict: one for every claim",
            "(SELECT claim_id FROM claim EXCEPT SELECT claim_id FROM verdict) "
            "UNION ALL (SELECT claim_id FROM verdict EXCEPT SELECT claim_id FROM claim)",
            "a claim has no verdict, or a verdict no claim",
        ),
        Check(
            "verdict: contradicted with our figure",
            "SELECT claim_id FROM verdict WHERE verdict = 'contradicted' AND ours IS NULL",
            "it contradicts without saying what is right",
        ),
    ),
)
