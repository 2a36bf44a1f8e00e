"""A partial download: the bytes received so far, and what is needed to request the rest of the same file."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import httpx

from skipper.sources.fetch.cache import write_text
from skipper.sources.fetch.transfer import Client, FetchError, PassingError

_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)$")


class Part:
    """The unfinished `<name>.part` next to the final file; `<name>.part.json` identifies the whole file."""

    def __init__(self, final: Path, url: str) -> None:
        self.path = final.with_name(final.name + ".part")
        self._origin = final.with_name(final.name + ".part.json")
        self._url = url
        self._validator: str | None = None

    def resume_headers(self) -> dict[str, str]:
        """Return headers that request the rest if the file is unchanged; empty if the download must restart."""
        try:
            origin = json.loads(self._origin.read_text("utf-8"))
            size = self.path.stat().st_size
            same, validator = origin["url"] == self._url, origin["validator"]
        except (OSError, ValueError, TypeError, KeyError):
            return {}
        if not (same and validator and size):
            return {}
        self._validator = validator
        return {"Range": f"bytes={size}-", "If-Range": validator}

    def receive(self, client: Client, response: httpx.Response, report: Callable[[int, int | None], None]) -> bool:
        """Write the body of a 200 or 206 response; `report` receives the number of bytes so far and the total (null if
        unknown).

        Returns true if this continued an earlier partial download. Raises PassingError for a wrong range and for a
        truncated or slow response, and FetchError for a body larger than the client's `max_bytes`.
        """
        max_bytes = client.settings.max_bytes
        start, total = self._span(response)
        if total is not None and total > max_bytes:
            raise FetchError(f"{self._url}: {total:,} bytes, more than the {max_bytes:,} that Skipper accepts")
        if start == 0:
            self.discard()  # first, so that old bytes are never paired with a new origin
            origin = {"url": self._url, "validator": strong_validator(response.headers)}
            write_text(self._origin, json.dumps(origin))
        done = start
        with self.path.open("ab" if start else "wb") as file:
            for chunk in client.chunks(response):
                done += len(chunk)
                if done > max_bytes:
                    self.discard()
                    raise FetchError(f"{self._url}: more than the {max_bytes:,} bytes that Skipper accepts")
                file.write(chunk)
                report(done, total)
            file.flush()
            os.fsync(file.fileno())
        if total is not None and done != total:
            self.discard()
            raise PassingError(f"{self._url}: received {done:,} of {total:,} bytes")
        return start > 0

    def discard(self) -> None:
        """Delete the partial file and its recorded origin."""
        self.path.unlink(missing_ok=True)
        self._origin.unlink(missing_ok=True)

    def forget_origin(self) -> None:
        """Delete the recorded origin after the finished file has been moved into place."""
        self._origin.unlink(missing_ok=True)

    def _span(self, response: httpx.Response) -> tuple[int, int | None]:
        """Return the offset at which the body starts and the file's size (null if not stated)."""
        if response.status_code == 200:
            length = response.headers.get("Content-Length", "")
            return 0, int(length) if length.isdecimal() else None
        given = response.headers.get("Content-Range", "")
        match = _RANGE.match(given)
        held = self.path.stat().st_size if self.path.is_file() else 0
        if match is None or int(match[1]) != held or int(match[2]) + 1 != int(match[3]):
            self.discard()
            sent = given or "an unspecified part"
            raise PassingError(f"{self._url}: requested the bytes from {held} on, but the server sent {sent}")
        if not self._still_same(response.headers):
            self.discard()
            raise PassingError(f"{self._url}: the server sent the rest of another version of the file")
        return held, int(match[3])

    def _still_same(self, headers: httpx.Headers) -> bool:
        """Return whether a range belongs to the file of our partial download; not every server honours If-Range."""
        given = {headers.get("ETag"), headers.get("Last-Modified")} - {None}
        return not given or self._validator in given


def strong_validator(headers: httpx.Headers) -> str | None:
    """Return the value for If-Range: a strong ETag or, if there is none, a reliable Last-Modified date.

    The date is reliable only if the response is at least a minute newer, since a file may change twice within a minute.
    """
    etag = headers.get("ETag")
    if etag:
        return None if etag.startswith("W/") else etag
    modified = headers.get("Last-Modified")
    try:
        age = parsedate_to_datetime(headers["Date"]) - parsedate_to_datetime(headers["Last-Modified"])
    except (KeyError, ValueError, TypeError):
        return None
    return modified if age >= timedelta(minutes=1) else None
