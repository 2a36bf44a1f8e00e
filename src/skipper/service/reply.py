"""The service's replies, and the conversion of errors to replies."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import duckdb

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
from skipper.service.sql_process import StoppedError

JSON, CSV, HTML, TEXT = "application/json", "text/csv; charset=utf-8", "text/html; charset=utf-8", "text/plain"
MEDIA = {
    "json": JSON,
    "csv": CSV,
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
}  # by ending
LEAST_PACKED = 1_000  # bytes below which compression gains nothing
_ABSENT = (NothingKnownError, UnknownClubError, UnknownNameError, UnknownSeasonError, UnknownTableError)


@dataclass(frozen=True)
class Reply:
    """A status, a media type and a body."""

    status: int
    media: str
    body: bytes

    @cached_property
    def packed(self) -> bytes:
        """Return the body compressed with gzip."""
        return gzip.compress(self.body, 6, mtime=0)

    @property
    def size(self) -> int:
        """Return the reply's size in memory, in bytes."""
        return len(self.body) + len(self.packed)


def as_json(status: int, value: Any) -> Reply:
    """Return the value as a JSON reply."""
    return Reply(status, JSON, (text_of(value, indent=1) + "\n").encode())


def status_of(error: Exception) -> int:
    """Return an error's status: 404 if what was requested is not in the lake, 400 if the question is invalid."""
    if isinstance(error, _ABSENT):
        return 404
    if isinstance(error, StoppedError | duckdb.InterruptException):
        return 503
    return 400 if isinstance(error, AnswerError) else 500


def error_document(error: Exception) -> dict[str, Any]:
    """Return an error as a JSON object with the alternatives that it offers. The details of an internal error are not
    disclosed.
    """
    if isinstance(error, duckdb.InterruptException):
        return {"error": "StoppedError", "message": "the question took too long"}
    if not isinstance(error, AnswerError):
        return {"error": "InternalError", "message": "the service failed; its log says why"}
    found: dict[str, Any] = {"error": type(error).__name__, "message": str(error)}
    for name in ("suggestions", "seasons", "clubs", "columns"):
        if hasattr(error, name):
            found[name] = getattr(error, name)
    if isinstance(error, AmbiguousNameError):
        found["candidates"] = [vars(one) for one in error.candidates]
    return found
