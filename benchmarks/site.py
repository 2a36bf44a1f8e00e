"""The whole site of a lake: its size, time and memory; a second run; and a run after one season was built again.

Run: python benchmarks/site.py LAKE [--season 2016] [--workers 2] [--out DIR]. The lake is copied first, because the
season is built again in it, by the command and with one game fewer (`season_rebuild.py`). Of each run of `skipper site`
it prints seconds, processor seconds of all processes, their greatest PSS together, and files written. Of the site, it
prints pages, files, megabytes and the largest page. Of the first run, it prints each process's greatest PSS in every
tenth of the run, which shows whether memory stays flat; processes that were seen in fewer than two looks are omitted.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from measuring import Measured, measured
from season_rebuild import COMMAND, rebuild_command
from skipper.lake.manifest import read_manifest
from skipper.render.html.site_list import LIST_FILE, read_list

PARTS = 10  # of a run


def site(lake: Path, out: Path, workers: int | None) -> Measured:
    """Write the lake's site into a folder, which may have an earlier one."""
    options = [] if workers is None else ["--workers", str(workers)]
    return measured([sys.executable, "-c", COMMAND, "site", "--lake", str(lake), "-o", str(out), *options])


def cost(run: Measured) -> dict[str, Any]:
    """Return what a run cost; the command says how many files it wrote."""
    return {
        "seconds": round(run.seconds, 1),
        "processor_seconds": round(run.processor, 1),
        "peak_mb": round(run.peak / 1e6),
        "said": run.output.splitlines()[0],
    }


def memory(run: Measured) -> list[str]:
    """Return a line per process: its greatest PSS in megabytes in each part of the run, a dash where it did not run."""
    sizes: dict[int, dict[int, float]] = defaultdict(dict)
    seen: dict[int, int] = defaultdict(int)
    for look in run.looks:
        part = min(int(look.seconds / run.seconds * PARTS), PARTS - 1)
        for process, size in look.sizes.items():
            sizes[process][part] = max(size, sizes[process].get(part, 0))
            seen[process] += 1
    lines = ((parts.get(part) for part in range(PARTS)) for process, parts in sizes.items() if seen[process] > 1)
    return [" ".join("-" if size is None else f"{size / 1e6:.0f}" for size in line) for line in lines]


def measures(out: Path) -> dict[str, Any]:
    """Return the size of a site; a megabyte is a million bytes."""
    _made_of, pages = read_list(out)
    sizes = {path: path.stat().st_size for path in out.rglob("*") if path.is_file() and path.name != LIST_FILE}
    largest = max((path for path in sizes if path.suffix == ".html"), key=lambda path: sizes[path])
    return {
        "pages": len(pages),
        "files": len(sizes),
        "mb": round(sum(sizes.values()) / 1e6, 1),
        "largest_page": {"address": largest.relative_to(out).as_posix(), "kb": round(sizes[largest] / 1e3, 1)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lake", type=Path)
    parser.add_argument("--season", type=int, help="season that is built again; by default the last with a game log")
    parser.add_argument("--workers", type=int, help="processes of `skipper site`; by default one per core")
    parser.add_argument(
        "--out", type=Path, help="folder for the site, which must not exist; by default a temporary one"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lake = shutil.copytree(given.lake, Path(folder) / "lake")
        out = given.out or Path(folder) / "site"
        if out.exists():
            parser.error(f"{out} exists")
        manifest = read_manifest(lake) or parser.error(f"{lake} has no complete build")
        season, build = rebuild_command(lake, manifest, given.season, Path(folder) / "gamelogs")
        first = site(lake, out, given.workers)
        found = {"site": measures(out), "first_run": {**cost(first), "mb_by_tenth_of_the_run": memory(first)}}
        found["run_without_a_change"] = cost(site(lake, out, given.workers))
        built = measured(build)
        found["season_built_again"] = {"season": season, "seconds": round(built.seconds, 1)}
        found["run_after_that_build"] = cost(site(lake, out, given.workers))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
