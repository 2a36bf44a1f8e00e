"""Documents to reports to claims on Spark: the same functions as in one process, over Arrow batches.

The driver only lists files and cuts long ones; workers read, clean, sign and extract a few hundred documents at a time,
so that memory does not grow with their number.
"""

from __future__ import annotations

import gc
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from pyspark import Accumulator, AccumulatorParam, StorageLevel, TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.lake.location import Location
from skipper.press.claim import Claim, Passage, Report
from skipper.press.documents import Chunk, chunks, read_chunk
from skipper.press.duplicates import LIKE, bands, connected, signature
from skipper.press.reader import readings, remarks
from skipper.press.readers import DEFAULT, By, reader_of
from skipper.press.vocabulary import Vocabulary

BATCH = 200  # documents per Arrow batch that a worker hands on
TASKS_PER_CORE = 8
CHUNK = "path binary, name string, start long, end long, line long"  # a path may have bytes that are no text
DOCUMENT = (
    "name string, text string, title string, url string, date date, "
    "passages array<struct<start:int,end:int,kind:string>>, signature array<long>, bands array<long>, "
    "file string, line long, reason string"
)
CLAIM = (
    "report string, type string, fields string, start int, end int, span string, attributed_to array<string>, "
    "hedged boolean, denied boolean, text_disputes boolean, explicit boolean, links string"
)
_ARROW_PASSAGES = pa.list_(pa.struct([("start", pa.int32()), ("end", pa.int32()), ("kind", pa.string())]))
_DOCUMENT = pa.schema(
    [
        *((name, pa.string()) for name in ("name", "text", "title", "url")),
        ("date", pa.date32()),
        ("passages", _ARROW_PASSAGES),
        ("signature", pa.list_(pa.int64())),
        ("bands", pa.list_(pa.int64())),
        ("file", pa.string()),
        ("line", pa.int64()),
        ("reason", pa.string()),
    ]
)
_CLAIM = pa.schema(
    [
        *((name, pa.string()) for name in ("report", "type", "fields")),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("span", pa.string()),
        ("attributed_to", pa.list_(pa.string())),
        *((name, pa.bool_()) for name in ("hedged", "denied", "text_disputes", "explicit")),
        ("links", pa.string()),
    ]
)


class _OfTasks(AccumulatorParam[dict[int, dict[str, int]]]):
    """Counts by task. A task that Spark runs twice replaces its counts, so that nothing is counted twice."""

    def zero(self, value: dict[int, dict[str, int]]) -> dict[int, dict[str, int]]:
        return {}

    def addInPlace(
        self, value1: dict[int, dict[str, int]], value2: dict[int, dict[str, int]]
    ) -> dict[int, dict[str, int]]:
        return value1 | value2


Remarks: TypeAlias = "Accumulator[dict[int, dict[str, int]]]"


@dataclass(frozen=True)
class PressTables:
    """What `press_tables` makes.

    `report` (one row per document): name, text, title, url, date, passages, group. `claim` (one row per claim):
    the fields of `Claim`, `fields` and `links` as JSON. `quarantine` (one row per document refused): source, file,
    line, text, reason. `documents` is kept on disk until `close`; `size` is the bytes of all of them.
    """

    report: DataFrame
    claim: DataFrame
    quarantine: DataFrame
    documents: DataFrame
    size: int
    counts: Remarks

    @property
    def remarks(self) -> dict[str, int]:
        """What was dropped or left unread, by reason, in the documents whose claims have been computed."""
        return dict(sum(map(Counter, self.counts.value.values()), Counter()))

    def close(self) -> None:
        """Let go of the documents kept on disk."""
        self.documents.unpersist()


def press_tables(
    spark: SparkSession, paths: Iterable[Location | str], vocabulary: Vocabulary, reader: By = DEFAULT
) -> PressTables:
    """Reports, claims and refused documents of files and folders. Raises FileNotFoundError."""
    listed = list(chunks(paths))
    documents = _read(spark, listed).persist(StorageLevel.DISK_ONLY)
    accepted = documents.where("reason IS NULL")
    report = with_groups(spark, accepted).select("name", "text", "title", "url", "date", "passages", "group")
    counts = spark.sparkContext.accumulator({}, _OfTasks())
    claim = claims(spark, accepted, vocabulary, reader, counts)
    refused = documents.where("reason IS NOT NULL").select(
        F.lit("press").alias("source"), "file", "line", "text", "reason"
    )
    return PressTables(report, claim, refused, documents, sum(chunk.end - chunk.start for chunk in listed), counts)


def read(spark: SparkSession, paths: Iterable[Location | str]) -> DataFrame:
    """Return every document of the paths, cleaned and signed, or its refusal."""
    return _read(spark, list(chunks(paths)))


def _read(spark: SparkSession, listed: Sequence[Chunk]) -> DataFrame:
    schema = pa.schema(
        [("path", pa.binary()), ("name", pa.string()), ("start", pa.int64()), ("end", pa.int64()), ("line", pa.int64())]
    )
    tasks = max(1, min(len(listed), spark.sparkContext.defaultParallelism * TASKS_PER_CORE))
    files = [asdict(chunk) | {"path": os.fsencode(chunk.path)} for chunk in listed]
    rows = spark.createDataFrame(pa.Table.from_pylist(files, schema).to_pandas(), CHUNK)
    return rows.repartition(tasks).mapInArrow(_in_batches(_documents, _DOCUMENT), DOCUMENT)


