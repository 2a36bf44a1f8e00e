"""Copies of a season's event files with distinct ids, for load."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

FIRST_YEAR = 1901


def copy_seasons(events: Path, season: int, folder: Path, copies: int) -> Path:
    """A folder with a zip per copy of the season, the year changed in names and game ids."""
    folder.mkdir(parents=True)
    with zipfile.ZipFile(events) as source:
        files = {name: source.read(name) for name in source.namelist()}
    for year in range(FIRST_YEAR, FIRST_YEAR + copies):
        with zipfile.ZipFile(folder / f"{year}eve.zip", "w", zipfile.ZIP_DEFLATED) as target:
            for name, content in files.items():
                target.writestr(name.replace(str(season), str(year)), _moved(content, season, year))
    return folder


def _moved(content: bytes, season: int, year: int) -> bytes:
    return re.sub(rb"^(id,\w{3})%d" % season, rb"\g<1>%d" % year, content, flags=re.MULTILINE)
