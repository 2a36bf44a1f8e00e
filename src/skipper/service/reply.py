"""The service's replies, and the conversion of errors to replies."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import duckdb
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from skipper.answers.document import text_of
from skipper.answers.errors import (
    AmbiguousNameError,
    AnswerError,
    NothingKnownError,
    UnknownClubError,
    UnknownNameError,
    UnknownSeasonError,
    UnknownTableError,
)
from skipper.lake.reader import NoLakeError
from skipper.service.sql_process import StoppedError

JSON, CSV = "application/json", "text/csv; charset=utf-8"
HTML, TEXT = "text/html; charset=utf-8", "text/plain; charset=utf-8"
MEDIA = {
    "json": JSON,
    "csv": CSV,
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "txt": TEXT,
    "xml": "application/xml",
}  # by ending
PART = 1 << 18  # bytes of a body that are handed to a connection at once
LEAST_PACKED = 1_000  # bytes below which compression gains nothing
_ABSENT = (NothingKnownError, UnknownClubError, UnknownNameError, UnknownSeasonError, UnknownTableError)
UNREADABLE = OSError | duckdb.IOException | NoLakeError  # a store out of reach, or files of the build that are gone


@dataclass(frozen=True)
class Reply:
    """A status, a media type, a body, the address to which a redirect leads, and the body compressed with gzip."""

    status: int
    media: str
    body: bytes
    location: str = ""
    packed: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Compress the body here: replies are made in threads, and compression would stop the event loop."""
        object.__setattr__(self, "packed", gzip.compress(self.body, 6, mtime=0))

    @property
    def size(self) -> int:
        """Return the reply's size in memory, in bytes."""
        return len(self.body) + len(self.packed)


class InParts(Response):
    """A response whose body is sent in parts: the next waits until the client has read most of those before, so that a
    connection holds little more than one part of a body that is shared with others."""

    def __init__(self, reply: Reply, body: bytes, headers: Mapping[str, str]) -> None:
        super().__init__(body, reply.status, headers, reply.media)
        self.reply = reply

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the head and the parts."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for start in range(0, max(len(self.body), 1), PART):
            part, more = self.body[start : start + PART], start + PART < len(self.body)
            await send({"type": "http.response.body", "body": part, "more_body": more})


def as_json(status: int, value: Any) -> Reply:
    """Return the value as a JSON reply."""
    return Reply(status, JSON, (text_of(value, indent=1) + "\n").encode())


def status_of(error: Exception) -> int:
    """Return an error's status: 404 if something is not in the lake, 400 if the question is invalid, and 503 if it took
    too long or the lake's files cannot be read.
    """
    if isinstance(error, _ABSENT):
        return 404
    if isinstance(error, StoppedError | duckdb.InterruptException | UNREADABLE):
        return 503
    return 400 if isinstance(error, AnswerError) else 500


def error_document(error: Exception) -> dict[str, Any]:
    """Return an error as a JSON object with the alternatives that it offers. The details of an internal error are not
    disclosed.
    """
    if isinstance(error, duckdb.InterruptException):
        return {"error": "StoppedError", "message": "the question took too long"}
    if isinstance(error, UNREADABLE):
        return {"error": "StoreError", "message": "the lake's files cannot be read at present; the log says why"}
    if not isinstance(error, AnswerError):
        return {"error": "InternalError", "message": "the service failed; its log says why"}
    found: dict[str, Any] = {"error": type(error).__name__, "message": str(error)}
    for name in ("suggestions", "seasons", "clubs", "columns"):
        if hasattr(error, name):
            found[name] = getattr(error, name)
    if isinstance(error, AmbiguousNameError):
        found["candidates"] = [vars(one) for one in error.candidates]
    return found
