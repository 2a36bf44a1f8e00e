"""Table `reported_stint`: stints with clubs claimed by stored reports."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

TABLE = Table(
    name="reported_stint",
    grain="one row per stint claim in a stored report",
    key=("claim_id",),
    by_season=False,
    sources="claim",
    notes="Stints from games are in `stint`.",
    columns=(
        Column("person_id", "string", "person_id of the subject; null if linked to nobody"),
        Column("person_name", "string", "name of the subject, in full if the report gives it"),
        Column("role", "string", "role stated in the report", required=True),
        Column("club_name", "string", "the club's name in the report; null if it names none"),
        Column("organization", "string", "the organization's name in the report; null if it names none"),
        Column("league", "string", "the league's name in the report; null if it names none"),
        Column("level", "string", "level, as resolved by Skipper; null if none is stated"),
        Column("first_season", "int", "first season stated; null if none is stated"),
        Column("last_season", "int", "last season stated; null if none is stated"),
        Column("claim_id", "string", "claim_id of the underlying row of `claim`", required=True),
        Column("asserted_by", "array<string>", "people or newspapers that assert the stint, closest to the fact first"),
    ),
    checks=(
        Check(
            "reported_stint: no stint ends before it begins",
            "SELECT person_name, role, first_season FROM reported_stint WHERE first_season > last_season",
            "a stint ends before it begins",
        ),
        Check(
            "reported_stint: every claim is stored",
            "SELECT claim_id FROM reported_stint WHERE claim_id NOT IN (SELECT claim_id FROM claim)",
            "a stint's claim is missing",
        ),
    ),
)

WRITTEN_BY = "skipper press"
