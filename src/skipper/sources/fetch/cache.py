"""The cache of fetched files, with their notices and an index that describes each file.

    <cache>/retrosheet/gamelogs/gl2016.zip           <cache>/lahman/People.parquet
    <cache>/retrosheet/events/2016eve.zip            <cache>/register/people-0.csv
    <cache>/retrosheet/csvs/2016csvs.zip             <cache>/minors/playbyplay/2010_NYP_PlayByPlay.csv
    <cache>/retrosheet/transactions/tranDB.zip       <cache>/minors/scores/minors-scores-2004.csv
    <cache>/retrosheet/reference/ejections.csv

Each of these folders has a NOTICE.txt and an index.json. `events` also has the archives of postseason and all-star
games, box scores and the Negro Leagues. `<cache>/retrosheet/archives` has archives of several seasons, which no build
reads: `skipper fetch` takes from them the seasons that have no archive of their own. `<cache>/statsapi` is a store of
responses.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

import platformdirs

from skipper.settings import SettingError
from skipper.sources.digests import size_and_sha256
from skipper.sources.fetch.integrity import DamagedError, check
from skipper.sources.source import Fetched, sources
from skipper.sources.target import ARCHIVES, Target

CACHE_VARIABLE = "SKIPPER_CACHE"
NOTICE_FILE = "NOTICE.txt"
INDEX_FILE = "index.json"
_DATA = re.compile(r".+\.(zip|csv|csv\.gz|txt|parquet)$", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """The index entry of one cached file.

    `size` is in bytes, `fetched_at` an ISO time in UTC. `url` and `fetched_at` are null for a file placed there by
    hand. `etag` and `last_modified` are as given by the server, null if the server did not give them.
    """

    size: int
    sha256: str
    url: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    fetched_at: str | None = None


def cache_folder() -> Path:
    """Return the cache folder: `$SKIPPER_CACHE`, or `skipper` in the platform's cache folder. The folder need not exist
    yet.

    Raises SettingError for an object store's address, because resuming and renaming downloads needs real files.
    """
    named = os.environ.get(CACHE_VARIABLE)
    if named and "://" in named:
        raise SettingError(f"{CACHE_VARIABLE} is {named!r}: it must be a folder on this machine")
    return Path(named).expanduser() if named else platformdirs.user_cache_path("skipper", appauthor=False)


def fetched_sources() -> dict[str, Fetched]:
    """Return how each source is downloaded that has a folder in the cache, by the source's name."""
    return {name: source.fetched for name, source in sources().items() if source.fetched is not None}


def folder_of(collection: str) -> PurePosixPath:
    """Return a collection's folder in the cache: a source's, or that of archives of several seasons."""
    return PurePosixPath("retrosheet", ARCHIVES) if collection == ARCHIVES else fetched_sources()[collection].folder


def cached_folder(collection: str) -> Path | None:
    """Return a source's folder if it contains a data file, otherwise null."""
    folder = cache_folder() / folder_of(collection)
    if not folder.is_dir():
        return None
    held = (file for file in folder.iterdir() if file.name != NOTICE_FILE and _DATA.match(file.name))
    return folder if any(held) or any(folder.glob("*/*.json.gz")) else None


class Shelf:
    """The cached files of one collection, and their index."""

    def __init__(self, cache: Path, collection: str) -> None:
        self.folder = cache / folder_of(collection)
        self._index: dict[str, Entry] | None = None

    def path(self, name: str) -> Path:
        """Return the file's path, whether or not the file exists."""
        return self.folder / name

    def entry(self, name: str) -> Entry | None:
        """Return the file's index entry, or null if the index does not list it."""
        if self._index is None:
            self._index = _read_index(self.folder / INDEX_FILE)
        return self._index.get(name)

    def sound(self, target: Target) -> Entry | None:
        """Return the entry for the target's cached file, or null if the file is absent or damaged.

        A file in the index must match its recorded size and checksum. A file placed there by hand must pass the check
        for its format.
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
        """Move a finished file into place atomically and add it to the index."""
        self.entry(name)
        os.replace(part, self.path(name))
        self._index = {**(self._index or {}), name: entry}
        self._write_index()

    def keep_only(self, names: Collection[str]) -> None:
        """Delete the data files with other names, which come from another release."""
        for file in self.folder.iterdir():
            if file.name not in {*names, NOTICE_FILE, INDEX_FILE} and _DATA.match(file.name):
                file.unlink()
        self.entry("")
        self._index = {name: entry for name, entry in (self._index or {}).items() if name in names}
        self._write_index()

    def _write_index(self) -> None:
        listed = {key: asdict(value) for key, value in sorted((self._index or {}).items())}
        write_text(self.folder / INDEX_FILE, json.dumps(listed, indent=1) + "\n")

    def post_notice(self, notice: str) -> bool:
        """Store the notice next to the data. Returns true if the notice is new or changed."""
        path = self.folder / NOTICE_FILE
        text = notice + "\n"
        if path.is_file() and path.read_text("utf-8") == text:
            return False
        self.folder.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        return True


def write_text(path: Path, text: str) -> None:
    """Write a small file atomically, so that a reader sees the old file or the new one, never a partial file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _read_index(path: Path) -> dict[str, Entry]:
    """Return the index, or an empty one if it is unreadable; the files then count as placed by hand."""
    try:
        return {name: Entry(**values) for name, values in json.loads(path.read_text("utf-8")).items()}
    except (FileNotFoundError, ValueError, TypeError, AttributeError):
        return {}
