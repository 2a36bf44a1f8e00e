"""Build one season of a lake again by the command, from the lake's own sources, with one game fewer.

The game log without the season's last game stands for a source that was corrected: the figures of two clubs, their
managers and players change, and so does whatever counts them.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

from skipper.lake.manifest import Manifest

COMMAND = "from skipper.cli import main; main()"


def rebuild_command(lake: Path, manifest: Manifest, season: int | None, folder: Path) -> tuple[int, list[str]]:
    """Return the season, by default the last that has a game log of its own, and the command that builds it again.

    `folder` gets the changed game log. Exits if the lake was built without game logs, or the season has no file.
    """
    gamelogs = Path(manifest.sources.get("gamelogs") or sys.exit(f"{lake} was built without game logs"))
    seasons = {int(file.stem[2:]): file for file in gamelogs.rglob("gl[0-9][0-9][0-9][0-9].*")}
    built = [year for year in seasons if year in manifest.seasons]
    season = season or max(built, default=0)
    if season not in built:
        sys.exit(f"{gamelogs} has no file gl{season or 'YYYY'} of a season of {lake}")
    _without_the_last_game(gamelogs, seasons[season], folder)
    sources = {**manifest.sources, "gamelogs": str(folder)}
    options = [part for name, path in sources.items() for part in (f"--{name}", str(path))]
    build = [sys.executable, "-c", COMMAND, "build", "--no-cache", "--lake", str(lake), "--seasons", str(season)]
    return season, [*build, *options]


def _without_the_last_game(gamelogs: Path, changed: Path, folder: Path) -> None:
    """Fill the folder with links to the game logs, and with the changed file."""
    folder.mkdir(parents=True)
    for file in gamelogs.rglob("*"):
        if file.is_file() and file != changed:
            link = folder / file.relative_to(gamelogs)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(file.absolute())
    content = changed.read_bytes()
    if zipfile.is_zipfile(changed):
        with zipfile.ZipFile(changed) as archive:
            (member,) = archive.namelist()
            content = archive.read(member)
    games = content.splitlines(keepends=True)
    written = folder / changed.relative_to(gamelogs).with_suffix(".txt")
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_bytes(b"".join(games[:-1]))
