"""Read a book's files, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa

from skipper.sources.archive import fault_of
from skipper.sources.parsed import Parsed, UnusableFileError
from skipper.sources.table_file import one_of_each

# Record set mlbam_source: the build's sources whose games name people by MLBAM id, by their options.
MLBAM_SOURCE = pa.schema([("source", pa.string())])
READERS = 4  # threads that read files that belong to no season
T = TypeVar("T")


def read_files(reading: Any, find: Callable[[], list[Path]]) -> Iterator[Parsed | UnusableFileError]:
    """Yield each file that `find` lists, as `reading.parse` reads it, or the error for one that cannot be used.

    Raises SourceError for a place without files, or a file that cannot be delivered.
    """
    try:
        listed = find()
    except UnusableFileError as error:
        yield error
        return
    files, repeated = one_of_each(listed)
    yield from repeated
    with ThreadPoolExecutor(READERS) as pool:  # unpacking and Arrow's reader release Python's lock
        yield from pool.map(partial(usable, reading.parse, is_file=True), files)


def usable(read: Callable[[Path], T], path: Path, is_file: bool = False) -> T | UnusableFileError:
    """Return what a function reads at a path, or the error if the file cannot be used."""
    try:
        if is_file and (fault := fault_of(path)):
            raise UnusableFileError(path, fault)
        return read(path)
    except UnusableFileError as error:
        return error
