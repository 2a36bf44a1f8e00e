"""How a client of an object store connects: what environment variables cannot set."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

# An object store's client waits so long for an answer, and repeats a failed request up to so long after the first. By
# default, each request to a store that had stopped answering took three minutes, and a build makes several.
SECONDS_TO_ANSWER, SECONDS_TO_REPEAT = 15, 20


def is_plain_http() -> bool:
    """Return whether the store's endpoint is not encrypted."""
    return os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")


def client_options() -> ClientConfig:
    """Return the options for an object store's client that environment variables cannot set."""
    return {"allow_http": is_plain_http(), "read_timeout": timedelta(seconds=SECONDS_TO_ANSWER)}


def retries() -> RetryConfig:
    """Return how long an object store's client repeats a request that failed."""
    return {"retry_timeout": timedelta(seconds=SECONDS_TO_REPEAT)}
