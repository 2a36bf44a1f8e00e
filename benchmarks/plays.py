"""How fast event files become a committed `event` table, step by step, in one process on one core.

    .venv/bin/python benchmarks/plays.py --events ../shared/data/retrosheet/events/2019eve.zip --copies 1 5 20

Copies of a season with distinct ids, in plain files, are read, played, made columns, written as Parquet and committed,
as a worker of the build and its driver do, without Spark (benchmarks/plays_lake.py has it). All times are processor
time. What a process pays once (imports, kernels, event texts, the first commit to a table) is shown apart. `--cwevent
PATH` runs that executable over the same files for comparison: see benchmarks/cwevent_reference.py.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

from cwevent_reference import Cwevent, compared
from season_copies import copy_seasons

_FIRST_READING = """
import sys, time
from pathlib import Path
from skipper.sources.retrosheet.events.listing import list_event_files, read_batch
from skipper.sources.retrosheet.events.plays import read_plays
listed = list_event_files(Path(sys.argv[1]))
files, _ = read_batch(listed.events[:1])
started = time.process_time()
read_plays(files, listed.rosters)
print(time.process_time() - started)
"""


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


def report_start(events: Path) -> None:
    """Print what the first file costs in a new process: kernels compiled, and then taken from their cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", _FIRST_READING, str(events)]
        cold, warm = (
            float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
            for _ in range(2)
        )
    print(f"first file of a process: {cold:.1f} s where kernels are compiled, {warm:.2f} s with them in the cache")


def run(events: Path, season: int, copies: list[int], cwevent: Path | None) -> None:
    """Measure and print."""
    report_start(events)
    references = [Cwevent(cwevent, events, season, extended) for extended in (False, True)] if cwevent else []
    with tempfile.TemporaryDirectory() as folder:
        listed_at = copy_seasons(events, season, Path(folder) / "events", max(copies))
        lake = _Lake(listed_at, Path(folder) / "lake")
        lake.warm_up()
        for reference in references:
            reference.run()
        print("copies   events  events/s/core     peak MB")
        for number in range(1, max(copies) + 1):
            lake.add_season()
            if number in copies:
                memory = getrusage(RUSAGE_SELF).ru_maxrss / 1024  # the peak so far; Linux gives kilobytes
                print(f"{number:6} {lake.plays:8,} {lake.rate:14,.0f} {memory:11,.0f}")
        lake.report_steps()
        for reference in references:
            reference.run()
        measured = [reference.rate(lake.plays / max(copies)) for reference in references]
        if measured:
            print(f"cwevent here: {measured[0]:,.0f} events/s, {measured[1]:,.0f} with the extended fields")
        print(compared(lake.rate, measured[0] if measured else None))


class _Lake:
    """A table `event` that grows by a season at a time, and what that has cost."""

    def __init__(self, events: Path, folder: Path) -> None:
        from skipper.sources.retrosheet.events.event_vocabulary import EventVocabulary
        from skipper.sources.retrosheet.events.listing import list_event_files

        self.listed, self.folder, self.vocabulary = list_event_files(events), folder, EventVocabulary()
        self.seasons = sorted({file.season for file in self.listed.events})
        self.steps, self.plays, self.bytes, self.added = Steps(), 0, 0, 0

    @property
    def rate(self) -> float:
        """Events a second of processor time so far."""
        return self.plays / sum(self.steps.seconds.values())

    def warm_up(self) -> None:
        """Read a season, so that kernels are there and its event texts are known; print what the texts cost."""
        from skipper.sources.retrosheet.events.event_vocabulary import EventVocabulary
        from skipper.sources.retrosheet.events.plays import read_plays

        files = self._files(self.seasons[0])
        events = read_plays(files, self.listed.rosters, self.vocabulary).lines.events
        started = time.process_time()
        EventVocabulary().rows_of(events)
        each = (time.process_time() - started) / len(events)
        print(f"{len(events):,} event texts of a season, {each * 1e6:.0f} microseconds each")
        print(f"the first commit to a table that is there: {self._first_commit():.2f} s")

    def _first_commit(self) -> float:
        """What it costs a process, in seconds, to start what reads a table's log."""
        from skipper.lake.delta import commit
        from skipper.tables.event import TABLE

        for _ in range(2):
            started = time.process_time()
            commit(self.folder.with_name("warm"), TABLE.arrow_schema, [], TABLE.by_season, ())
        return time.process_time() - started

    def _files(self, season: int) -> list:
        from skipper.sources.retrosheet.events.listing import read_batch

        return read_batch([file for file in self.listed.events if file.season == season])[0]

    def add_season(self) -> None:
        """Read, write and commit the next season."""
        from skipper.lake.delta import commit
        from skipper.lake.play_files import write_seasons
        from skipper.sources.retrosheet.events.plays import read_plays
        from skipper.sources.retrosheet.plays.soundness import without_unusable
        from skipper.sources.retrosheet.plays.tables import PlayTables
        from skipper.tables.event import TABLE

        season, step = self.seasons[self.added], self.steps.step
        with step("read files"):
            files = self._files(season)
        with step("split and play"):
            plays = without_unusable(read_plays(files, self.listed.rosters, self.vocabulary))
        with step("columns"):
            event = PlayTables(plays, self.listed.rosters, {})["event"]
        with step("Parquet"):
            written = write_seasons(event, self.folder)
        with step("commit"):
            commit(self.folder, TABLE.arrow_schema, written, TABLE.by_season, {season})
        assert not plays.rejected
        self.plays, self.added = self.plays + len(plays), self.added + 1
        self.bytes += sum(file.size for file in written)

    def report_steps(self) -> None:
        """Print the steps of all seasons so far."""
        total = sum(self.steps.seconds.values())
        for name, seconds in self.steps.seconds.items():
            print(f"    {name:<14} {seconds:6.2f} s  {seconds / total:4.0%}  {self.plays / seconds:12,.0f} events/s")
        print(f"    {self.bytes / self.plays:.1f} bytes of Parquet an event")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=Path, required=True, help="a season's event files, zipped with their rosters")
    parser.add_argument("--season", type=int, default=2019)
    parser.add_argument("--copies", type=int, nargs="+", default=[1, 5, 20])
    parser.add_argument("--cwevent", type=Path, help="a cwevent executable to run over the same files")
    asked = parser.parse_args()
    run(asked.events, asked.season, asked.copies, asked.cwevent)


if __name__ == "__main__":
    main()
