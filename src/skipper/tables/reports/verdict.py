"""Table `verdict`: the result of checking each claim."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

VERDICTS = (
    *("supported", "contradicted", "check_reading"),
    *("corroborated", "disputed", "implied", "unverifiable"),
)

TABLE = Table(
    name="verdict",
    grain="one row per claim in a stored report",
    key=("claim_id",),
    by_season=False,
    sources="`claim`, checked against the lake's tables and the other claims",
    notes="A verdict applies to the build it names; `skipper press --keep` checks all stored claims again.",
    columns=(
        Column("claim_id", "string", "the claim", required=True),
        Column("verdict", "string", f"one of {', '.join(VERDICTS)}", required=True),
        Column("ours", "string", "Skipper's figure for the claim; null if it has none"),
        Column(
            "rule", "string", "rule behind that figure (managed, credited, from starts, …); null if there is no figure"
        ),
        Column("settles", "string", "evidence that would settle the claim; null if it is settled"),
        Column("evidence", "string", "table rows, other claims and sums, as a JSON list", required=True),
        Column("build", "string", "build used for the check", required=True),
    ),
    checks=(
        Check(
            "verdict: verdict is one of the seven values",
            f"SELECT claim_id, verdict FROM verdict WHERE verdict NOT IN {VERDICTS!r}",
            "a verdict has an unknown value",
        ),
        Check(
            "verdict: one verdict per claim",
            "(SELECT claim_id FROM claim EXCEPT SELECT claim_id FROM verdict) "
            "UNION ALL (SELECT claim_id FROM verdict EXCEPT SELECT claim_id FROM claim)",
            "a claim has no verdict, or a verdict has no claim",
        ),
        Check(
            "verdict: contradicted claims have Skipper's figure",
            "SELECT claim_id FROM verdict WHERE verdict IN ('contradicted', 'check_reading') AND ours IS NULL",
            "a claim that Skipper's tables contradict, or whose reading is in doubt, lacks Skipper's figure",
        ),
    ),
)

WRITTEN_BY = "skipper press"
