"""Processor time and memory of a season's lineup_batter and lineup_value, compared with another checkout.

    .venv/bin/python benchmarks/lineup_tables.py --lake LAKE --season 2022 --against ../old

Each table is made from the lake's other tables, as in a Spark task: one process and thread per table, checkout and
run, in turn; kernels are compiled before. Printed are milliseconds per club-game with values, imports included, how
many of them pass until the inputs are read, the peak memory, and the ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time
from urllib.parse import unquote, urlsplit

import duckdb
from deltalake import DeltaTable

ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
TABLES = ("lineup_batter", "lineup_value")


def make(lake: Path, season: int, name: str) -> dict[str, float]:
    """Make a table's season; return its processor seconds, its peak memory in MB and its rows."""
    started = process_time()
    from skipper.build.graph import graph

    node = graph().nodes[name]
    with duckdb.connect(config={"threads": 1, "memory_limit": "512MB"}) as db:
        for each in node.inputs:
            files = [unquote(urlsplit(uri).path) for uri in DeltaTable(lake / each).file_uris()]
            years = range(season - (node.table.looks_back or 0), season + 1)
            wanted = [file for file in files if any(f"/season={year}/" in file for year in years)]
            db.execute(
                f"CREATE VIEW {each} AS FROM read_parquet({wanted}, hive_partitioning = true, "
                "hive_types = {'season': INTEGER})"
            )
        db.register("kept", node.table.arrow_schema.empty_table())  # no row is kept; older checkouts keep none
        given = {
            key: db.execute(sql, {"season": season} if "$season" in sql else {}).to_arrow_table()
            for key, sql in (node.selects or {}).items()
        }
    selected = process_time() - started
    assert node.function is not None
    rows = node.function(season=season, **given).num_rows
    return {
        "seconds": process_time() - started, "selects": selected, "peak": getrusage(RUSAGE_SELF).ru_maxrss / 1000,
        "rows": rows,
    }  # fmt: skip


def made(checkout: Path, asked: argparse.Namespace, name: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--lake", str(asked.lake), "--season", str(asked.season), "--make", name]
    environment = {**os.environ, **ONE_CORE, "PYTHONPATH": str(checkout / "src")}
    found: dict[str, float] = json.loads(subprocess.run(command, env=environment, check=True, stdout=-1).stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lake", type=Path, required=True)
    parser.add_argument("--season", type=int, required=True)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--make", choices=TABLES, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.make:
        print(json.dumps(make(asked.lake, asked.season, asked.make)))
        return
    checkouts = {"this checkout": Path(__file__).parents[1]} | ({"the other": asked.against} if asked.against else {})
    for checkout in checkouts.values():
        made(checkout, asked, "lineup_value")  # compiles the kernels
    runs: dict[str, dict[str, list[dict[str, float]]]] = {label: {name: [] for name in TABLES} for label in checkouts}
    for name in TABLES * asked.runs:
        for label, checkout in checkouts.items():
            runs[label][name].append(made(checkout, asked, name))
    seconds = {}
    for label, tables in runs.items():
        games = tables["lineup_value"][0]["rows"]
        for name, found in tables.items():
            whole, selects = (median(run[part] for run in found) for part in ("seconds", "selects"))
            print(
                f"{label}: {name} {1000 * whole / games:.2f} ms a club-game, {1000 * selects / games:.2f} of it until "
                f"its inputs are read, {max(run['peak'] for run in found):.0f} MB"
            )
        seconds[label] = sum(median(run["seconds"] for run in found) for found in tables.values())
        print(f"{label}: both {1000 * seconds[label] / games:.2f} ms a club-game, of {games:,.0f}")
    if asked.against:
        print(f"ratio: {seconds['this checkout'] / seconds['the other']:.2f}")


if __name__ == "__main__":
    main()
