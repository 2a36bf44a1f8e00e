"""Requests that builds and a question send to an object store, and the manifest of a lake with many more seasons.

    PYTHONPATH=tests .venv/bin/python benchmarks/store.py --seasons 126 12600

The store is the tests' S3 server on this machine, whose log has a line per request; listings are GET requests whose
address says so. Builds are of one season and of three seasons of the simulated league without play-by-play, each into
an empty lake; the difference is what a season adds. The manifest is that of the lake of three seasons, with as many
copies of its seasons' files as make the given number of seasons; processor seconds are those of reading it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

from object_store import object_store
from skipper.lake.location import location
from skipper.lake.manifest import FILE_NAME, Manifest, read_manifest
from skipper.simulate import write_league

METHODS = ("PUT", "POST", "LIST", "GET", "HEAD", "DELETE")
SOURCES = ("gamelogs", "lahman", "register", "leagues.csv")
FIRST = 2041
QUESTION = "Delacombe"


def counted(log: Path, *command: str) -> Counter[str]:
    """Run `skipper` with the arguments. Returns its requests by method."""
    before = log.stat().st_size
    subprocess.run([sys.executable, "-m", "skipper", *command], check=True, stdout=subprocess.DEVNULL)
    sent = re.findall(r"([A-Z]+) (\S+) HTTP/", log.read_text("utf-8", "replace")[before:])
    return Counter("LIST" if "list-type" in address else method for method, address in sent)


def build(log: Path, league: Path, seasons: str, lake: str) -> Counter[str]:
    """Build the seasons of the league into an empty lake. Returns the requests by method."""
    options = [f"--{Path(name).stem}={league / name}" for name in SOURCES]
    return counted(log, "build", *options, f"--seasons={seasons}", "--no-cache", "--lake", lake)


def of_seasons(manifest: Manifest, seasons: int) -> Manifest:
    """Return the manifest as it would be with so many seasons."""
    copies = range(seasons // len(manifest.seasons))
    files = {
        name: [file for file in listed if file.season is None]
        + [file._replace(season=file.season + at) for at in copies for file in listed if file.season is not None]
        for name, listed in manifest.files.items()
    }
    return replace(manifest, files=files)


def report(what: str, sent: Counter[str]) -> None:
    """Print a line."""
    print(f"{what:32}" + "".join(f"{sent[method]:8}" for method in METHODS) + f"{sent.total():8}", flush=True)


def main() -> None:
    """Count the requests, and measure the manifests."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seasons", type=int, nargs="+", default=[126, 12600], help="seasons of a larger lake")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, object_store(Path(folder)) as bucket:
        league, log = Path(folder, "league"), Path(folder, "object_store.log")
        write_league(league)
        print(f"{'requests':32}" + "".join(f"{method:>8}" for method in (*METHODS, "all")))
        one = build(log, league, str(FIRST), f"{bucket}/one")
        three = build(log, league, f"{FIRST}-{FIRST + 2}", f"{bucket}/three")
        report("build of three seasons", three)
        report("of which for each further season", Counter({m: (three[m] - one[m]) // 2 for m in METHODS}))
        report("skipper records", counted(log, "records", QUESTION, "--lake", f"{bucket}/three"))
        held = read_manifest(location(f"{bucket}/three"))
        assert held is not None
        print("manifest  seasons     bytes  processor seconds to read")
        for seasons in (len(held.seasons), *asked.seasons):
            text = json.dumps(asdict(of_seasons(held, seasons)), separators=(",", ":"))
            Path(folder, FILE_NAME).write_text(text)
            began = time.process_time()
            read_manifest(Path(folder))
            print(f"{seasons:17,}  {len(text):8,}  {time.process_time() - began:.2f}")


if __name__ == "__main__":
    main()
