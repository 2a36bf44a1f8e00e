"""Check that a file is complete and of the expected kind before it enters the cache."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from skipper.sources.archive import BAD_CONTENT, MAX_BYTES

_CHUNK = 1024**2


class DamagedError(Exception):
    """A file is damaged or is not the requested one; the message says how."""


def check(path: Path, name: str, must_match: re.Pattern[str]) -> None:
    """Check the file at `path` as if it were called `name`; the suffix of `name` determines the format.

    Every zip member is unpacked and compared with its checksum, and at least one must have a matching name. A `.gz`
    file is unpacked and compared with its checksum. A table must have a matching column, in its header or, for Parquet,
    in its schema. Raises DamagedError for a file that fails a check, and OSError for an unreadable file.
    """
    ending = PurePosixPath(name).suffix.lower()
    if ending == ".zip":
        _check_zip(path, must_match)
    elif ending == ".gz":
        _check_gzip(path, must_match)
    elif ending == ".parquet":
        _check_parquet(path, must_match)
    else:
        with path.open("rb") as file:
            _check_table(file, must_match)


def _check_zip(path: Path, must_match: re.Pattern[str]) -> None:
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if sum(member.file_size for member in members) > MAX_BYTES:
                raise DamagedError(f"the zip unpacks to more than {MAX_BYTES:,} bytes")
            bad = archive.testzip()
    except BAD_CONTENT as error:
        raise DamagedError(f"not a sound zip archive: {error}") from error
    if bad is not None:
        raise DamagedError(f"not a sound zip archive: {bad} does not match its checksum")
    names = [PurePosixPath(member.filename.replace("\\", "/")).name for member in members]
    if not any(must_match.match(name) for name in names):
        held = ", ".join(names[:3]) or "nothing"
        raise DamagedError(f"the zip holds no file of the expected name, only {held}")


def _check_gzip(path: Path, must_match: re.Pattern[str]) -> None:
    try:
        with gzip.open(path) as file:
            _check_table(file, must_match)
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise DamagedError(f"not a sound gzip file: {error}") from error


def _check_parquet(path: Path, must_match: re.Pattern[str]) -> None:
    import pyarrow as pa  # takes longer to import than `skipper fetch` to start
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
    except (pa.ArrowException, pa.ArrowInvalid) as error:
        raise DamagedError(f"not a sound Parquet file: {error}") from error
    if not any(must_match.match(column) for column in table.column_names):
        raise DamagedError(
            f"not a table with a column {_shown(must_match)}: it has {', '.join(table.column_names[:5])}"
        )
    if not table.num_rows:
        raise DamagedError("the table has no rows")


def _shown(column: re.Pattern[str]) -> str:
    return column.pattern.rstrip("$").strip("()").replace("\\", "").replace("|", " or ")


def _check_table(file: BinaryIO | gzip.GzipFile, must_match: re.Pattern[str]) -> None:
    first = file.readline(64 * 1024)
    header = next(csv.reader(io.StringIO(first.decode("utf-8-sig", "replace"))), [])
    if not any(must_match.match(column) for column in header):
        shown = first[:40].decode("utf-8", "replace").strip()
        raise DamagedError(f"not a table with a column {_shown(must_match)}: it begins with {shown!r}")
    size = 0
    while chunk := file.read(_CHUNK):
        size += len(chunk)
        if b"\0" in chunk:
            raise DamagedError("the table contains a null byte")
        if size > MAX_BYTES:
            raise DamagedError(f"the table is larger than {MAX_BYTES:,} bytes")
    if size == 0:
        raise DamagedError("the table has a header but no rows")
