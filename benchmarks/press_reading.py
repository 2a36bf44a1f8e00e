"""Processor time of reading alone: milliseconds per document in one process, this checkout against another, in turn.

    .venv/bin/python benchmarks/press_reading.py --lake lake --against ../skipper-before --runs 3

The documents are those of `benchmarks/press.py`. Every process reads the same documents with this interpreter and its
packages; `--against` names a worktree of the other commit. The names are those of the hand-kept lists and of the lake's
managers, each a manager. The first 50 documents are not measured.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from press import names_of, write_documents

HERE = Path(__file__).resolve().parents[1]
WARM_UP = 50  # documents


def main() -> None:
    """Parse the arguments and print a line per checkout."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lake", type=Path, help="whose managers the documents are about")
    parser.add_argument("--against", type=Path, action="append", default=[], help="another checkout; may be repeated")
    parser.add_argument("--documents", type=int, default=450)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--read", nargs=2, type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.read:
        print(json.dumps(read(*arguments.read)))
        return
    if arguments.lake is None:
        parser.error("--lake is missing")
    names = names_of(arguments.lake)
    with tempfile.TemporaryDirectory() as folder:
        documents, people = Path(folder) / "documents.jsonl", Path(folder) / "names.json"
        write_documents(documents, arguments.documents, names)
        people.write_text(json.dumps(names), encoding="utf-8")
        compare([HERE, *arguments.against], documents, people, arguments.runs)


def compare(checkouts: Sequence[Path], documents: Path, names: Path, runs: int) -> None:
    """Measure every checkout in turn, so many times; print each one's median and how many times this one's it is."""
    found: dict[Path, list[dict[str, float]]] = {checkout: [] for checkout in checkouts}
    for _ in range(runs):
        for checkout in checkouts:
            found[checkout].append(measured(checkout, documents, names))
    this = statistics.median(one["milliseconds"] for one in found[HERE])
    for checkout, its_runs in found.items():
        own = statistics.median(one["milliseconds"] for one in its_runs)
        print(
            f"{own:8.1f} ms a document, {own / this:5.2f} times this; {its_runs[0]['claims']:,.0f} claims; {checkout}"
        )


def measured(checkout: Path, documents: Path, names: Path) -> dict[str, float]:
    """Read the documents in a fresh process with that checkout's Skipper."""
    command = [sys.executable, __file__, "--read", str(documents), str(names)]
    environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    return dict(json.loads(output.splitlines()[-1]))


def read(documents: Path, names: Path) -> dict[str, float]:
    """Read the documents by rules in this process: processor milliseconds per document, and how many claims."""
    from skipper.press import hand_kept
    from skipper.press.documents import read_documents
    from skipper.press.vocabulary import Person

    people = tuple(
        Person(f"p-{number}", name, name.split()[-1], None, None, (1900, 2025))
        for number, name in enumerate(json.loads(names.read_text(encoding="utf-8")))
    )
    reports, _refused = read_documents([documents])
    claims_of = reading(replace(hand_kept.vocabulary(), people=people))
    for report in reports[:WARM_UP]:
        claims_of(report)
    gc.freeze()  # as Spark's workers do
    clock = time.process_time()
    claims = sum(len(list(claims_of(report))) for report in reports[WARM_UP:])
    spent = time.process_time() - clock
    return {"milliseconds": 1000 * spent / len(reports[WARM_UP:]), "claims": claims}


def reading(words: Any) -> Callable[[Any], Iterable[Any]]:
    """How the imported version reads a report: by its default reader, or as it did before there were readers."""
    try:
        from skipper.press.readers import DEFAULT, reader_of
    except ImportError:
        from skipper.press.extract import claims_of, make_ready  # type: ignore[import-not-found]

        make_ready(words)
        return lambda report: list(claims_of(report, words))
    reader = reader_of(DEFAULT, words)
    return lambda report: reader.read(report).claims


if __name__ == "__main__":
    main()
