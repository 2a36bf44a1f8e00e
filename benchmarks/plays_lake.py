"""From event files to committed Delta tables, with Spark: copies of a season with distinct ids.

    .venv/bin/python benchmarks/plays_lake.py --events ../shared/data/retrosheet/events/2019eve.zip --copies 1 20

Each run is a process of its own. The start of the session and the first season (imports, kernels from
their cache) are shown apart. `per core` divides by the processor time of the whole process tree, the JVM's
included, so that another load of the machine does not count; `wall` is what the clock says. Reference: cwevent, see
benchmarks/cwevent_reference.py; `--cwevent PATH` runs it over the same files.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from cwevent_reference import Cwevent, compared
from season_copies import copy_seasons

PLAYS = ["event", "plate_appearance", "substitution", "play_exception", "pitching_appearance", "game", "club_game"]
PLAYS += ["lineup", "ejection", "play_difference", "person_name"]  # what the code before season tasks made of plays


def run(events: Path, lake: Path, tables: list[str], cores: int) -> dict[str, float]:
    """Seconds by step, events, and the processor seconds of the steady part."""
    os.environ["SKIPPER_CORES"] = str(cores)
    from skipper.build.inputs import Inputs
    from skipper.build.run import write_tables
    from skipper.session import BUILD_HEAP, start_session

    names = PLAYS if tables == ["all"] else tables
    clock = time.perf_counter()
    spark = start_session(BUILD_HEAP)
    spark.range(1).count()
    steps = {"session": time.perf_counter() - clock}
    clock = time.perf_counter()
    first = min(int(file.name[:4]) for file in events.rglob("*.EV?"))
    write_tables(spark, Inputs(events=events, seasons=frozenset({first})), lake / "first", names)
    steps["first season"] = time.perf_counter() - clock
    before, clock = tree_seconds(), time.perf_counter()
    rows = write_tables(spark, Inputs(events=events), lake / "all", names)
    steps |= {"steady": time.perf_counter() - clock, "processor": tree_seconds() - before}
    steps["events"] = rows["event"]
    steps["bytes"] = sum(file.stat().st_size for file in (lake / "all" / "event").rglob("*.parquet"))
    spark.stop()
    return steps


def tree_seconds() -> float:
    """Of this process and all below it."""
    me = psutil.Process()
    times = [one.cpu_times() for one in [me, *me.children(recursive=True)]]
    return sum(each.user + each.system for each in times)


def measured_run(events: Path, tables: str, cores: int) -> tuple[dict[str, float], int]:
    """One run in a fresh process, and the peak memory of its Python workers in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--run", tables, "--events", str(events), "--cores", str(cores)]
        process = subprocess.Popen([*command, "--lake", folder], stdout=subprocess.PIPE, text=True)
        peak = [0]
        threading.Thread(target=_watch, args=(process, peak), daemon=True).start()
        output, _ = process.communicate()
    if process.returncode:
        raise SystemExit("the run failed")
    return json.loads(output.splitlines()[-1]), peak[0]


def _watch(process: subprocess.Popen[str], peak: list[int]) -> None:
    """The largest resident memory of a single Python worker, five times a second."""
    root = psutil.Process(process.pid)
    while process.poll() is None:
        for one in root.children(recursive=True):
            try:
                if "python" in one.name():
                    peak[0] = max(peak[0], one.memory_info().rss)
            except psutil.NoSuchProcess:
                continue
        time.sleep(0.2)


def report(copies: int, tables: str, steps: dict[str, float], peak: int, measured: float | None) -> None:
    """Print one run."""
    events = steps["events"]
    print(
        f"{copies} season(s), {tables}: {events:,.0f} events, {steps['bytes'] / events:.1f} bytes an event in `event`"
    )
    print(f"    session {steps['session']:.1f} s, first season {steps['first season']:.1f} s, apart")
    rate = events / steps["processor"]
    print(f"    {rate:,.0f} events/s per core: {compared(rate, measured)}")
    if measured:
        print(f"    cwevent here: {measured:,.0f} events/s per core, as many at once")
    print(f"    {events / steps['steady']:,.0f} events/s by the clock, peak of a worker {peak / 1024**2:,.0f} MB")


def main() -> None:
    """Measure, in fresh processes, or run one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=Path, required=True, help="a season's event files, zipped with their rosters")
    parser.add_argument("--season", type=int, default=2019)
    parser.add_argument("--copies", type=int, nargs="+", default=[1, 20])
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--tables", nargs="+", default=["event", "all"], help="`all`, or tables with commas between")
    parser.add_argument("--cwevent", type=Path, help="a cwevent executable to run over the same files")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    parser.add_argument("--lake", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run:
        print(json.dumps(run(asked.events, asked.lake, asked.run.split(","), asked.cores)))
        return
    for copies in asked.copies:
        with tempfile.TemporaryDirectory() as folder:
            events = copy_seasons(asked.events, asked.season, Path(folder) / "events", copies)
            for tables in asked.tables:
                cwevent = (
                    Cwevent(asked.cwevent, asked.events, asked.season, at_once=asked.cores) if asked.cwevent else None
                )
                if cwevent:
                    cwevent.run()
                steps, peak = measured_run(events, tables, asked.cores)
                if cwevent:
                    cwevent.run()
                report(copies, tables, steps, peak, cwevent.rate(steps["events"] / copies) if cwevent else None)


if __name__ == "__main__":
    main()
