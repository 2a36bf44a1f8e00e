"""Documents to claims: documents per second of each step on Spark with two cores, and spaCy's tokenizer on the same.

Synthetic documents (fictional managers, real names of clubs, one in ten a reprint of another with site furniture round
it) are written as JSON lines. Each number of documents runs in a process of its own, and its peak memory with that of
its children is shown: it should not grow with the number. The reference is the same Spark session running spaCy's blank
English tokenizer over the same documents' text and nothing else.

    .venv/bin/python benchmarks/press.py --documents 5000 20000
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pyarrow as pa

CORES = 2
REPRINTS = 10  # one document in so many repeats an earlier one
_FIRST = [
    "Ambrose",
    "Cyrus",
    "Dexter",
    "Elias",
    "Fabian",
    "Gideon",
    "Horace",
    "Ignatius",
    "Jasper",
    "Lionel",
    "Magnus",
    "Nestor",
    "Orville",
    "Percival",
    "Quentin",
]
_LAST = [
    "Kettleworth",
    "Brandtmeyer",
    "Oakhollow",
    "Pendergrast",
    "Quillington",
    "Rosethorn",
    "Stoutbridge",
    "Thistledown",
    "Underhaven",
    "Wetherfold",
]
_SENTENCES = (
    "{man}, {age}, went {wins}-{losses} with the {club} in {year}.",
    "The {club} hired {last} as manager in November {year}.",
    "{last} was fired by the {club} after the {year} season, according to a source.",
    "He won Manager of the Year honors in {year}.",
    "In {year}, he piloted the Birmingham Barons, then moved on to the Lancaster JetHawks.",
    "“We’re very pleased with the work he did,” the general manager said.",
    "Nobody in the clubhouse expected the weather to hold, and it did not: the tarpaulin came out in the seventh.",
    "The bullpen had been short for a week, and the starter gave them six innings and a chance to rest.",
    "{last} played nine seasons for the {club} and was drafted by the {other} in the third round in {year}.",
    "His clubs finished above .500 in four of seven seasons, and he would not discuss next year.",
)
_FURNITURE = "clock menu more-arrow no yes mobile\n\nFiled under:\n\n{body}\n\nMore from us\n\nNext: the bullpen"


def write_documents(path: Path, number: int, seed: int = 4) -> None:
    """A file of so many synthetic documents."""
    chance = random.Random(seed)
    recent: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        for place in range(number):
            repeated = place % REPRINTS == REPRINTS - 1
            body = _FURNITURE.format(body=chance.choice(recent)) if repeated else _body(chance, place)
            recent = [*recent[-50:], *([] if repeated else [body])]
            file.write(json.dumps({"url": f"https://example.org/{place}", "date": "2016-11-01", "text": body}) + "\n")


def _body(chance: random.Random, place: int) -> str:
    clubs = ("Mets", "Baltimore Orioles", "Cubs", "Detroit Tigers", "Padres", "Minnesota Twins", "Red Sox")
    paragraphs = []
    first, last = chance.choice(_FIRST), chance.choice(_LAST)
    for _ in range(8):
        sentences = chance.sample(_SENTENCES, 4)
        counted = {name: chance.randint(60, 102) for name in ("wins", "losses")}
        facts = counted | {
            "man": f"{first} {last}",
            "last": last,
            "age": chance.randint(35, 70),
            "year": chance.randint(1970, 2015),
            "club": chance.choice(clubs),
            "other": chance.choice(clubs),
        }
        words = " ".join(chance.choice(_LAST).lower() + chance.choice(_FIRST).lower() for _ in range(12))
        paragraphs.append(" ".join(sentence.format(**facts) for sentence in sentences) + f" Note {place}: {words}.")
    return "\n\n".join(paragraphs)


def run(documents: Path, lake: Path | None) -> dict[str, float]:
    """Seconds by step; each step's result is counted, and the first is kept on disk."""
    os.environ["SKIPPER_CORES"] = str(CORES)
    from pyspark import StorageLevel

    from skipper.press import pipeline, vocabulary
    from skipper.session import start_session

    words = vocabulary.hand_kept()
    if lake is not None:
        from skipper.lake.reader import LakeReader
        from skipper.tables.catalogue import TABLES

        words = vocabulary.load(LakeReader(lake, TABLES))
    spark = start_session()
    spark.range(1).count()
    steps: dict[str, float] = {}
    clock = time.perf_counter()
    read = pipeline.read(spark, [documents]).persist(StorageLevel.DISK_ONLY)
    steps["rows: read, clean and sign"] = read.count()
    steps["read, clean and sign"] = time.perf_counter() - clock
    clock = time.perf_counter()
    steps["rows: group near-duplicates"] = pipeline.with_groups(spark, read).select("group").distinct().count()
    steps["group near-duplicates"] = time.perf_counter() - clock
    clock = time.perf_counter()
    steps["rows: extract claims"] = pipeline.claims(spark, read, words).count()
    steps["extract claims"] = time.perf_counter() - clock
    clock = time.perf_counter()
    read.select("text").mapInArrow(_tokenized, "tokens long").agg({"tokens": "sum"}).collect()
    steps["spaCy tokenizer alone"] = time.perf_counter() - clock
    return steps


