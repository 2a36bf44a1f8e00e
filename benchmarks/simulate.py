"""The simulator: games per second and core, and memory, as the number of games grows.

    .venv/bin/python benchmarks/simulate.py --games 10000 50000 [--spark]

Each number of games is a run of `skipper simulate` with 30 organizations, seasons played to their end: process start
and the writing of event files, rosters and game logs included, compiled kernels in the cache.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

from measuring import measured

ORGANIZATIONS = 30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 50_000])
    parser.add_argument("--spark", action="store_true")
    asked = parser.parse_args()
    print(f"{'games':>10} {'seconds':>9} {'CPU s':>9} {'games/s':>9} {'per core':>9} {'peak MB':>8} {'disk MB':>8}")
    for games in asked.games:
        simulated(games, asked.spark)


def simulated(games: int, spark: bool) -> None:
    """Run the command and print a row."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "skipper", "simulate", "--organizations", str(ORGANIZATIONS)]
        run = measured([*command, "--games", str(games), "--out", folder, *(["--spark"] if spark else [])])
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    found = re.search(r"([\d,]+) simulated games", run.output)
    assert found, run.output
    written = int(found[1].replace(",", ""))
    print(
        f"{written:>10,} {run.seconds:>9.1f} {run.processor:>9.1f} {written / run.seconds:>9,.0f} "
        f"{written / run.processor:>9,.0f} {run.peak / 1e6:>8,.0f} {size / 1e6:>8,.0f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
