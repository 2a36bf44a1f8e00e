"""Documents to verdicts: documents per second, processor time and peak memory of one run on Spark with two cores.

Synthetic documents (the lake's managers, with invented figures; one in ten a reprint of another with boilerplate
round it) are made as they are written to a JSON-lines file, none of them kept. Each number
of documents runs in a process of its own, as `skipper press --spark --keep` does: read, cleaned, grouped, extracted,
linked, judged, kept in a copy of the lake. Memory is shown for Python and for Java apart: neither should grow with the
number. It is each process's own and its share of what several have (proportional set size). The first thousand
documents bear the start of Java and of the workers. With `--steps` the steps are timed one by one, beside spaCy's blank
English tokenizer over the same text.

    .venv/bin/python benchmarks/press.py --lake lake --documents 1000 10000 100000
    .venv/bin/python benchmarks/press.py --lake lake --documents 5000 --steps
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pyarrow as pa

CORES = 2
REPRINTS = 10  # one document in so many repeats an earlier one
PARAGRAPHS = (2, 8)
_LAST = (
    *("Kettle", "Brandt", "Oak", "Pender", "Quill", "Rose"),
    *("Stout", "Thistle", "Under", "Wether", "Ash", "Birch"),
    *("Copper", "Dun", "Elder", "Fen", "Gar", "Holm"),
)
_ENDING = (
    *("worth", "meyer", "hollow", "grast", "ington", "thorn"),
    *("bridge", "down", "haven", "fold", "croft", "bury"),
    *("combe", "dale", "field", "gate", "hurst", "ley"),
)
_CLUBS = ("Mets", "Baltimore Orioles", "Cubs", "Detroit Tigers", "Padres", "Minnesota Twins", "Red Sox")
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


def names_of(lake: Path) -> list[str]:
    """The lake's managers: the rules read claims only about people whom the lake has or the piece calls managers."""
    from skipper.lake.reader import LakeReader

    rows = LakeReader(lake).rows("SELECT DISTINCT manager_name AS name FROM manager_season ORDER BY name")
    return [row["name"] for row in rows]


def write_documents(path: Path, number: int, names: Sequence[str], seed: int = 4) -> None:
    """A file of so many synthetic documents, of which no more than fifty are in memory."""
    chance = random.Random(seed)
    recent: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        for place in range(number):
            repeated = place % REPRINTS == REPRINTS - 1
            body = _FURNITURE.format(body=chance.choice(recent)) if repeated else _body(chance, chance.choice(names))
            recent = [*recent[-50:], *([] if repeated else [body])]
            file.write(json.dumps({"url": f"https://example.org/{place}", "date": "2016-11-01", "text": body}) + "\n")


def _body(chance: random.Random, man: str) -> str:
    return "\n\n".join(_paragraph(chance, man) for _ in range(chance.randint(*PARAGRAPHS)))


def _paragraph(chance: random.Random, man: str) -> str:
    facts = {name: chance.randint(60, 102) for name in ("wins", "losses")} | {
        "man": man,
        "last": man.split()[-1],
        "age": chance.randint(35, 70),
        "year": chance.randint(1970, 2015),
        "club": chance.choice(_CLUBS),
        "other": chance.choice(_CLUBS),
    }
    # Words of its own, so that pieces of the same ten sentences are not taken for reprints of one another.
    words = " ".join(chance.choice(_LAST).lower() + chance.choice(_ENDING) for _ in range(12))
    return " ".join(one.format(**facts) for one in chance.sample(_SENTENCES, 4)) + f" Note: {words}."


def run_whole(documents: Path, lake: Path) -> dict[str, float]:
    """Seconds of the whole run, into a copy of the lake, and how many claims of each verdict it then keeps."""
    from skipper.lake.reader import LakeReader
    from skipper.press.keep_many import keep_many, session

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(lake, Path(folder) / "lake"))
        spark = session()
        spark.range(1).count()
        clock = time.perf_counter()
        kept = keep_many(spark, [documents], LakeReader(copy))
        return {
            "documents to verdicts": time.perf_counter() - clock,
            **{f"rows: {word}": n for word, n in kept.verdicts.items()},
        }