def _tokenized(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import spacy

    nlp = spacy.blank("en")
    for batch in batches:
        counts = [len(doc) for doc in nlp.tokenizer.pipe(batch.column("text").to_pylist())]
        yield pa.RecordBatch.from_pydict({"tokens": pa.array(counts, pa.int64())})


def measured(documents: Path, lake: Path | None) -> tuple[dict[str, float], int]:
    """The steps in a fresh process, and the peak resident memory in bytes of its Python processes (the JVM apart)."""
    command = [sys.executable, __file__, "--run", str(documents), *(["--lake", str(lake)] if lake else [])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    peak = [0]
    watcher = threading.Thread(target=_watch, args=(process, peak), daemon=True)
    watcher.start()
    output, _ = process.communicate()
    if process.returncode:
        raise SystemExit("the run failed")
    return json.loads(output.splitlines()[-1]), peak[0]


def _watch(process: subprocess.Popen[str], peak: list[int]) -> None:
    root = psutil.Process(process.pid)
    while process.poll() is None:
        total = 0
        for one in [root, *root.children(recursive=True)]:
            try:
                total += one.memory_info().rss if "java" not in one.name() else 0
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                continue
        peak[0] = max(peak[0], total)
        time.sleep(0.5)


def main() -> None:
    """Parse the arguments and print a table per number of documents."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[5000])
    parser.add_argument(
        "--lake", type=Path, help="take people from this lake; without it only the hand-kept lists are read"
    )
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        print(json.dumps(run(arguments.run, arguments.lake)))
        return
    for number in arguments.documents:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "documents.jsonl"
            write_documents(path, number)
            show(number, path.stat().st_size, *measured(path, arguments.lake))


def show(number: int, size: int, steps: dict[str, float], peak: int) -> None:
    """Documents per second and the ratio to the reference, by step, and how busy the machine was."""
    busy = os.getloadavg()[1]
    memory = f"peak memory of the Python processes {peak / 2**20:,.0f} MiB"
    print(f"{number:,} documents, {size / 2**20:,.0f} MiB; {memory}; load average {busy:.1f} on {os.cpu_count()} cores")
    reference = steps["spaCy tokenizer alone"]
    for step, seconds in steps.items():
        if not step.startswith("rows: "):
            rows = steps.get(f"rows: {step}")
            counted = "" if rows is None else f"  {rows:,.0f} rows"
            shown = f"{number / seconds:9,.0f} documents/s  {seconds / reference:6.2f} x the tokenizer's time"
            print(f"  {step:24} {shown}{counted}", flush=True)


if __name__ == "__main__":
    main()
