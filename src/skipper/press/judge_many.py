"""Verdicts on Spark: the same judging, the claims about one person together on one worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from skipper.press.claim import Report, claim_from
from skipper.press.facts import Facts
from skipper.press.keep import claim_row, verdict_row
from skipper.press.pipeline import claim_of_row, small
from skipper.press.reconcile.dossier import Dossier, merged_keys
from skipper.press.reconcile.judge import judge_dossier
from skipper.tables.reports.claim import TABLE as CLAIM
from skipper.tables.reports.report import TABLE as REPORT
from skipper.tables.reports.verdict import TABLE as VERDICT

_KEY = "person_key"
_PLACE = ("report", "start", "end", "type")
Batches = Iterator[pa.RecordBatch]


@dataclass(frozen=True)
class Told:
    """Tables `report` and `claim` of the lake, from the documents of one run."""

    report: DataFrame
    claim: DataFrame


def told(reports: DataFrame, claims: DataFrame) -> Told:
    """Return the lake's tables `report` and `claim` from those of `press.pipeline.press_tables`."""
    kept = reports.select(
        F.col("name").alias("report"), "title", "url", "date", F.col("group").alias("source_group")
    ).select(*REPORT.column_names)
    number = F.row_number().over(Window.partitionBy(*_PLACE).orderBy("fields", "attributed_to"))
    numbered = claims.withColumn("number", number)
    return Told(kept, numbered.mapInArrow(_kept_claims, CLAIM.ddl))


def _kept_claims(batches: Batches) -> Batches:
    for batch in small(batches):
        rows = [_kept_claim(row) for row in batch.to_pylist()]
        yield pa.RecordBatch.from_pylist(rows, CLAIM.arrow_schema)


def _kept_claim(row: dict[str, Any]) -> dict[str, Any]:
    number = row.pop("number")
    claim = claim_of_row(row)
    return claim_row(f"{claim.report}:{claim.start}-{claim.end}:{claim.type}:{number}", claim)


def linked_people(claims: DataFrame) -> list[str]:
    """Return the person_ids of table `claim`, for `load_facts`."""
    linked = claims.where("person_id is not null").select("person_id").distinct()
    return [row["person_id"] for row in linked.collect()]


def verdicts(tables: Told, facts: Facts | None, build: str) -> DataFrame:
    """Table `verdict`, from the facts about everybody whom the claims are linked to (null: no lake).

    Reports have no text here, so that an age is judged by its own words alone: whether what stands before it tells of a
    death is not asked. What is said of one man must fit in a worker's memory; a claim is compared with at most
    `dossier.COMPARED` different assertions of its type about him.
    """
    claims = tables.claim
    names = claims.where("person_id is not null").select("person_name", "person_id").distinct().collect()
    whose = merged_keys((row["person_name"] or "", row["person_id"]) for row in names)
    dated = claims.join(tables.report.select("report", "date", "source_group"), on="report", how="left")
    keyed = dated.mapInArrow(_with_key(whose), f"{CLAIM.ddl}, date date, source_group string, {_KEY} string")
    known = claims.sparkSession.sparkContext.broadcast(facts)
    judged = keyed.groupBy(_KEY).applyInArrow(_judging(lambda: known.value, build), VERDICT.ddl)
    return judged.select(*VERDICT.column_names)


def _with_key(whose: dict[str, str]) -> Callable[[Batches], Batches]:
    """Adds whose dossier a claim belongs to; one about nobody by name stands alone."""
    names = [*CLAIM.column_names, "date", "source_group"]

    def add(batches: Batches) -> Batches:
        for batch in small(batches):
            keys = [_key(row, whose) for row in batch.select(CLAIM.column_names).to_pylist()]
            columns = [*(batch.column(name) for name in names), pa.array(keys, pa.string())]
            yield pa.RecordBatch.from_arrays(columns, [*names, _KEY])

    return add


def _key(row: dict[str, Any], whose: dict[str, str]) -> str:
    key = claim_from(row).person_key
    return f"alone:{row['claim_id']}" if key == "name:" else whose.get(key, key)


def _judging(facts: Callable[[], Facts | None], build: str) -> Callable[[tuple[pa.Scalar, ...], pa.Table], pa.Table]:
    def judge_man(key: tuple[pa.Scalar, ...], table: pa.Table) -> pa.Table:
        rows = sorted(table.to_pylist(), key=lambda row: (row["report"], row["first_character"], row["claim_id"]))
        claims = tuple(claim_from(row) for row in rows)
        reports = {
            row["report"]: Report(row["report"], "", date=row["date"], group=row["source_group"]) for row in rows
        }
        found = judge_dossier(Dossier(key[0].as_py(), claims, reports, facts()))
        judged = [verdict_row(row["claim_id"], one, build) for row, one in zip(rows, found, strict=True)]
        return pa.Table.from_pylist(judged, VERDICT.arrow_schema)

    return judge_man
