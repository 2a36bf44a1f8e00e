"""Builds and a question by the command line: this checkout against another one, in turn.

    .venv/bin/python benchmarks/build.py --data ../shared/data --against ../skipper-before --runs 3

Measured are the build of the demo's league, the build of full history (every game log, and the event files there are),
and `skipper records NAME` on the history's lake, beside a process that only imports DuckDB. All are whole processes,
with this interpreter and its packages; `--against` names a worktree of the other commit. Processor seconds are those of
the whole process tree, Java included; memory is the tree's peak PSS, looked at twice a second, so that it says little
of processes that last no longer.
"""

from __future__ import annotations

import argparse
import compileall
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from measuring import Measured, measured, medians

HERE = Path(__file__).resolve().parents[1]
COMMAND = "from skipper.cli import main; main()"
LEAGUE = "import sys, pathlib, skipper.simulate; skipper.simulate.write_league(pathlib.Path(sys.argv[1]))"


@dataclass(frozen=True)
class Checkout:
    """A commit's source tree, the data, and a folder for what it writes."""

    path: Path
    data: Path
    folder: Path

    def run(self, code: str, *arguments: object) -> Measured:
        """Run Python code with this tree's `src` before any installed Skipper."""
        return measured([sys.executable, "-c", code, *map(str, arguments)], {"PYTHONPATH": str(self.path / "src")})

    def build(self, lake: Path, sources: dict[str, Path]) -> Measured:
        """Build the sources into the lake by the command."""
        options = [part for name, path in sources.items() for part in (f"--{name}", path)]
        return self.run(COMMAND, "build", "--no-cache", "--lake", lake, *options)

    def demo(self, run: int) -> Measured:
        """Build the demo's league, which is written once."""
        league = self.folder / "league"
        if not league.exists():
            self.run(LEAGUE, league)
        found = {name: league / name for name in ("gamelogs", "events", "lahman", "register", "minors")}
        found |= {name: league / f"{name}.csv" for name in ("leagues", "managers")}
        return self.build(self.folder / f"demo-{run}", {name: path for name, path in found.items() if path.exists()})

    def history(self, run: int) -> Measured:
        """Build all seasons of the data."""
        folders = ("retrosheet/gamelogs", "retrosheet/events", "lahman", "register")
        sources = {Path(folder).name: self.data / folder for folder in folders}
        return self.build(self.folder / f"history-{run}", sources)

    def records(self, name: str, _run: int) -> Measured:
        """Ask the lake of the first build of history for a manager's record."""
        return self.run(COMMAND, "records", name, "--lake", self.folder / "history-0")


def compare(title: str, runs: int, kinds: Mapping[str, Callable[[int], Measured]]) -> None:
    """Run every kind in turn, so many times; print median figures, and the first kind's as a multiple of each."""
    results: dict[str, list[Measured]] = {kind: [] for kind in kinds}
    for run in range(runs):
        for kind, measure in kinds.items():
            results[kind].append(measure(run))
    print(f"{title}: median of {runs} run(s)\n  {'':14}     clock  processor   peak PSS   this / it: clock  processor")
    figures = {kind: medians(its_runs) for kind, its_runs in results.items()}
    this = figures["this"]
    for kind, it in figures.items():
        peak = f"{it.peak / 2**20:,.0f} MiB" if it.peak else "not seen"
        print(
            f"  {kind:14}{it.seconds:8.2f} s  {it.processor:7.2f} s  {peak:>9}"
            f"  {this.seconds / it.seconds:16.2f}  {this.processor / it.processor:9.2f}",
            flush=True,
        )


def main() -> None:
    """Measure all three and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SKIPPER_DATA", "../shared/data")))
    parser.add_argument("--against", type=Path, required=True, help="a worktree of another commit")
    parser.add_argument("--runs", type=int, default=1, help="of each build; the median counts")
    parser.add_argument("--questions", type=int, default=11, help="runs of `skipper records`; the median counts")
    parser.add_argument("--name", default="Terry Collins", help="the manager whose record is asked for")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = {"this": HERE, "against": asked.against.resolve()}
        checkouts = {kind: Checkout(path, asked.data, Path(folder, kind)) for kind, path in paths.items()}
        for checkout in checkouts.values():
            checkout.folder.mkdir()
            compileall.compile_dir(checkout.path / "src", quiet=2)  # as `make setup` does
        compare("demo's build", asked.runs, {kind: each.demo for kind, each in checkouts.items()})
        compare("full history's build", asked.runs, {kind: each.history for kind, each in checkouts.items()})
        records: dict[str, Callable[[int], Measured]] = {
            kind: partial(each.records, asked.name) for kind, each in checkouts.items()
        }
        records["import duckdb"] = lambda _: measured([sys.executable, "-c", "import duckdb"])
        compare(f"skipper records {asked.name!r}", asked.questions, records)


if __name__ == "__main__":
    main()
