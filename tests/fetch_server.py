"""A web server on the loopback interface that serves given files and misbehaves to order."""

from __future__ import annotations

import hashlib
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from threading import Thread
from time import sleep

LAST_MODIFIED = "Wed, 02 Jan 2019 10:00:00 GMT"


@dataclass(frozen=True)
class Drop:
    """Announce the whole length, send so many bytes of the body, and hang up."""

    after: int


@dataclass(frozen=True)
class Answer:
    """Answer with this instead of the file."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class HeedlessRange:
    """Send the range asked for whatever version If-Range names."""


@dataclass(frozen=True)
class WholeAlways:
    """Send the whole file whatever was asked for."""


@dataclass(frozen=True)
class LengthUntold:
    """Send the file without saying how long it is, and hang up at its end."""


@dataclass(frozen=True)
class Trickle:
    """Send the body, or the headers too, a byte at a time with a pause before each."""

    pause: float
    headers: bool = False


@dataclass(frozen=True)
class Interrupt:
    """Send this share of the body, and then do something to the client."""

    share: float
    act: Callable[[], None]


Fault = Drop | Answer | HeedlessRange | WholeAlways | LengthUntold | Trickle | Interrupt


@dataclass(frozen=True)
class Asked:
    """A request as it came. Header names are in lower case."""

    path: str
    headers: dict[str, str]


class _Server(ThreadingHTTPServer):
    def __init__(self, site: FetchServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site

    def handle_error(self, request: socket, client_address: tuple[str, int]) -> None:
        """Say nothing of a client that hung up before the end, which some are meant to."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class FetchServer:
    """`files`, or answers in their place, are served by path; `faults` by path are used up one per request."""

    def __init__(self) -> None:
        self.files: Mapping[str, bytes | Answer] = {}
        self.etags: dict[str, str | None] = {}
        self.last_modified: str | None = LAST_MODIFIED
        self.faults: defaultdict[str, list[Fault]] = defaultdict(list)
        self.asked: list[Asked] = []
        self._http = _Server(self)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._http.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def etag(self, path: str) -> str | None:
        return self.etags.get(path, f'"{hashlib.sha256(self.files[path]).hexdigest()[:16]}"')

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    @contextmanager
    def running(self) -> Iterator[FetchServer]:
        thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.stop()
            thread.join()

    def stop(self) -> None:
        """Stop and free the port: from now on connections are refused."""
        self._http.shutdown()
        self._http.server_close()


class _Handler(BaseHTTPRequestHandler):
    """Answers as the `site` of its server says."""

    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # headers and body are two writes; the second would wait 40 ms for the client

    @property
    def site(self) -> FetchServer:
        return self.server.site

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.site.asked.append(Asked(self.path, headers))
        faults = self.site.faults[self.path]
        fault = faults.pop(0) if faults else None
        served = self.site.files.get(self.path)
        if fault is None and isinstance(served, Answer):
            fault = served
        if isinstance(fault, Answer):
            self._send(fault.status, fault.headers, fault.body)
        elif served is None:
            self._send(404, {}, b"<html>no such page</html>")
        else:
            self._serve(headers, fault)

    def _serve(self, headers: dict[str, str], fault: Fault | None) -> None:
        content, etag = self.site.files[self.path], self.site.etag(self.path)
        validators = {"ETag": etag, "Last-Modified": self.site.last_modified}
        sent = {name: value for name, value in validators.items() if value}
        if isinstance(fault, Trickle | Interrupt):
            self._misbehave(content, sent, fault)
            return
        if self._unchanged(headers, etag):
            self._send(304, sent, b"")
            return
        start = 0 if isinstance(fault, WholeAlways) else self._start(headers, sent, fault)
        if start >= len(content) > 0:
            self._send(416, {"Content-Range": f"bytes */{len(content)}"}, b"")
            return
        if start:
            sent["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        keep = fault.after if isinstance(fault, Drop) else None
        self._send(206 if start else 200, sent, content[start:], keep, isinstance(fault, LengthUntold))

    def _misbehave(self, content: bytes, sent: dict[str, str], fault: Trickle | Interrupt) -> None:
        lines = ["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in sent.items())]
        head = "\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""]).encode()
        self.close_connection = True
        if isinstance(fault, Interrupt):
            self.wfile.write(head + content[: round(fault.share * len(content))])
            fault.act()
            return
        if not fault.headers:
            self.wfile.write(head)
        for byte in (head if fault.headers else b"") + content:
            sleep(fault.pause)
            self.wfile.write(bytes([byte]))

    def _unchanged(self, headers: dict[str, str], etag: str | None) -> bool:
        if "if-none-match" in headers:
            return headers["if-none-match"] == etag
        return self.site.last_modified is not None and headers.get("if-modified-since") == self.site.last_modified

    def _start(self, headers: dict[str, str], sent: dict[str, str], fault: Fault | None) -> int:
        asked = headers.get("range", "")
        same = headers.get("if-range") in {None, *sent.values()} or isinstance(fault, HeedlessRange)
        return int(asked.removeprefix("bytes=").removesuffix("-")) if asked and same else 0

    def _send(
        self,
        status: int,
        headers: dict[str, str],
        body: bytes,
        keep: int | None = None,
        untold: bool = False,
    ) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 304 and not untold:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if keep is None else body[:keep])
        self.close_connection = self.close_connection or untold or keep is not None

    def log_message(self, format: str, *arguments: str | int) -> None:
        pass
