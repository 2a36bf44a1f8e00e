"""Copies of a season's event files with distinct ids, for load."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

FIRST_YEAR = 1901


def copy_seasons(events: Path, season: int, folder: Path, copies: int) -> Path:
    """A folder with a folder of plain files per copy of the season, the year changed in names and game ids.

    Plain files, since the reference reads no others.
    """
    with zipfile.ZipFile(events) as source:
        files = {name: source.read(name) for name in source.namelist()}
    for year in range(FIRST_YEAR, FIRST_YEAR + copies):
        copied = folder / str(year)
        copied.mkdir(parents=True)
        for name, content in files.items():
            (copied / name.replace(str(season), str(year))).write_bytes(_moved(content, season, year))
    return folder


def _moved(content: bytes, season: int, year: int) -> bytes:
    return re.sub(rb"^(id,\w{3})%d" % season, rb"\g<1>%d" % year, content, flags=re.MULTILINE)
