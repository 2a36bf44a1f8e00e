"""Files by their addresses, in a folder or in an object store: `lake` or `s3://bucket/prefix`.

The only module that opens, lists, replaces, locks or removes a lake's files. An object store's endpoint, region and
credentials come from the standard environment variables (AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, …).
"""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast
from urllib.parse import quote, urlsplit

from skipper.lake import client

if TYPE_CHECKING:
    import pyarrow.fs
    from obstore.store import S3Store
    from upath import UPath

Location: TypeAlias = "Path | UPath"
SCHEME = "s3://"
_USER = re.compile(r"://[^/@\s\"']*@")
_SIGNED = re.compile(r"(\b[a-z0-9]+://[^?\s\"']*)\?[^\s\"')]*")
_BUCKET = re.compile(r"[A-Za-z0-9._-]+")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
ABSENT = ""  # the version of a file that does not exist
LOCK_FILE = ".build.lock"
SECONDS_TO_REPLACE = 60  # a process waits so long for another that replaces the same file
SYNCS = 8  # files written to the disk at once
READ_AHEAD_BYTES = 1 << 20  # of an object, by one request


class LocationError(ValueError):
    """An address that is neither a folder nor `s3://bucket/prefix`, or of a store whose endpoint is no address."""


class ChangedError(Exception):
    """A file is no longer the version that a writer has seen."""


class StoreError(OSError):
    """An object store cannot be reached, or refuses a request."""


class MisreadError(OSError):
    """A folder cannot have Delta tables because of its name."""


class HeldError(Exception):
    """Another process holds a lake's lock."""


def location(given: str | os.PathLike[str] | Location) -> Location:
    """Return the location for an address: a path, or an object that has a path's methods.

    Raises LocationError for another kind of address, for one that is not UTF-8, as Delta tables require, and for one
    with credentials, which messages and build logs would repeat.
    """
    text = os.fspath(given) if isinstance(given, str | os.PathLike) else str(given)
    if text_of(text) != text:
        raise LocationError(f"{text_of(text)}: not a name in UTF-8")
    if "://" not in text:
        return Path(text)
    scheme, _, rest = text.partition("://")
    if "@" in rest.partition("/")[0] or re.search(r"\?\w+=", rest):
        raise LocationError(
            f"{scheme}://…: an address has neither a user nor parameters; give s3://bucket/prefix, and credentials in "
            "the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)"
        )
    if not text.startswith(SCHEME) or text.startswith(f"{SCHEME}/") or text == SCHEME:
        raise LocationError(f"{text}: give a folder or s3://bucket/prefix")
    bucket, *parts = text.removeprefix(SCHEME).split("/")
    if not _BUCKET.fullmatch(bucket) or {".", ".."} & set(parts):
        raise LocationError(f"{text}: a bucket's name has letters, digits, `.`, `_` and `-`, and a prefix no `..`")
    _require_endpoint()
    from skipper.lake.s3 import S3Location  # a folder needs none of its packages, which take 0.4 s to import

    return S3Location(text.rstrip("/"))


def _require_endpoint() -> None:
    """Raise LocationError if the endpoint in the environment is no address: the stores' client would panic."""
    endpoint = os.environ.get("AWS_ENDPOINT_URL")
    if endpoint is None:
        return
    try:
        found = urlsplit(endpoint)
        if found.scheme in ("http", "https") and found.hostname and found.port != 0 and not re.search(r"\s", endpoint):
            return
    except ValueError:  # of its host or port
        pass
    shown = without_credentials(endpoint)
    raise LocationError(f"AWS_ENDPOINT_URL is {shown!r}: it must be an address such as http://127.0.0.1:9000")


def source(given: str | os.PathLike[str]) -> Path:
    """Return the location of a source; its readers use only the methods that every location shares with a path."""
    text = str(given)
    return cast(Path, location(text)) if "://" in text else Path(text)


def text_of(path: str | Path) -> str:
    """Return a file's name or a command's argument as text for tables and messages. A byte that is not UTF-8 is written
    as Python has it (`\\udce9`)."""
    return str(path).encode("utf-8", "backslashreplace").decode("utf-8")


