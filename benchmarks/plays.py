"""How fast event files become columns and Parquet, step by step, on copies of a season with distinct ids.

    .venv/bin/python benchmarks/plays.py --events 2019eve.zip --copies 20

One process on one core. Compilation and start are timed apart. Each batch of files is read, played, made an Arrow
table and written as Parquet, as a worker of the build does; peak memory is the process's. Reference: Chadwick's
cwevent, which on ITS reference machine (issue 6; not this one) writes fields 0-96 at 190,000 to 207,000 events a
second and 76,000 with the extended fields.
"""

from __future__ import annotations

import argparse
import io
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

REFERENCE = (190_000, 76_000)  # cwevent's events a second, fields 0-96, and with extended fields: see above
FIRST_YEAR = 1901


class Steps:
    """Processor seconds by step."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time what happens inside."""
        started = time.process_time()
        yield
        self.seconds[name] += time.process_time() - started


def copies(found, season: int, count: int) -> Iterator[list]:
    """The files of a season as if they were of `count` seasons, with their rosters; a list per season."""
    from skipper.sources.retrosheet.events.files import EventFile

    clubs = [club for club, year in found.rosters.numbers if year == season]
    for year in range(FIRST_YEAR, FIRST_YEAR + count):
        for club in clubs:
            found.rosters.numbers[club, year] = found.rosters.numbers[club, season]
        ids = f"{season}".encode(), f"{year}".encode()
        yield [
            EventFile(file.label.replace(str(season), str(year)), _with_year(file.content, *ids))
            for file in found.events
        ]


def _with_year(content: bytes, season: bytes, year: bytes) -> bytes:
    return re.sub(rb"^id,(\w{3})" + season, rb"id,\g<1>" + year, content, flags=re.MULTILINE)


def write(table: pa.Table, path: Path) -> None:
    """One Parquet file: dictionaries as they are, plain small numbers, light compression."""
    texts = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    pq.write_table(table, path, use_dictionary=texts, compression="lz4", write_statistics=["game_id"])


def run(events: Path, season: int, count: int, megabytes: int) -> None:
    """Measure and print."""
    started = time.perf_counter()
    from skipper.chadwick.export import batches, write_csv
    from skipper.chadwick.fields import EXTENDED, STANDARD
    from skipper.chadwick.table import ChadwickColumns
    from skipper.sources.retrosheet.events.arrow import play_table
    from skipper.sources.retrosheet.events.event_vocabulary import EventVocabulary
    from skipper.sources.retrosheet.events.files import find_event_files
    from skipper.sources.retrosheet.events.plays import read_plays

    found, vocabulary = find_event_files(events), EventVocabulary()
    imported = time.perf_counter()
    read_plays(found.events[:1], found.rosters, vocabulary)
    compiled = time.perf_counter()
    read_plays(found.events, found.rosters, vocabulary)
    texts_read = time.perf_counter()
    print(f"start: imports and unzipping {imported - started:.1f} s")
    print(f"       kernels, compiled or from the cache {compiled - imported:.1f} s")
    print(f"       {len(vocabulary):,} event texts {texts_read - compiled:.1f} s")
    steps, plays_read, size = Steps(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number, files in enumerate(copies(found, season, count), 1):
            for part, batch in enumerate(batches(files, megabytes * 1024**2)):
                with steps.step("read and play"):
                    plays = read_plays(batch, found.rosters, vocabulary)
                with steps.step("arrow table"):
                    table = play_table(plays)
                path = Path(folder) / f"{number}-{part}.parquet"
                with steps.step("parquet"):
                    write(table, path)
                plays_read, size = plays_read + len(plays), size + path.stat().st_size
                path.unlink()
                assert not plays.rejected
            if number in (1, count):
                _report(f"{number} season(s)", steps, plays_read, size)
    for name, fields, reference in (
        ("0-96", STANDARD, REFERENCE[0]),
        ("0-96 and 0-62", STANDARD + EXTENDED, REFERENCE[1]),
    ):
        steps = Steps()
        with steps.step("all"):
            plays = read_plays(found.events, found.rosters, vocabulary)
            write_csv(ChadwickColumns(plays).table(fields), io.BytesIO())
        rate = len(plays) / steps.seconds["all"]
        print(f"cwevent's CSV, fields {name}: {rate:,.0f} events/s; cwevent on its reference machine {reference:,}")


def _report(what: str, steps: Steps, events: int, size: int) -> None:
    total = sum(steps.seconds.values())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what}: {events:,} events, {events / total:,.0f} events/s/core, peak {peak:,.0f} MB")
    print(f"    {size / events:.1f} bytes of Parquet an event")
    for name, seconds in steps.seconds.items():
        print(f"    {name:<14} {seconds:6.2f} s  {seconds / total:4.0%}  {events / seconds:12,.0f} events/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=Path, required=True, help="a season's event files with rosters")
    parser.add_argument("--season", type=int, default=2019)
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("--batch-megabytes", type=int, default=12)
    asked = parser.parse_args()
    sys.exit(run(asked.events, asked.season, asked.copies, asked.batch_megabytes))
