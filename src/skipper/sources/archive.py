"""Read text files from disk or zip archives, with size limits; nothing is ever extracted to disk."""

from __future__ import annotations

import codecs
import errno
import gzip
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from skipper.lake.location import Location
from skipper.sources.parsed import SourceError

MAX_BYTES = 512 * 1024**2  # maximum size of a text file: twenty times a decade of game logs
MAX_EXPANSION = 200  # maximum expansion, as a multiple of the packed size; game logs expand tenfold
EXPANSION_CHECKED_FROM = 16 * 1024**2
CHUNK = 4 * 1024**2  # bytes at once of a text that is streamed
BAD_ZIP = "not a readable zip archive"


# Exceptions that zipfile and gzip raise for mangled content, found by fuzzing.
BAD_CONTENT = (
    OSError,  # seek to an offset in a damaged directory
    EOFError,
    RuntimeError,  # encrypted, or packed with a method that Python does not support
    IndexError,  # a member without a name
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)


_Member = tuple[zipfile.ZipFile, zipfile.ZipInfo]


class UnreadableError(Exception):
    """A file or archive member whose content cannot or must not be used, with the reason."""


@contextmanager
def _unpacking(path: Path, fault: str) -> Iterator[None]:
    """Raise UnreadableError, beginning with `fault`, for content that cannot be unpacked, and SourceError for a failure
    of the file system or the object store.

    zipfile reports a failed read of an archive's directory as a BadZipFile, and gzip's BadGzipFile is an OSError.
    EINVAL is the content's fault: a seek to before the file's start.
    """
    try:
        yield
    except BAD_CONTENT as error:
        for below in (error, error.__context__):
            if isinstance(below, OSError) and not isinstance(below, gzip.BadGzipFile) and below.errno != errno.EINVAL:
                raise SourceError(f"{path}: {below}") from error
        raise UnreadableError(f"{fault}: {error}") from error


def read_texts(
    path: Path, member_name: re.Pattern[str], label: str | None = None
) -> Iterator[tuple[str, bytes | UnreadableError]]:
    """Yield (label, content) for a text file, or for each member of a zip whose file name matches.

    A file's label is `label`, or its name; a zip member adds `/member`, with a number if the archive repeats the name.
    A byte order mark is dropped, because it would make the first game unreadable. If the content cannot be read, an
    UnreadableError takes its place and iteration continues with the next member.

    Raises SourceError for a file that the file system or object store does not deliver, such as one on storage that a
    worker does not share: if it were treated as a bad file, its games would be lost and the build would continue.
    """
    if path.suffix.lower() == ".zip":
        yield from _members(path, member_name, label or path.name)
        return
    try:
        yield label or path.name, _read_file(path)
    except UnreadableError as error:
        yield label or path.name, error


def _read_file(path: Path) -> bytes:
    with _unpacking(path, "cannot be read"):
        if path.suffix.lower() == ".gz":
            with path.open("rb") as packed, gzip.open(packed) as file:
                content = file.read(MAX_BYTES + 1)
        else:
            with path.open("rb") as file:
                # Read the actual file size: trimming a buffer of MAX_BYTES takes four times as long for a small file.
                size = min(path.stat().st_size, MAX_BYTES)
                content = file.read(size + 1)
                if len(content) > size:  # the file is growing, or does not report its size
                    content += file.read(MAX_BYTES - size)
    if len(content) > MAX_BYTES:
        raise UnreadableError(f"larger than {MAX_BYTES:,} bytes")
    return content.removeprefix(codecs.BOM_UTF8)


