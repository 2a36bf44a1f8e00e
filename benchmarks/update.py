"""A new day: `skipper update` of a lake whose last season has grown by the games of its last day.

    .venv/bin/python benchmarks/update.py --gamelogs GAMELOGS --events EVENTS --lahman LAHMAN --register REGISTER \
        --folder FOLDER

The sources are copied, and the last day of the last season is taken out of its game log and of its event files. The
lake is built from them. Then the whole files are put back, and the update is measured in a process of its own: clock,
processor seconds of all its processes, and what `build_log` says of each table.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path

from measuring import Measured, measured
from skipper.lake.reader import LakeReader

COMMAND = [sys.executable, "-m", "skipper"]
LOG = """
    SELECT "table", coalesce(season::VARCHAR, 'all') AS season, seconds FROM build_log
    WHERE build = (SELECT max(build) FROM build_log) AND "table" IS NOT NULL AND seconds >= 0.1 ORDER BY started
"""


def without_last_day(log: Path, events: Path | None) -> str:
    """Take the last day's games out of a season's game log and of its event files; return the day."""
    with zipfile.ZipFile(log) as archive:
        (name,) = archive.namelist()
        games = archive.read(name).splitlines(keepends=True)
    day = max(game[1:9] for game in games)
    _write(log, {name: b"".join(game for game in games if game[1:9] != day)})
    if events is not None:
        with zipfile.ZipFile(events) as archive:
            members = {member: archive.read(member) for member in archive.namelist()}
        of_day = re.compile(rb'id,"?\w{3}' + day)
        for member, content in members.items():
            if re.search(r"\.E[VD]\w$", member, re.IGNORECASE):
                pieces = re.split(rb"(?m)^(?=id,)", content)
                members[member] = b"".join(piece for piece in pieces if not of_day.match(piece))
        _write(events, members)
    return day.decode()


def _write(path: Path, members: dict[str, bytes]) -> None:
    path.unlink()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def report(what: str, result: Measured) -> None:
    """Print one run."""
    load = os.getloadavg()[0]
    print(f"{what}: {result.seconds:.1f} s, {result.processor:.1f} processor seconds, load {load:.1f}")


def main() -> None:
    """Build a lake of yesterday, and update it to today."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gamelogs", type=Path, required=True, help="a folder with an archive for each season")
    parser.add_argument("--events", type=Path, help="a folder with an archive for each season")
    parser.add_argument("--lahman", type=Path)
    parser.add_argument("--register", type=Path)
    parser.add_argument(
        "--folder", type=Path, required=True, help="for the sources' copies and the lake; must not exist"
    )
    parser.add_argument("--nothing", type=int, default=1, help="runs of an update with nothing to do")
    asked = parser.parse_args()
    sources = {name: getattr(asked, name) for name in ("gamelogs", "events", "lahman", "register")}
    copies = {name: asked.folder / name for name, path in sources.items() if path is not None}
    for name, copy in copies.items():
        shutil.copytree(sources[name], copy, copy_function=shutil.copyfile)
    log = max(file for file in copies["gamelogs"].iterdir() if re.fullmatch(r"gl\d{4}\.zip", file.name))
    events = copies["events"] / f"{log.stem[2:]}eve.zip" if "events" in copies else None
    day = without_last_day(log, events)
    lake = asked.folder / "lake"
    options = [part for name, copy in copies.items() for part in (f"--{name}", str(copy))]
    report("build of all", measured([*COMMAND, "build", "--no-cache", "--lake", str(lake), *options]))
    for _ in range(asked.nothing):
        report("nothing to do", measured([*COMMAND, "update", "--lake", str(lake)]))
    for copy, name in ((log, "gamelogs"), (events, "events")):
        if copy is not None:
            shutil.copyfile(sources[name] / copy.name, copy)
    report(f"games of {day} added", measured([*COMMAND, "update", "--lake", str(lake)]))
    for row in LakeReader(lake).rows(LOG):
        print(f"    {row['table']:<24}{row['season']:>6}{row['seconds']:>8.1f} s")


if __name__ == "__main__":
    main()
