"""Many documents kept in the lake, with Spark: the tables that `keep` writes without it.

They differ where the text beside a claim decides its verdict, which is not at hand here: see `judge_many`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.answers.answer import Row
from skipper.lake.checks import require_sound
from skipper.lake.contract import Table
from skipper.lake.location import Location
from skipper.lake.reader import LakeReader, Settings
from skipper.lake.store import LakeWriter
from skipper.press.claim import claim_from
from skipper.press.facts_of_lake import load_facts
from skipper.press.judge_many import Batches, Told, linked_people, told, verdicts
from skipper.press.keep import KEPT, Triple, event_rows, stint_rows
from skipper.press.pipeline import press_tables, small
from skipper.press.readers import DEFAULT, By
from skipper.press.reconcile import ORDER, Verdict
from skipper.press.vocabulary_of_lake import load_vocabulary
from skipper.session import shuffling, start_session
from skipper.tables.reports.claim import TABLE as CLAIM
from skipper.tables.reports.report import TABLE as REPORT
from skipper.tables.reports.reported_career_event import TABLE as CAREER_EVENT
from skipper.tables.reports.reported_stint import TABLE as STINT
from skipper.tables.reports.verdict import TABLE as VERDICT

HEAP = "640m"  # enough for any number of documents, since no task holds more than a few
# The usual collector lets its heap fill up before it clears it: the more documents, the more memory. This one, of one
# thread, keeps it small.
COLLECTOR = "-XX:+UseSerialGC"
# Of the checks at the end: what they need beyond it goes to disk.
CHECKING: Settings = {"memory_limit": "128MB"}
# What a task of a shuffle sorts at once, in a few tens of megabytes: of documents, and of their claims.
BYTES_PER_TASK = 4 << 20
CLAIMS_PER_TASK = 10_000
REFUSED_FILES = 100  # stated by name: of a hundred thousand files all may be refused


def session() -> SparkSession:
    """Start the Spark session for many documents. Raises what `start_session` raises."""
    # Spark packs and unpacks outside Java's heap, where each thread would keep some 60 MB of its own.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    return start_session(HEAP, [COLLECTOR])


@dataclass(frozen=True)
class KeptMany:
    """What a run kept and what it did not.

    `verdicts` counts the verdicts of each kind that the lake now keeps. `refused` has per file and reason the first
    line refused and how many `documents`, of at most REFUSED_FILES files. `dropped` counts, by reason, the claims whose
    words are not in their report, and the sentences not read.
    """

    verdicts: Mapping[str, int]
    refused: tuple[Row, ...]
    dropped: Mapping[str, int]


def keep_many(
    spark: SparkSession,
    paths: Sequence[Location],
    lake: LakeReader,
    reader: By = DEFAULT,
    step: Callable[[str], object] = lambda name: None,
) -> KeptMany:
    """Read and judge the documents and keep them beside those in the lake; one of the same name is replaced.

    `step` is called with the name of each step as it begins. No row of a document or a claim comes to the driver.
    Raises FileNotFoundError for a path that is not there, and what `keep` raises.
    """
    with LakeWriter(lake.lake, KEPT) as writer:
        # As in `keep`: since `lake` was opened, a build may have been published.
        current = LakeReader(lake.lake, writer.published or lake.manifest)
        step("listing documents")
        tables = press_tables(spark, paths, load_vocabulary(current), reader)
        with shuffling(spark, tables.size, BYTES_PER_TASK):
            new = told(tables.report, tables.claim)
            step("reading documents")
            writer.write_dataframe(REPORT.name, _with_kept(new.report, spark, writer, REPORT.name))
            step("finding claims")
            writer.write_dataframe(CLAIM.name, _with_kept(new.claim, spark, writer, CLAIM.name, new))
            refused = _refused(tables.quarantine)
        step("judging claims")
        with shuffling(spark, writer.read(spark, CLAIM.name).count(), CLAIMS_PER_TASK):
            _judge(spark, writer, current)
        step("checking the lake")
        manifest = writer.described(current.manifest)
        require_sound(LakeReader(lake.lake, manifest, CHECKING), [table.name for table in KEPT])
        writer.publish(manifest)
        counts = {
            row["verdict"]: row["count"]
            for row in writer.read(spark, VERDICT.name).groupBy("verdict").count().collect()
        }
    tables.close()
    return KeptMany({word: counts[word] for word in ORDER if word in counts}, refused, tables.remarks)


def _judge(spark: SparkSession, writer: LakeWriter, lake: LakeReader) -> None:
    """Write the verdicts on all claims kept, and the stints and events that they tell."""
    whole = Told(writer.read(spark, REPORT.name), writer.read(spark, CLAIM.name))
    facts = load_facts(lake, linked_people(whole.claim))
    writer.write_dataframe(VERDICT.name, verdicts(whole, facts, lake.manifest.build))
    judged_verdicts = writer.read(spark, VERDICT.name).select("claim_id", "verdict")
    judged = writer.read(spark, CLAIM.name).join(judged_verdicts, on="claim_id")
    for table, rows_of in ((STINT, stint_rows), (CAREER_EVENT, event_rows)):
        writer.write_dataframe(table.name, judged.mapInArrow(_rows(rows_of, table), table.ddl))


def _refused(quarantine: DataFrame) -> tuple[Row, ...]:
    by_reason = quarantine.groupBy("file", "reason").agg(F.min("line").alias("line"), F.count("*").alias("documents"))
    return tuple(row.asDict() for row in by_reason.orderBy("file", "reason").limit(REFUSED_FILES).collect())


def _rows(
    rows_of: Callable[[list[Triple], None], list[dict[str, object]]], table: Table
) -> Callable[[Batches], Batches]:
    """Yield the rows that judged claims add to a table."""

    def add(batches: Batches) -> Batches:
        for batch in small(batches):
            triples = [(row["claim_id"], claim_from(row), Verdict(row["verdict"])) for row in batch.to_pylist()]
            yield pa.RecordBatch.from_pylist(rows_of(triples, None), table.arrow_schema)

    return add


def _with_kept(
    new: DataFrame, spark: SparkSession, writer: LakeWriter, name: str, whole: Told | None = None
) -> DataFrame:
    """Return the new rows and those kept of reports that are not among the new."""
    names = (whole.report if whole else new).select("report")
    kept = writer.read(spark, name).join(F.broadcast(names), on="report", how="left_anti")
    return kept.select(*new.columns).unionByName(new)
