"""Check all plans in a folder, for one or more organizations, with Spark, as one job."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

import pyarrow as pa

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.directives.check import EARLY, NEEDS_PLAYS, Checked, gather, rests_on
from skipper.answers.directives.check_answer import FIELDS, answer
from skipper.answers.directives.plan_file import PlanFile
from skipper.answers.directives.resolve import resolve
from skipper.answers.directives.tables import DIRECTIVE_STATUS
from skipper.lake.location import Location
from skipper.lake.reader import LakeReader

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VERDICTS = {"met": "met", "missed": "missed", EARLY: "early", NEEDS_PLAYS: "needs_plays"}


def check_many(
    spark: SparkSession, lake: LakeReader, plans: list[PlanFile], through: date | None, tables: Location | None
) -> Checked:
    """Check the plans, and write the three tables into the folder `tables` if it is given.

    Works like `check`, but keeps only the games that the answer needs. Raises the same errors as `check`, and
    ChecksFailedError if a written table violates its contract.
    """
    from skipper.answers.directives import on_spark

    resolved = resolve(lake, plans, through)
    made = on_spark.evaluate_in_parts(spark, lake, resolved.question, tables)
    rows = (rows.to_pylist() for rows in (made.statuses, made.games, made.managers))
    directed = gather(lake, resolved, *rows)
    if tables is not None:
        statuses = pa.Table.from_pylist([one.status for one in directed], DIRECTIVE_STATUS.arrow_schema)
        on_spark.commit_tables(lake, made, statuses, tables)
    return Checked(plans, directed, through, None, tuple(resolved.absent), rests_on(lake, resolved))


def totals(checked: Checked) -> Answer:
    """Return the answer for a folder of plans: one line per plan when printed, and one row per directive in CSV and
    JSON."""
    whole = answer(checked)
    columns = (
        shown("Plan", "text"),
        shown("Organization", "text"),
        shown("Year", "season", "season"),
        shown("Directives", "count"),
        shown("Met", "tally"),
        shown("Missed", "tally"),
        shown("Too early", "tally", "early"),
        shown("Needs plays", "tally", "needs_plays"),
    )
    rows = _by_plan(checked)
    counts = {name: sum(row[name] for row in rows) for name in ("directives", *VERDICTS.values())}
    lead = (
        *whole.lead,
        f"{counts['directives']:,} directives: {counts['met']:,} met, {counts['missed']:,} missed, "
        f"{counts['early']:,} too early to say, {counts['needs_plays']:,} need play-by-play.",
    )
    main = Table("directives", FIELDS, whole.main.rows, (View(columns, rows),))
    return Answer(whole.question, whole.title, (main, *_silent(whole)), lead, checked.absent_notes, whole.rule)


def _silent(whole: Answer) -> list[Table]:
    return [Table(table.name, table.fields, table.rows, ()) for table in whole.tables[1:]]


def _by_plan(checked: Checked) -> list[Row]:
    counted = Counter((one.asked.plan.name, VERDICTS[one.status["verdict"]]) for one in checked.directed)
    rows = []
    for plan in checked.plans:
        verdicts = {name: counted[plan.name, name] for name in VERDICTS.values()}
        known = {"plan": plan.name, "organization": plan.plan.organization, "season": plan.plan.season}
        rows.append({**known, "directives": sum(verdicts.values()), **verdicts})
    return rows
