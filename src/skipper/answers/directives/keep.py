"""Keep plans in the lake, for its pages. Plans are written without Spark; readers continue to see the same build."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skipper.answers.directives.plan_file import PlanError, PlanFile, read_plan
from skipper.answers.directives.resolve import resolve
from skipper.lake.checks import require_sound
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter
from skipper.tables.reports.kept_plan import TABLE


def keep(files: Sequence[Path], lake: LakeReader) -> int:
    """Add the plans to those in the lake, replacing plans with the same name.

    Return the number of plans that the lake now has.

    Raises PlanError or UnknownSeasonError for a plan that the lake cannot check, PlanError for two plans with the same
    name, and LakeInUseError, LakeOutdatedError or ChecksFailedError; the lake is then left unchanged.
    """
    plans = [read_plan(file) for file in files]
    for number, plan in enumerate(plans):
        if plan.name in {other.name for other in plans[:number]}:
            raise PlanError([(plan.file, None, f"another of the plans is called {plan.name}, too")])
    resolve(lake, plans)
    new = {plan.name: _row(plan, file) for plan, file in zip(plans, files, strict=True)}
    with LakeWriter(lake.lake, [TABLE]) as writer:
        # Since `lake` was opened, another command may have kept plans.
        rows = {row["plan"]: row for row in writer.read_rows(TABLE.name).to_pylist()} | new
        writer.write_rows(TABLE.name, list(rows.values()), None)
        manifest = writer.described(writer.published or lake.manifest)
        require_sound(LakeReader(lake.lake, manifest), [TABLE.name])
        writer.publish(manifest)
    return len(rows)


def _row(plan: PlanFile, file: Path) -> dict[str, object]:
    own = {"plan": plan.name, "organization": plan.plan.organization, "season": plan.plan.season}
    return {**own, "text": file.read_text("utf-8")}
