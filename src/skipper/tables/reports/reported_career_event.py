"""Table `reported_career_event`: career events claimed by kept reports."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

KINDS = ("draft", "debut", "appointment", "departure", "award", "title", "contract", "discipline")

TABLE = Table(
    name="reported_career_event",
    grain="one row per claim of an event in a kept report",
    key=("claim_id",),
    by_season=False,
    sources="claim",
    notes="Contradicting events of different reports each keep a row; `verdict` marks the contradiction. Events from "
    "the record book are in `career_event`.",
    columns=(
        Column("person_id", "string", "person_id of the subject; null where linked to nobody"),
        Column("person_name", "string", "name of the subject, in full where the report gives it"),
        Column("kind", "string", f"one of {', '.join(KINDS)}", required=True),
        Column("what", "string", "the award, the manner of departure, the outcome, and so on; null where not stated"),
        Column("club", "string", "the club as the report names it; null where it names none"),
        Column("season", "int", "the season stated, or the year of the date; null where none is stated"),
        Column("first_day", "date", "the earliest day that the report allows; null where it states no date"),
        Column("last_day", "date", "the latest day that the report allows; null where it states no date"),
        Column("claim_id", "string", "the underlying claim, a row of `claim`", required=True),
        Column("asserted_by", "array<string>", "the people or papers that assert it, nearest to the fact first"),
        Column("verdict", "string", "the claim's verdict", required=True),
    ),
    checks=(
        Check(
            "reported_career_event: every claim is kept",
            "SELECT claim_id FROM reported_career_event WHERE claim_id NOT IN (SELECT claim_id FROM claim)",
            "an event's claim is missing",
        ),
    ),
)

WRITTEN_BY = "skipper press"
