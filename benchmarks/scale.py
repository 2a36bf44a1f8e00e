"""Builds of several copies of history with one core and with two: seconds, scaling efficiency, memory of each process.

    .venv/bin/python benchmarks/scale.py --data ../shared/data --copies 1 10 30 --cores 1 2

Each build is a whole process, `skipper build` of the copied game logs and Lahman into an empty lake; a copy has seasons
of its own, and the same people. The efficiency of n cores is the time with the first number of cores, times that
number, by the time with n, times n. Memory is peak PSS, looked at twice a second: of all processes together, of Java,
and of the largest Python process.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from gamelogs import copy_history
from measuring import Measured, measured

COMMAND = "from skipper.cli import main; main()"


def build(logs: Path, lahman: Path, lake: Path, cores: int) -> Measured:
    """Build the sources with so many cores."""
    sources = [f"--gamelogs={logs}", f"--lahman={lahman}", "--no-cache", f"--lake={lake}"]
    return measured([sys.executable, "-c", COMMAND, "build", *sources], {"SKIPPER_CORES": str(cores)})


def main() -> None:
    """Measure every size with every number of cores and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SKIPPER_DATA", "../shared/data")))
    parser.add_argument("--copies", type=int, nargs="+", default=[1, 10, 30], help="copies of history, for each size")
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--files", default="gl*.zip", help="game logs to copy: a pattern, such as gl201?.zip")
    asked = parser.parse_args()
    print("copies  cores    clock  processor  efficiency  peak PSS: all      Java    Python")
    for copies in asked.copies:
        with tempfile.TemporaryDirectory() as folder:
            gamelogs, lahman = asked.data / "retrosheet" / "gamelogs", asked.data / "lahman"
            sources = copy_history(gamelogs, lahman, Path(folder), copies, asked.files)
            spent = None
            for cores in asked.cores:
                run = build(*sources, Path(folder, f"lake-{cores}"), cores)
                spent = spent or run.seconds * cores
                sizes = [run.peak, *(run.peaks.get(name, 0) for name in ("java", "python"))]
                shown = "  ".join(f"{size / 2**20:8,.0f}" for size in sizes)
                efficiency = spent / (run.seconds * cores)
                print(
                    f"{copies:6}  {cores:5}  {run.seconds:5.0f} s  {run.processor:7.0f} s  {efficiency:10.2f}"
                    f"      {shown} MiB",
                    flush=True,
                )


if __name__ == "__main__":
    main()
