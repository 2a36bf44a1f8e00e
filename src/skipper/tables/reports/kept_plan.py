"""Table `kept_plan`: development plans kept by `skipper directives keep`."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="kept_plan",
    grain="one row per kept plan",
    key=("plan",),
    by_season=False,
    sources="plans given to `skipper directives keep`",
    notes="Only the plan is kept. Each page and answer checks it against the games of the lake's last build.",
    columns=(
        Column("plan", "string", "the plan's file name without its suffix", required=True),
        Column("organization", "string", "the organization that the plan names", required=True),
        Column("season", "int", "the plan's season", required=True),
        Column("text", "string", "the plan as written, in YAML", required=True),
    ),
)

WRITTEN_BY = "skipper directives keep"
