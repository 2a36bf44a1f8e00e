"""Game logs to answers: Skipper on Spark with two cores against DuckDB SQL with two threads.

From the same raw files (game logs, Lahman, the Chadwick Register), in one run, to the same ten tables as Parquet.
Skipper also makes what these ten are made of, and commits all to a lake; the line `whole build` has all its tables,
checked and published. Each system runs in a fresh process; the clock leaves out the process's start and the Spark
session's, which is shown beside it. Processor seconds are those of the whole process tree from start to end, Java and
the session's start included; memory is the tree's peak PSS, looked at twice a second.

    .venv/bin/python benchmarks/gamelogs.py --data ../shared/data --copies 1 5 10 --runs 3

With `--copies 5` the history is repeated with distinct seasons; people are the same in all copies.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from statistics import median

from measuring import Measured, measured, medians

CORES = 2
SPAN = 200  # years between one copy's seasons and the next one's
SYSTEMS = ("duckdb", "skipper", "whole build")


def copy_history(gamelogs: Path, lahman: Path, folder: Path, copies: int, files: str = "gl*.zip") -> tuple[Path, Path]:
    """Folders with the history repeated: copy n has every year raised by n times SPAN."""
    logs, tables = folder / "gamelogs", folder / "lahman"
    logs.mkdir(parents=True)
    tables.mkdir()
    for archive in sorted(gamelogs.glob(files)):
        with zipfile.ZipFile(archive) as source:
            text = source.read(source.namelist()[0]).decode("ascii")
        for copy in range(copies):
            season = int(archive.name[2:6]) + copy * SPAN
            moved = re.sub(r'^"\d{4}', f'"{season}', text, flags=re.MULTILINE)
            with zipfile.ZipFile(logs / f"gl{season}.zip", "w", zipfile.ZIP_DEFLATED) as target:
                target.writestr(f"GL{season}.TXT", moved)
    for name in ("People", "Teams", "Managers", "SeriesPost", "HomeGames"):
        (tables / f"{name}.csv").write_text(_copied(lahman / f"{name}.csv", copies), encoding="utf-8")
    return logs, tables


def _copied(table: Path, copies: int) -> str:
    header, *rows = table.read_text(encoding="utf-8").splitlines()
    names = header.split(",")
    year = next((names.index(name) for name in ("yearID", "year.key") if name in names), None)
    if year is None:
        return "\n".join([header, *rows, ""])
    lines = [header]
    for copy in range(copies):
        for row in rows:
            fields = row.split(",")
            fields[year] = str(int(fields[year]) + copy * SPAN)
            lines.append(",".join(fields))
    return "\n".join([*lines, ""])


def run_skipper(sources: list[Path], out: Path, whole: bool) -> dict[str, float]:
    """Seconds of the session's start, and of the build."""
    os.environ["SKIPPER_CORES"] = str(CORES)
    from duckdb_reference import TABLES
    from skipper.build.inputs import Inputs
    from skipper.build.run import build, write_tables
    from skipper.session import BUILD_HEAP, start_session

    gamelogs, lahman, register = sources
    inputs = Inputs(gamelogs=gamelogs, lahman=lahman, register=register)
    clock = time.perf_counter()
    spark = start_session(BUILD_HEAP)
    spark.range(1).count()
    session = time.perf_counter() - clock
    clock = time.perf_counter()
    if whole:
        build(spark, inputs, out)
    else:
        write_tables(spark, inputs, out, TABLES)
    return {"session": session, "build": time.perf_counter() - clock}


def run_duckdb(sources: list[Path], out: Path) -> dict[str, float]:
    """Seconds of the reference; it needs no session."""
    from duckdb_reference import run

    clock = time.perf_counter()
    gamelogs, lahman, register = sources
    run(gamelogs, lahman, register, out, CORES)
    return {"session": 0.0, "build": time.perf_counter() - clock}


def compare(sources: list[Path], copies: int, runs: int) -> None:
    """Run the systems in turn; print the median figures of each, and the ratios."""
    results: dict[str, list[Measured]] = {system: [] for system in SYSTEMS}
    for _ in range(runs):
        for system, its_runs in results.items():
            with tempfile.TemporaryDirectory() as out:
                its_runs.append(measured([sys.executable, __file__, "--run", system, *map(str, sources), out]))
    print(f"copies of history: {copies}; median of {runs} run(s)")
    print("                    build   session  processor    peak PSS")
    builds, processor = {}, {}
    for system, its_runs in results.items():
        steps = [json.loads(run.output.splitlines()[-1]) for run in its_runs]
        figures, session = medians(its_runs), median(step["session"] for step in steps)
        builds[system], processor[system] = median(step["build"] for step in steps), figures.processor
        print(
            f"  {system:12}{builds[system]:9.1f} s  {session:6.1f} s  {figures.processor:7.1f} s"
            f"  {figures.peak / 2**20:6,.0f} MiB"
        )
    print(
        f"  Skipper / DuckDB: {builds['skipper'] / builds['duckdb']:.2f} by the clock, "
        f"{processor['skipper'] / processor['duckdb']:.2f} in processor seconds",
        flush=True,
    )


def main() -> None:
    """Measure, in fresh processes, or run one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SKIPPER_DATA", "../shared/data")))
    parser.add_argument("--copies", type=int, nargs="+", default=[1], help="how many copies of history, for each size")
    parser.add_argument("--runs", type=int, default=1, help="of each system; the median counts")
    parser.add_argument("--run", nargs=5, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run:
        system, *sources, out = asked.run
        paths, lake = [Path(source) for source in sources], Path(out)
        steps = run_duckdb(paths, lake) if system == "duckdb" else run_skipper(paths, lake, system == "whole build")
        print(json.dumps(steps))
        return
    for copies in asked.copies:
        with tempfile.TemporaryDirectory() as folder:
            gamelogs, lahman = asked.data / "retrosheet" / "gamelogs", asked.data / "lahman"
            copied = copy_history(gamelogs, lahman, Path(folder), copies)
            compare([*copied, asked.data / "register"], copies, asked.runs)


if __name__ == "__main__":
    main()