def stream_texts(
    path: Path, member_name: re.Pattern[str], label: str | None = None
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield (label, chunks) for a text of any size, or for each member of a zip whose file name matches.

    Labels are those of `read_texts`. Use up the chunks of a text before the next text. They raise UnreadableError for
    content that cannot be unpacked, and SourceError under the same conditions as `read_texts`.
    """
    if path.suffix.lower() != ".zip":
        yield label or path.name, _chunks_of_file(path)
        return
    for name, found in _members_of(path, member_name, label or path.name):
        yield name, _chunks_of_member(path, found)


def _chunks_of_file(path: Path) -> Iterator[bytes]:
    with _unpacking(path, "cannot be read"), path.open("rb") as packed:
        if path.suffix.lower() == ".gz":
            with gzip.open(packed) as file:
                yield from _chunks(file)
        else:
            yield from _chunks(packed)


def _chunks_of_member(path: Path, found: _Member | UnreadableError) -> Iterator[bytes]:
    if isinstance(found, UnreadableError):
        raise found
    archive, member = found
    _require_fair(member)
    with _unpacking(path, "the member cannot be read"), archive.open(member) as file:
        yield from _chunks(file)


def _chunks(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    first = True
    while chunk := file.read(CHUNK):
        yield chunk.removeprefix(codecs.BOM_UTF8) if first else chunk
        first = False


def _members(path: Path, member_name: re.Pattern[str], label: str) -> Iterator[tuple[str, bytes | UnreadableError]]:
    for name, found in _members_of(path, member_name, label):
        try:
            yield name, found if isinstance(found, UnreadableError) else _read_member(path, *found)
        except UnreadableError as error:
            yield name, error


def _members_of(
    path: Path, member_name: re.Pattern[str], label: str
) -> Iterator[tuple[str, _Member | UnreadableError]]:
    """Yield the label of each member whose file name matches, and the member; or why the archive cannot be read."""
    with ExitStack() as opened:
        try:
            with _unpacking(path, BAD_ZIP):
                archive = opened.enter_context(zipfile.ZipFile(opened.enter_context(path.open("rb"))))
        except UnreadableError as error:
            yield label, error
            return
        found: Counter[str] = Counter()
        for member in archive.infolist():
            if member.is_dir() or not member_name.match(PurePosixPath(member.filename.replace("\\", "/")).name):
                continue
            found[member.filename] += 1
            again = f" ({found[member.filename]})" if found[member.filename] > 1 else ""
            yield f"{label}/{member.filename}{again}", (archive, member)
        if not found:
            yield label, UnreadableError("the archive holds no file of the expected name")


def _require_fair(member: zipfile.ZipInfo) -> None:
    """Raise UnreadableError for a name outside the archive's folder, and for content that expands too much."""
    parts = PurePosixPath(member.filename.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or re.match(r"[A-Za-z]:", member.filename):
        raise UnreadableError("the member's name points outside its folder")
    packed = max(member.compress_size, 1)
    if member.file_size > EXPANSION_CHECKED_FROM and member.file_size / packed > MAX_EXPANSION:
        raise UnreadableError(f"the member expands {member.file_size // packed:,} times, more than {MAX_EXPANSION}")


def _read_member(path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    if member.file_size > MAX_BYTES:
        raise UnreadableError(f"the member unpacks to {member.file_size:,} bytes, more than {MAX_BYTES:,}")
    _require_fair(member)
    with _unpacking(path, "the member cannot be read"), archive.open(member) as file:
        content = file.read(member.file_size + 1)
    return content.removeprefix(codecs.BOM_UTF8)


def _unpacked_size(path: Path) -> int:
    """Return a file's size or, for a gzip file, the size of its text, stored in the last four bytes modulo 4 GB."""
    if path.suffix.lower() != ".gz" or path.stat().st_size < 4:
        return path.stat().st_size
    with path.open("rb") as file:
        file.seek(-4, os.SEEK_END)
        return int.from_bytes(file.read(4), "little")


def fault_of(path: Location) -> str | None:
    """Return why a file in a folder must not be opened: it is a link to a missing file, or a pipe, a socket or a
    device, whose end would be waited for. Null for a file, for an object of a store, and for what is gone, which fails
    when it is opened.

    Ask where files are listed, not where a worker reads them: there, a link's target may be missing alone.
    """
    if not isinstance(path, Path) or path.is_file():
        return None
    if path.exists():
        return "not a regular file"
    return "a link to a missing file" if path.is_symlink() else None


def list_texts(path: Path, name: re.Pattern[str]) -> list[tuple[str, int]]:
    """Return the (file name, size in bytes) of a text file, or of each member of a zip whose file name matches.

    These are the texts that `read_texts` would read. Raises UnreadableError for an invalid archive and for a file with
    a fault (see `fault_of`), and SourceError under the same conditions as `read_texts`.
    """
    if fault := fault_of(path):
        raise UnreadableError(fault)
    if path.suffix.lower() != ".zip":
        return [(path.name, _unpacked_size(path))] if name.match(path.name) else []
    with _unpacking(path, BAD_ZIP), path.open("rb") as file, zipfile.ZipFile(file) as archive:
        members = [(PurePosixPath(m.filename.replace("\\", "/")).name, m.file_size) for m in archive.infolist()]
    return [(member, size) for member, size in members if name.match(member)]
