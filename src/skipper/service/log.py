"""Write logs as JSON, with one line per event."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from skipper.lake.location import without_credentials

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


def log_to_stderr() -> None:
    """Write the service's events, and the server's warnings, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.getLogger("skipper.service").setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
