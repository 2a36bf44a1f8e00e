"""Table `reported_stint`: stints with clubs claimed by kept reports."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

TABLE = Table(
    name="reported_stint",
    grain="one row per claim of a stint in a kept report",
    key=("claim_id",),
    by_season=False,
    sources="claim",
    notes="Stints from games are in `stint`.",
    columns=(
        Column("person_id", "string", "person_id of the subject; null where linked to nobody"),
        Column("person_name", "string", "name of the subject, in full where the report gives it"),
        Column("role", "string", "the role stated in the report", required=True),
        Column("club_name", "string", "the club as the report names it; null where it names none"),
        Column("organization", "string", "the organization that the report names; null where it names none"),
        Column("league", "string", "the league that the report names; null where it names none"),
        Column("level", "string", "the level as resolved; null where none is stated"),
        Column("first_season", "int", "first season stated; null where none is stated"),
        Column("last_season", "int", "last season stated; null where none is stated"),
        Column("claim_id", "string", "the underlying claim, a row of `claim`", required=True),
        Column("asserted_by", "array<string>", "the people or papers that assert it, nearest to the fact first"),
    ),
    checks=(
        Check(
            "reported_stint: first before last",
            "SELECT person_name, role, first_season FROM reported_stint WHERE first_season > last_season",
            "a stint ends before it begins",
        ),
        Check(
            "reported_stint: every claim is kept",
            "SELECT claim_id FROM reported_stint WHERE claim_id NOT IN (SELECT claim_id FROM claim)",
            "a stint's claim is missing",
        ),
    ),
)

WRITTEN_BY = "skipper press"
