"""Game logs to answers: Skipper on Spark with two cores against DuckDB SQL with two threads.

The same raw files, in one run, to the contents of club_game, lineup, manager_season, lineup_usage and
player_usage as Parquet. Each system runs in a process of its own; the start of the Spark session is shown
apart. With `--copies 5` the history is repeated with distinct seasons.

    .venv/bin/python benchmarks/gamelogs.py --data ../shared/data --copies 1 5 10
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from pathlib import Path

import psutil

TABLES = ("club_game", "lineup", "manager_season", "lineup_usage", "player_usage")
CORES = 2
SPAN = 200  # years between one copy's seasons and the next one's


def copy_history(gamelogs: Path, lahman: Path, folder: Path, copies: int) -> tuple[Path, Path]:
    """Folders with the history repeated: copy n has every year raised by n times SPAN."""
    logs, tables = folder / "gamelogs", folder / "lahman"
    logs.mkdir(parents=True)
    tables.mkdir()
    for archive in sorted(gamelogs.glob("gl*.zip")):
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


def run_skipper(logs: Path, lahman: Path, out: Path) -> dict[str, float]:
    """Seconds by step of Skipper's own staging, table functions and writer."""
    os.environ["SKIPPER_CORES"] = str(CORES)
    from skipper.build.inputs import Inputs
    from skipper.build.run import write_game_tables
    from skipper.session import BUILD_HEAP, start_session

    steps = {}
    clock = time.perf_counter()
    spark = start_session(BUILD_HEAP)
    spark.range(1).count()
    steps["session"] = time.perf_counter() - clock
    clock = time.perf_counter()
    steps |= write_game_tables(spark, Inputs(logs, lahman), out)
    steps["all"] = time.perf_counter() - clock
    return steps


def run_duckdb(logs: Path, lahman: Path, out: Path) -> dict[str, float]:
    """Seconds by step of the reference."""
    from duckdb_reference import run

    clock = time.perf_counter()
    steps = run(logs, lahman, out, CORES)
    return {**steps, "all": time.perf_counter() - clock}


def measured(system: str, logs: Path, lahman: Path, out: Path) -> tuple[dict[str, float], int]:
    """Seconds by step of one system in a fresh process, and the peak memory of it and its children in bytes."""
    command = [
        sys.executable,
        __file__,
        "--run",
        system,
        "--logs",
        str(logs),
        "--lahman",
        str(lahman),
        "--out",
        str(out),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    peak = [0]
    watcher = threading.Thread(target=_watch, args=(process, peak), daemon=True)
    watcher.start()
    output, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"{system} failed")
    return json.loads(output.splitlines()[-1]), peak[0]


def _watch(process: subprocess.Popen[str], peak: list[int]) -> None:
    """The resident memory of the processes, summed (shared pages count in each), twice a second."""
    root = psutil.Process(process.pid)
    while process.poll() is None:
        total = 0
        for one in [root, *root.children(recursive=True)]:
            try:
                total += one.memory_info().rss
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                continue
        peak[0] = max(peak[0], total)
        time.sleep(0.5)


def main() -> None:
    """Parse the arguments; print one line per number of copies, then the steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SKIPPER_DATA", "../shared/data")))
    parser.add_argument("--copies", type=int, nargs="+", default=[1])
    parser.add_argument("--run", choices=("skipper", "duckdb"), help=argparse.SUPPRESS)
    for name in ("--logs", "--lahman", "--out"):
        parser.add_argument(name, type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        run = run_skipper if arguments.run == "skipper" else run_duckdb
        print(json.dumps(run(arguments.logs, arguments.lahman, arguments.out)))
        return
    for copies in arguments.copies:
        with tempfile.TemporaryDirectory() as folder:
            compare(arguments.data, Path(folder), copies)


def compare(data: Path, folder: Path, copies: int) -> None:
    """Run both on `copies` of the history and print times, memory and the ratio."""
    logs, lahman = copy_history(data / "retrosheet" / "gamelogs", data / "lahman", folder, copies)
    results = {system: measured(system, logs, lahman, folder / system) for system in ("duckdb", "skipper")}
    ratio = results["skipper"][0]["all"] / results["duckdb"][0]["all"]
    print(f"copies of history: {copies}   Skipper / DuckDB: {ratio:.2f}")
    for system, (steps, peak) in results.items():
        shown = ", ".join(f"{step} {seconds:.2f}" for step, seconds in steps.items())
        print(f"  {system}: {shown} (seconds); peak memory {peak / 2**20:,.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