def folder_of(place: Location) -> Path | None:
    """Return a location as a path on this machine; null for a location in an object store."""
    return place if isinstance(place, Path) else None


def read(place: Location) -> bytes:
    """Return a file's bytes. Raises FileNotFoundError."""
    if isinstance(place, Path):
        return place.read_bytes()
    import obstore
    from obstore.exceptions import BaseError

    try:
        return bytes(obstore.get(*_object(place)).bytes())
    except FileNotFoundError:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place)) from None
    except BaseError as error:
        raise StoreError(f"{place}: {_first_line(error)}") from error


def read_within(place: Location, most: int) -> bytes:
    """Return the bytes of a file of others, of which no more than `most` are read.

    Raises ValueError for a longer file and for what is no file, such as a pipe or a device, whose end would be waited
    for, and OSError for one that is not there or cannot be read.
    """
    if isinstance(place, Path) and place.exists() and not place.is_file():
        raise ValueError("not a regular file")
    with open_bytes(place) as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise ValueError(f"more than {most:,} bytes")
    return content


def open_bytes(place: Location) -> BinaryIO:
    """Open a file to read parts of it. Raises FileNotFoundError; reading raises StoreError if an object store fails."""
    if isinstance(place, Path):
        return place.open("rb")
    return io.BufferedReader(_ObjectBytes(place), READ_AHEAD_BYTES)


class _ObjectBytes(io.RawIOBase):
    """An object's bytes: each read is a request for a range."""

    def __init__(self, place: UPath) -> None:
        import obstore
        from obstore.exceptions import BaseError

        self._place, self._at = place, 0
        try:
            self._size: int = obstore.head(*_object(place))["size"]
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place)) from None
        except BaseError as error:
            raise StoreError(f"{place}: {_first_line(error)}") from error

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence] + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        import obstore
        from obstore.exceptions import BaseError

        end = min(self._at + len(buffer), self._size)
        if end <= self._at:
            return 0
        try:
            content = obstore.get_range(*_object(self._place), start=self._at, end=end)
        except BaseError as error:
            raise StoreError(f"{self._place}: {_first_line(error)}") from error
        buffer[: len(content)] = memoryview(content)
        self._at += len(content)
        return len(content)


def write(place: Location, content: bytes) -> None:
    """Write a new file under a name that no other process uses."""
    if isinstance(place, Path):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        return
    import obstore

    obstore.put(*_object(place), content, use_multipart=False)


def create(place: Location, content: bytes) -> None:
    """Write a file that must not exist yet, durably. Raises FileExistsError."""
    if isinstance(place, Path):
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _sync(place.parent)
        return
    import obstore
    from obstore.exceptions import AlreadyExistsError

    try:
        obstore.put(*_object(place), content, mode="create", use_multipart=False)
    except AlreadyExistsError as error:
        raise FileExistsError(f"{place}: exists") from error


def sync(folder: Location, files: Iterable[str], folders: Iterable[str]) -> None:
    """Write files and all files of folders, given by their paths in `folder`, to the disk with their names, so that
    they survive a loss of power. An object store has stored an object when it answers."""
    if not isinstance(folder, Path):
        return
    written = [folder / file for file in files] + [file for below in folders for file in (folder / below).iterdir()]
    inside = {parent for file in written for parent in file.parents if parent.is_relative_to(folder)}
    with ThreadPoolExecutor(SYNCS) as pool:
        list(pool.map(_sync, written))
        list(pool.map(_sync, [*inside, folder, folder.parent]))


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def version_of(place: Location) -> str:
    """Return a string that differs between any two contents of a file; ABSENT if there is no file. Raises OSError."""
    try:
        if isinstance(place, Path):
            found = place.stat()
            return f"{found.st_ino}-{found.st_mtime_ns}-{found.st_size}"
        return _tag_of(place)
    except (FileNotFoundError, NotADirectoryError):
        return ABSENT