def run_steps(documents: Path, lake: Path) -> dict[str, float]:
    """Seconds by step; each step's result is counted, and the first is kept on disk."""
    from pyspark import StorageLevel

    from skipper.lake.reader import LakeReader
    from skipper.press import pipeline
    from skipper.press.vocabulary_of_lake import load_vocabulary
    from skipper.session import start_session

    words = load_vocabulary(LakeReader(lake))
    spark = start_session()
    spark.range(1).count()
    read = pipeline.read(spark, [documents]).persist(StorageLevel.DISK_ONLY)
    tokens = read.select("text").mapInArrow(_tokenized, "tokens long").agg({"tokens": "sum"})
    steps: dict[str, Callable[[], object]] = {
        "read, clean and sign": read.count,
        "group near-duplicates": lambda: pipeline.with_groups(spark, read).select("group").distinct().count(),
        "extract and link claims": lambda: pipeline.claims(spark, read, words).count(),
        "spaCy tokenizer alone": tokens.collect,
    }
    return {step: _timed(work) for step, work in steps.items()}


def _timed(work: Callable[[], object]) -> float:
    clock = time.perf_counter()
    work()
    return time.perf_counter() - clock


def _tokenized(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import spacy

    nlp = spacy.blank("en")
    for batch in batches:
        counts = [len(nlp.tokenizer(text)) for text in batch.column("text").to_pylist()]
        yield pa.RecordBatch.from_pydict({"tokens": pa.array(counts, pa.int64())})


@dataclass
class Used:
    """What a process and its children used: peak bytes of Python and of Java, processor seconds by pid."""

    python: int = 0
    java: int = 0
    seconds: dict[int, float] = field(default_factory=dict)

    def look(self, root: psutil.Process) -> None:
        """Take the figures of now."""
        held = {"python": 0, "java": 0}
        for one in [root, *root.children(recursive=True)]:
            try:
                held["java" if "java" in one.name() else "python"] += one.memory_full_info().pss
                times = one.cpu_times()
                self.seconds[one.pid] = times.user + times.system
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                continue
        self.python, self.java = max(self.python, held["python"]), max(self.java, held["java"])


def measured(documents: Path, lake: Path, steps: bool) -> tuple[dict[str, float], Used]:
    """The figures of a run in a fresh process, and what it used."""
    command = [sys.executable, __file__, "--run", str(documents), "--lake", str(lake), *(["--steps"] if steps else [])]
    environment = os.environ | {"SKIPPER_CORES": str(CORES)}
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
        used = Used()
        watcher = threading.Thread(target=_watch, args=(process, used), daemon=True)
        watcher.start()
        output, _ = process.communicate()
        if process.returncode:
            errors.seek(0)
            raise SystemExit(f"the run failed:\n{errors.read()[-3000:]}")
    return json.loads(output.splitlines()[-1]), used


def _watch(process: subprocess.Popen[str], used: Used) -> None:
    root = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            used.look(root)
        except psutil.NoSuchProcess:
            return
        time.sleep(0.5)


def main() -> None:
    """Parse the arguments and print a table per number of documents."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[1000, 5000])
    parser.add_argument("--lake", type=Path, required=True, help="whose people are linked; it is copied, not changed")
    parser.add_argument("--steps", action="store_true", help="time the steps up to the claims one by one")
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        work = run_steps if arguments.steps else run_whole
        print(json.dumps(work(arguments.run, arguments.lake)))
        return
    names = names_of(arguments.lake)
    for number in arguments.documents:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "documents.jsonl"
            write_documents(path, number, names)
            show(number, path.stat().st_size, *measured(path, arguments.lake, arguments.steps))


def show(number: int, size: int, figures: dict[str, float], used: Used) -> None:
    """Documents per second by step, processor time and memory, and how busy the machine was."""
    spent = sum(used.seconds.values())
    memory = f"peak memory: Python {used.python / 2**20:,.0f} MiB, Java {used.java / 2**20:,.0f} MiB"
    time_used = f"{spent:,.0f} s of processor time, {1000 * spent / number:.0f} ms a document"
    busy = f"load average {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores"
    print(f"{number:,} documents, {size / 2**20:,.0f} MiB; {memory}; {time_used}; {busy}")
    for step, amount in figures.items():
        counted = f"{amount:9,.0f}" if step.startswith("rows: ") else f"{number / amount:9,.0f} documents/s"
        print(f"  {step.removeprefix('rows: '):24} {counted}", flush=True)


if __name__ == "__main__":
    main()