def claims(
    spark: SparkSession,
    documents: DataFrame,
    vocabulary: Vocabulary,
    reader: By = DEFAULT,
    counts: Remarks | None = None,
) -> DataFrame:
    """Yield the claims of documents by the reader of that name; every worker gets the vocabulary once.

    Each task adds to `counts` what it dropped and left unread, when its last document has been read.
    """
    shared = spark.sparkContext.broadcast(vocabulary)

    def extract(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        reading = reader_of(reader, shared.value)
        # A million objects that live as long as the worker: to look through them for garbage took a tenth of the time.
        gc.freeze()
        counted: Counter[str] = Counter()
        for one in readings(reading, map(_report, rows)):
            counted.update(remarks(one))
            yield from map(claim_row, one.claims)
        task = TaskContext.get()
        if counts is not None and task is not None and counted:
            counts.add({task.partitionId(): dict(counted)})

    wanted = documents.select("name", "text", "title", "url", "date", "passages")
    return wanted.mapInArrow(_in_batches(extract, _CLAIM), CLAIM)


def with_groups(spark: SparkSession, documents: DataFrame) -> DataFrame:
    """Documents with the name of their group of near-duplicates.

    Reports meet in a bucket of equal bands and are compared with its first. Only the pairs that are alike come to the
    driver, at most one per report and band.
    """
    buckets = documents.select("name", F.explode("bands").alias("band"))
    first = (
        buckets.groupBy("band").agg(F.min("name").alias("first"), F.count("*").alias("members")).where("members > 1")
    )
    pairs = buckets.join(first, "band").where("name != first").select("first", "name").distinct()
    signed = documents.select("name", "signature")
    compared = pairs.join(signed, "name").join(signed.toDF("first", "other"), "first")
    equal = F.aggregate(
        F.zip_with("signature", "other", lambda a, b: (a == b).cast("int")), F.lit(0), lambda n, one: n + one
    )
    same = compared.where(equal >= LIKE * F.size("signature")).select("first", "name").orderBy("first", "name")
    joined = connected((row.first, row.name) for row in _tuples(same))
    if not joined:
        return documents.withColumn("group", F.col("name"))
    found = spark.createDataFrame(list(joined.items()), "name string, found string")
    return documents.join(F.broadcast(found), "name", "left").withColumn("group", F.coalesce("found", "name"))


@dataclass(frozen=True)
class _Pair:
    first: str
    name: str


def _tuples(pairs: DataFrame) -> Iterator[_Pair]:
    table = pairs.toArrow()
    return (_Pair(one, other) for one, other in zip(table["first"].to_pylist(), table["name"].to_pylist(), strict=True))


def claim_row(claim: Claim) -> dict[str, Any]:
    """Return a claim as a row: its fields and links as JSON."""
    row = {name: getattr(claim, name) for name in _CLAIM.names}
    return row | {"fields": json.dumps(claim.fields), "links": json.dumps([vars(link) for link in claim.links])}


def claim_of_row(row: dict[str, Any]) -> Claim:
    """Return the claim of a row, or raises ValueError where the row has fields that its type has not."""
    from skipper.press.claim import Link

    links = tuple(Link(**link | {"candidates": tuple(link["candidates"])}) for link in json.loads(row["links"]))
    return Claim(
        **row | {"fields": json.loads(row["fields"]), "links": links, "attributed_to": tuple(row["attributed_to"])}
    )


def _documents(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        for document in read_chunk(Chunk(**row | {"path": os.fsdecode(row["path"])})):
            yield _signed(document) if isinstance(document, Report) else document


def _signed(report: Report) -> dict[str, Any]:
    values: np.ndarray = signature(report)
    row = {name: getattr(report, name) for name in ("name", "text", "title", "url", "date")}
    return row | {
        "passages": [{"start": one.start, "end": one.end, "kind": one.kind} for one in report.passages],
        "signature": values.tolist(),
        "bands": bands(values),
    }


def _report(row: dict[str, Any]) -> Report:
    kept = tuple(Passage(**passage) for passage in row["passages"])
    day = row["date"]
    given = day if day is None or isinstance(day, date) else date.fromisoformat(str(day))
    return Report(row["name"], row["text"], kept, row["title"], row["url"], given)


def small(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the batches cut into ones of at most BATCH rows.

    Spark hands on up to 16 MiB at once (`session`), which as Python objects are ten times as much.
    """
    for batch in batches:
        yield from (batch.slice(start, BATCH) for start in range(0, batch.num_rows, BATCH))


Rows = Callable[[Iterable[dict[str, Any]]], Iterator[dict[str, Any]]]


def _in_batches(function: Rows, schema: pa.Schema) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Yield a function of rows as one of Arrow batches, of which no more than one is held."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        kept: list[dict[str, Any]] = []
        for row in function(row for batch in small(batches) for row in batch.to_pylist()):
            kept.append(row)
            if len(kept) >= BATCH:
                yield pa.RecordBatch.from_pylist(kept, schema)
                kept = []
        if kept:
            yield pa.RecordBatch.from_pylist(kept, schema)

    return run