def _tag_of(place: UPath) -> str:
    import obstore
    from obstore.exceptions import BaseError

    try:
        return str(obstore.head(*_object(place))["e_tag"])
    except BaseError as error:
        raise StoreError(f"{place}: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return without_credentials(str(error).strip().partition("\n")[0])


def without_credentials(text: str) -> str:
    """Return a message with … in place of the user, password and parameters of every URL in it, such as a store's
    endpoint or a signed request."""
    return _SIGNED.sub(r"\1?…", _USER.sub("://…@", text))


def replace(place: Location, content: bytes, seen: str | None = None) -> None:
    """Replace a file atomically: a reader sees the old content or the new. Raises ChangedError.

    `seen` is the version that the writer has seen; null means any version. An object store compares it in the same
    request, which is one PutObject: some stores ignore the condition where an upload of several parts ends. In a
    folder, every writer compares and replaces under a lock that it holds only for that moment.
    """
    if isinstance(place, Path):
        # Writing a file never takes that long.
        stuck = OSError(f"{place}: another process has been writing it for {SECONDS_TO_REPLACE} seconds")
        with _holding(place.with_name(f".{place.stem}.lock"), stuck, SECONDS_TO_REPLACE):
            if seen is not None and version_of(place) != seen:
                raise ChangedError(f"{place}: changed meanwhile")
            draft = place.with_name(f".{place.name}.draft")
            draft.unlink(missing_ok=True)
            create(draft, content)
            draft.replace(place)
            _sync(place.parent)
        return
    import obstore
    from obstore.exceptions import AlreadyExistsError, NotFoundError, PreconditionError

    mode: Any = "overwrite" if seen is None else "create" if seen == ABSENT else {"e_tag": seen}
    try:
        obstore.put(*_object(place), content, mode=mode, use_multipart=False)
    except (AlreadyExistsError, NotFoundError, PreconditionError) as error:
        if read(place) != content:  # if equal, a repeated request met its own first attempt
            raise ChangedError(f"{place}: changed meanwhile") from error


@contextmanager
def _holding(file: Path, held: Exception, seconds: float = 0) -> Iterator[None]:
    """Hold the lock that `file` stands for, and wait for it at most so many seconds. Raises `held` if another process
    keeps it longer, or OSError if the file system has no locks."""
    from filelock import FileLock, Timeout

    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(file)
    try:
        lock.acquire(timeout=seconds)
    except Timeout:
        raise held from None
    except NotImplementedError as error:
        raise OSError(f"{file.parent}: the file system has no locks") from error
    try:
        yield
    finally:
        lock.release()


def remove(place: Location) -> None:
    """Remove a file."""
    if isinstance(place, Path):
        place.unlink()
        return
    import obstore
    from obstore.exceptions import BaseError

    try:
        obstore.delete(*_object(place))
    except BaseError as error:
        raise StoreError(f"{place}: {_first_line(error)}") from error


def remove_all(folder: Location, paths: Iterable[str]) -> None:
    """Remove the files at these paths within a folder, except those that are gone."""
    if isinstance(folder, Path):
        for path in paths:
            (folder / path).unlink(missing_ok=True)
        return
    import obstore
    from obstore.exceptions import BaseError

    store, prefix = _object(folder)
    keys = [f"{prefix}/{path}" for path in paths]
    try:
        if keys:
            obstore.delete(store, keys)
    except BaseError as error:
        raise StoreError(f"{folder}: {_first_line(error)}") from error


def names_in(folder: Location) -> list[str]:
    """Return the sorted names of the files in a folder; empty if the folder does not exist."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return sorted(file.name for file in folder.iterdir())
    return []


def files_below(folder: Path) -> list[Path]:
    """Return what is below a source's folder, in sub-folders too, sorted: files, and in a folder of this machine the
    sub-folders themselves. A link to a folder is not followed."""
    return sorted(folder.rglob("*"))


def sizes_in(folder: Location) -> dict[str, int]:
    """Return the size in bytes of every file below a folder, keyed by its path within the folder. A file that is
    removed meanwhile may be left out."""
    if not isinstance(folder, Path):
        return {path: one["size"] for path, one in _objects_in(folder)}
    return {path: found.st_size for path, found in _files_below(folder)}


def written_in(folder: Location) -> dict[str, float]:
    """Return the time, in seconds since 1970, at which every file below a folder was written, keyed by its path within
    the folder. A file that is removed meanwhile may be left out."""
    if not isinstance(folder, Path):
        return {path: one["last_modified"].timestamp() for path, one in _objects_in(folder)}
    return {path: found.st_mtime for path, found in _files_below(folder)}


def _files_below(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    for at, _, names in os.walk(folder):
        for name in names:
            file = Path(at, name)
            with suppress(FileNotFoundError):
                yield file.relative_to(folder).as_posix(), file.stat()


def missing(folder: Location, paths: Iterable[str]) -> list[str]:
    """Return the paths within a folder at which there is no file."""
    if isinstance(folder, Path):
        return [path for path in paths if not (folder / path).is_file()]
    there = sizes_in(folder)  # one request for each thousand files, not one for each file
    return [path for path in paths if path not in there]


def clear(folder: Location, older_than: float) -> None:
    """Remove a folder's files: on this machine, all of them; in an object store, those older than the given number of
    seconds. There is no way to tell whether another build is still using newer files.
    """
    if isinstance(folder, Path):
        shutil.rmtree(folder, ignore_errors=True)
        return
    before = time.time() - older_than
    remove_all(folder, [path for path, written in written_in(folder).items() if written <= before])


def spill_folder(staging: Location | None = None) -> Path:
    """Return the name of a folder that DuckDB may create on this machine: inside `staging` if that is also local."""
    parent = staging if isinstance(staging, Path) else Path(tempfile.gettempdir())
    return parent / f"skipper-spilled-{os.urandom(16).hex()}"


@contextmanager
def locked(lake: Location) -> Iterator[None]:
    """Hold a folder's lock. Raises HeldError, or OSError if the file system has no locks.

    An object store has no locks; its conditional write publishes only one of two concurrent builds.
    """
    if not isinstance(lake, Path):
        yield
        return
    with _holding(lake / LOCK_FILE, HeldError(f"{lake}: held by another process")):
        yield


def delta_address(folder: Location) -> tuple[str, dict[str, str] | None]:
    """Return a folder's address and options for `deltalake`, which reads the environment variables itself.

    Raises MisreadError for a name that `deltalake` refuses, or takes for another: it decodes `%41` once where it writes
    and twice where it reads.
    """
    if _CONTROL.search(str(folder)):
        raise MisreadError(f"{folder}: `deltalake` allows no control characters in a path: rename the folder")
    if _ENCODED.search(str(folder)):
        raise MisreadError(
            f"{folder}: `deltalake` decodes `%` and two hexadecimal digits as a character: rename the folder"
        )
    if isinstance(folder, Path):
        return str(folder), None
    return f"{SCHEME}{quote(folder.path)}", {
        "allow_http": str(client.is_plain_http()).lower(),
        "timeout": f"{client.SECONDS_TO_ANSWER}s",  # of a whole request, as a log's entries are small
        "retry_timeout": f"{client.SECONDS_TO_REPEAT}s",
    }


def arrow_address(place: Location) -> tuple[pyarrow.fs.FileSystem, str]:
    """Return Arrow's file system and the location's path there."""
    if isinstance(place, Path):
        from pyarrow.fs import LocalFileSystem

        return LocalFileSystem(), str(place)
    return _arrow_s3(os.getpid()), place.path


@cache
def _arrow_s3(process: int) -> pyarrow.fs.FileSystem:
    """Return Arrow's client, once per process: a forked one cannot use its parent's threads."""
    from pyarrow.fs import S3FileSystem

    endpoint = os.environ.get("AWS_ENDPOINT_URL")
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION", "us-east-1")
    return S3FileSystem(endpoint_override=endpoint, region=region)


@cache
def _store(bucket: str, process: int) -> S3Store:
    from obstore.store import S3Store

    return S3Store(bucket, client_options=client.client_options(), retry_config=client.retries())


def _object(place: UPath) -> tuple[S3Store, str]:
    """Return the store of a location's bucket, and its key there."""
    bucket, _, key = place.path.partition("/")
    return _store(bucket, os.getpid()), key


def _objects_in(folder: UPath) -> Iterator[tuple[str, Any]]:
    import obstore
    from obstore.exceptions import BaseError

    store, prefix = _object(folder)
    try:
        for found in obstore.list(store, prefix):
            for one in found:
                yield one["path"].removeprefix(f"{prefix}/"), one
    except BaseError as error:
        raise StoreError(f"{folder}: {_first_line(error)}") from error
