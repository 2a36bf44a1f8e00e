"""Write logs as JSON, with one line per event, among them every request."""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skipper.lake.location import without_credentials

_log = logging.getLogger("skipper.service")
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName", "color_message"}


class JsonFormatter(logging.Formatter):
    """Format a record as one line of JSON: time, level, event and the event's own fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line. Control characters in any value are escaped by JSON."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _OWN},
        }
        if record.exc_info:
            line["traceback"] = without_credentials(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


class RequestLog:
    """ASGI middleware that logs a line per request with its status, the bytes of the body, and milliseconds.

    `longest` is the number of characters of path and query that are logged. `build` is null if the request was refused
    before a build was chosen.
    """

    def __init__(self, app: ASGIApp, longest: int) -> None:
        self.app = app
        self.longest = longest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and log it when it has been answered."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        began, status, size = time.perf_counter(), 500, 0

        async def counted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        finally:
            _log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"][: self.longest],
                    "query": scope["query_string"].decode("latin-1")[: self.longest],
                    "status": status,
                    "bytes": size,
                    "ms": round((time.perf_counter() - began) * 1000, 1),
                    "build": scope.get("state", {}).get("build"),
                },
            )


def log_to_stderr() -> None:
    """Write the service's events, and the server's warnings, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.getLogger("skipper.service").setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
