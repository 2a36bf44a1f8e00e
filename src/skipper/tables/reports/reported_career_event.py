"""Table `reported_career_event`: career events claimed by stored reports."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

KINDS = ("draft", "debut", "appointment", "departure", "award", "title", "contract", "discipline")

TABLE = Table(
    name="reported_career_event",
    grain="one row per event claim in a stored report",
    key=("claim_id",),
    by_season=False,
    sources="claim",
    notes="Events that contradict one another in different reports each have a row; `verdict` marks the "
    "contradiction. Events from "
    "the record book are in `career_event`.",
    columns=(
        Column("person_id", "string", "person_id of the subject; null if linked to nobody"),
        Column("person_name", "string", "name of the subject, in full if the report gives it"),
        Column("kind", "string", f"one of {', '.join(KINDS)}", required=True),
        Column("what", "string", "the award, the manner of departure, the outcome, and so on; null if not stated"),
        Column("club", "string", "the club's name in the report; null if it names none"),
        Column("season", "int", "season stated, or the year of the date; null if neither is stated"),
        Column("first_day", "date", "earliest date consistent with the report; null if it states no date"),
        Column("last_day", "date", "latest date consistent with the report; null if it states no date"),
        Column("claim_id", "string", "claim_id of the underlying row of `claim`", required=True),
        Column("asserted_by", "array<string>", "people or newspapers that assert the event, closest to the fact first"),
        Column("verdict", "string", "the claim's verdict", required=True),
    ),
    checks=(
        Check(
            "reported_career_event: every claim is stored",
            "SELECT claim_id FROM reported_career_event WHERE claim_id NOT IN (SELECT claim_id FROM claim)",
            "an event's claim is missing",
        ),
    ),
)

WRITTEN_BY = "skipper press"
