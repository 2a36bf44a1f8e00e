"""The cache: where fetched files are kept, with their notices and an index of what each of them is.

    <cache>/retrosheet/gamelogs/gl2016.zip    <cache>/lahman/People.csv
    <cache>/retrosheet/events/2016eve.zip     <cache>/register/people-0.csv

Each of the four folders has a NOTICE.txt and an index.json.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from skipper.sources.fetch.integrity import DamagedError, check, size_and_sha256
from skipper.sources.fetch.targets import Target

CACHE_VARIABLE = "SKIPPER_CACHE"
FOLDERS = {
    "gamelogs": Path("retrosheet", "gamelogs"),
    "events": Path("retrosheet", "events"),
    "lahman": Path("lahman"),
    "register": Path("register"),
}
NOTICE_FILE = "NOTICE.txt"
INDEX_FILE = "index.json"
_DATA = re.compile(r".+\.(zip|csv|csv\.gz|txt)$", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """What is known of one cached file.

    `size` is in bytes, `fetched_at` an ISO time in UTC. `url` and `fetched_at` are null for a file that was
    put there by hand; `etag` and `last_modified` (as the server gave them) are null where it gave none.
    """

    size: int
    sha256: str
    url: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    fetched_at: str | None = None


def cache_folder() -> Path:
    """The cache: `$SKIPPER_CACHE`, or `skipper` in the platform's cache folder. It need not exist yet."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named).expanduser() if named else platformdirs.user_cache_path("skipper", appauthor=False)


def cached_folder(collection: str) -> Path | None:
    """The folder of a collection (one of FOLDERS) when it has a data file in it, else null."""
    folder = cache_folder() / FOLDERS[collection]
    if not folder.is_dir():
        return None
    held = (file for file in folder.iterdir() if file.name != NOTICE_FILE and _DATA.match(file.name))
    return folder if any(held) else None


class Shelf:
    """The cached files of one collection, and their index."""

    def __init__(self, cache: Path, collection: str) -> None:
        self.folder = cache / FOLDERS[collection]
        self._index: dict[str, Entry] | None = None

    def path(self, name: str) -> Path:
        """Where the file is, or would be."""
        return self.folder / name

    def entry(self, name: str) -> Entry | None:
        """What the index says of the file; null when it does not list it."""
        if self._index is None:
            self._index = _read_index(self.folder / INDEX_FILE)
        return self._index.get(name)

    def sound(self, target: Target) -> Entry | None:
        """The target's file as it lies here, or null when it is absent or damaged.

        A file in the index must have its size and checksum. One that was put here by hand must pass the
        format's own check.
        """
        path = self.path(target.name)
        if not path.is_file():
            return None
        size, digest = size_and_sha256(path)
        entry = self.entry(target.name)
        if entry is not None:
            return entry if (entry.size, entry.sha256) == (size, digest) else None
        try:
            check(path, target.name, target.must_match)
        except DamagedError:
            return None
        return Entry(size, digest)

    def put(self, name: str, part: Path, entry: Entry) -> None:
        """Move a finished file into its place, in one step, and list it."""
        self.entry(name)
        os.replace(part, self.path(name))
        self._index = {**(self._index or {}), name: entry}
        listed = {key: asdict(value) for key, value in sorted(self._index.items())}
        write_text(self.folder / INDEX_FILE, json.dumps(listed, indent=1) + "\n")

    def post_notice(self, notice: str) -> bool:
        """Keep the notice beside the data. True when it was not there before, or another one was."""
        path = self.folder / NOTICE_FILE
        text = notice + "\n"
        if path.is_file() and path.read_text("utf-8") == text:
            return False
        self.folder.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        return True


def write_text(path: Path, text: str) -> None:
    """Write a small file in one step: a reader sees the old one or the new one, never half of it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _read_index(path: Path) -> dict[str, Entry]:
    """The index; empty when none can be read, and the files then count as put there by hand."""
    try:
        return {name: Entry(**values) for name, values in json.loads(path.read_text("utf-8")).items()}
    except (FileNotFoundError, ValueError, TypeError, AttributeError):
        return {}
