"""Check the plans that a lake keeps against its games."""

from __future__ import annotations

from skipper.answers.answer import Answer, Row, Table
from skipper.answers.directives.check import Checked, check
from skipper.answers.directives.check_answer import answer
from skipper.answers.directives.plan_file import PlanError, parse_plan
from skipper.answers.errors import UnknownOptionError, UnknownSeasonError
from skipper.lake.reader import LakeReader


def plan_rows(lake: LakeReader) -> list[Row]:
    """Return the kept plans, latest season first; no rows for a lake built by an older Skipper.

    `clubs` are the codes of the organization's clubs with games that season, and `manager_person_ids` their managers.
    """
    return lake.rows(_PLANS) if "kept_plan" in lake.manifest.tables else []


def kept_plan(lake: LakeReader, plan: str) -> Checked:
    """Check a kept plan. Raises UnknownOptionError for an unknown plan, and the errors that `check` raises."""
    for row in plan_rows(lake):
        if row["plan"] == plan:
            return check(lake, [parse_plan(row["text"], plan, plan)])
    raise UnknownOptionError(f"this lake keeps no plan called {plan!r}")


def plan(lake: LakeReader, plan: str) -> Answer:
    """Return a kept plan's directives, their status and every game, or no rows and the reason if this build cannot
    check the plan.

    Raises UnknownOptionError for an unknown plan.
    """
    try:
        return answer(kept_plan(lake, plan), with_games=True)
    except (PlanError, UnknownSeasonError) as error:
        lead = ("This build's games cannot check the plan.", *str(error).splitlines())
        return Answer(
            "directives check", f"{plan}: not checked", (Table("directives", (), (), ()),), lead, rule="managed"
        )


_PLANS = """
SELECT p.plan, p.organization, p.season, p.text,
    coalesce(list_sort(list(DISTINCT c.club) FILTER (c.club IS NOT NULL)), []) AS clubs,
    coalesce(list_sort(list(DISTINCT m.manager_person_id) FILTER (m.manager_person_id IS NOT NULL)), [])
        AS manager_person_ids
FROM kept_plan AS p
LEFT JOIN club AS c ON c.season = p.season
    AND lower(p.organization) IN (lower(c.organization), lower(c.name), lower(c.club))
LEFT JOIN manager_season AS m ON m.season = c.season AND m.club = c.club
GROUP BY ALL ORDER BY p.season DESC, p.plan
"""
