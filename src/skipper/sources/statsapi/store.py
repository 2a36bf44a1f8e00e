"""The raw store of responses: one gzip file per response, named after the request.

    <cache>/statsapi/teams/season=2016&sportIds=11.json.gz
    <cache>/statsapi/feed/gamePk=750975.json.gz

The first line of a file describes the response (`Header`, as JSON); the rest is its body as served, without transit
compression. `zcat FILE | tail -n +2` prints the body.
"""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from pydantic import TypeAdapter
from pydantic_core import from_json  # twice as fast as json

from skipper.lake.location import names_in, read_within
from skipper.sources.statsapi import SOURCE
from skipper.sources.statsapi.requests import Request

ENDING = ".json.gz"
_DRAFT = ".draft"
LARGEST = 128 * 1024**2  # bytes of a response, packed or not: a live feed has one or two million
DAMAGED = (gzip.BadGzipFile, EOFError, zlib.error, ValueError, TypeError)


@dataclass(frozen=True)
class Header:
    """The origin of a stored response.

    `address` is the full URL; `status` is the HTTP status: 200, or 404 if the API lacks the resource. `fetched_at` is
    the last time (ISO, UTC) at which the server reported the body as current. `etag` and `last_modified` are null if
    the server did not give them; `state` is null if the request has no state (see Request), or if the feed lagged
    behind the state in the schedule.
    """

    endpoint: str
    params: dict[str, str]
    address: str
    status: int
    fetched_at: str
    etag: str | None = None
    last_modified: str | None = None
    state: str | None = None

    def current(self, request: Request, today: date) -> bool:
        """Return whether the response can be used without contacting the server: it is final, or was fetched today
        (UTC)."""
        if self.state not in {None, request.state}:
            return False
        fetched = datetime.fromisoformat(self.fetched_at).date()
        settled = request.settles is not None and fetched > request.settles
        final = request.final and self.status == 200 and self.state == request.state
        return settled or final or fetched >= today


@dataclass(frozen=True)
class Response:
    """A stored response."""

    header: Header
    body: bytes

    @cached_property
    def document(self) -> Any:
        """Return the body parsed as JSON; null for a 404 response. Raises ValueError if it is not JSON."""
        return from_json(self.body) if self.header.status == 200 else None


class Store:
    """The store in a folder of the cache. One process writes at a time."""

    def __init__(self, cache: Path) -> None:
        self.folder = cache / SOURCE

    @classmethod
    def at(cls, folder: Path) -> Store:
        """Return the store in the given folder; the folder may have any name."""
        store = cls(folder.parent)
        store.folder = folder
        return store

    def path(self, request: Request) -> Path:
        """Return the path of the request's response, whether or not it exists."""
        return self.folder / request.endpoint / f"{request.name}{ENDING}"

    def get(self, request: Request) -> Response | None:
        """Return the stored response; null if it is absent or damaged."""
        try:
            return read(self.path(request))
        except (OSError, *DAMAGED):
            return None

    def put(self, request: Request, response: Response) -> None:
        """Store the response atomically: a killed process leaves either the old file or the new one.

        The file is not synced to disk; one damaged by a power failure is fetched again.
        """
        draft, path = self.folder / _DRAFT, self.path(request)
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(draft, "wb", compresslevel=6) as file:
            file.write(json.dumps(asdict(response.header)).encode() + b"\n")
            file.write(response.body)
        os.replace(draft, path)

    def files(self, endpoint: str) -> Iterator[tuple[dict[str, str], Path]]:
        """Yield the parameters and the file of each stored response of an endpoint, ordered by file name.

        Raises FileNotFoundError if the store itself is missing, as on a worker that lacks the folder.
        """
        if not self.folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.folder))
        folder = self.folder / endpoint
        for name in names_in(folder):
            if name.endswith(ENDING):
                yield _params(name), folder / name


def _params(name: str) -> dict[str, str]:
    """Return the parameters in a file's name."""
    return dict(parse_qsl(name.removesuffix(ENDING)))


_HEADER = TypeAdapter(Header)


def read(path: Path) -> Response:
    """Read a file in the store. Raises one of DAMAGED for an unusable file, and OSError for one that cannot be read."""
    with gzip.open(io.BytesIO(read_within(path, LARGEST))) as packed:
        content = packed.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(f"more than {LARGEST:,} bytes")
    described, _, body = content.partition(b"\n")
    header = _HEADER.validate_json(described)
    datetime.fromisoformat(header.fetched_at)
    if header.status not in (200, 404):
        raise ValueError(f"its status is {header.status}")
    if (header.endpoint, header.params) != (path.parent.name, _params(path.name)):
        raise ValueError("its first line describes another request")
    return Response(header, body)


def body_of(path: Path) -> bytes:
    """Return the body of a response in the store, or all bytes of a damaged file. Raises OSError for one that cannot be
    read."""
    try:
        return read(path).body
    except DAMAGED:
        return content_of(path)


def content_of(path: Path) -> bytes:
    """Return the bytes of a file in the store; none of what is no file, or too large for a response. Raises OSError for
    one that cannot be read."""
    try:
        return read_within(path, LARGEST)
    except ValueError:
        return b""
