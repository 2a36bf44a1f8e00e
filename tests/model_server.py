"""An OpenAI-compatible server on the loopback interface that answers by script and keeps what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any


@dataclass(frozen=True)
class Says:
    """Answer with these words, in pieces of so many characters, and say how the answer finished; null says nothing."""

    words: str
    finish: str | None = "stop"
    piece: int = 4096


@dataclass(frozen=True)
class Refuses:
    """Answer with a status and headers."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HangsUp:
    """Begin an answer, and close the connection within a piece of it."""

    words: str


@dataclass(frozen=True)
class Waits:
    """Say nothing until the server is stopped."""


@dataclass(frozen=True)
class Repeats:
    """Send the same words until the client leaves."""

    words: str


@dataclass(frozen=True)
class Sends:
    """Send this body, whatever it is, as the stream."""

    body: bytes


Turn = Says | Refuses | HangsUp | Waits | Repeats | Sends


@dataclass(frozen=True)
class Asked:
    """A request as it came: path, headers with names in lower case, and the body of JSON."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def document(self) -> str:
        """What the user's message holds."""
        return str(self.body["messages"][-1]["content"])


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: ModelScript) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that hung up, which it is meant to where an answer has no end."""


class ModelScript:
    """`turns` are taken one a request; after them, or without any, `answer` makes one of the request."""

    def __init__(self, turns: Sequence[Turn] = (), answer: Callable[[Asked], Turn] | None = None) -> None:
        self.turns, self.answer = list(turns), answer
        self.asked: list[Asked] = []
        self.at_once = self.most_at_once = 0
        self.stopped = Event()
        self.lock = Lock()
        self._http = _Server(self)

    @property
    def url(self) -> str:
        """The base address, as SKIPPER_MODEL_URL names it."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def turn(self, asked: Asked) -> Turn:
        """Return what is answered to a request, and keep the request."""
        with self.lock:
            self.asked.append(asked)
            if self.turns:
                return self.turns.pop(0)
        return Refuses(404) if self.answer is None else self.answer(asked)

    @contextmanager
    def running(self) -> Iterator[ModelScript]:
        """Serve until the block ends."""
        thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.stopped.set()
            self._http.shutdown()
            self._http.server_close()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        script = self.server.script
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = json.loads(self.rfile.read(int(headers["content-length"])))
        with script.lock:
            script.at_once += 1
            script.most_at_once = max(script.most_at_once, script.at_once)
        try:
            self._answer(script.turn(Asked(self.path, headers, body)))
        finally:
            with script.lock:
                script.at_once -= 1

    def _answer(self, turn: Turn) -> None:
        self.close_connection = True
        if isinstance(turn, Refuses):
            self.send_response(turn.status)
            for name, value in {
                "Content-Length": "0",
                "Connection": "close",
                "Retry-After": "0",
                **turn.headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        if isinstance(turn, HangsUp):
            self.send_header("Content-Length", "100000")
        self.end_headers()
        match turn:
            case Says():
                for start in range(0, len(turn.words), turn.piece):
                    self._send({"content": turn.words[start : start + turn.piece]})
                if turn.finish is not None:
                    self._send({}, turn.finish)
                    self.wfile.write(b"data: [DONE]\n\n")
            case HangsUp():
                self.wfile.write(_event({"content": turn.words}, None)[:-20])
            case Waits():
                self.server.script.stopped.wait()
            case Repeats():
                while not self.server.script.stopped.is_set():
                    self._send({"content": turn.words})
            case Sends():
                self.wfile.write(turn.body)

    def _send(self, delta: dict[str, str], finish: str | None = None) -> None:
        self.wfile.write(_event(delta, finish))

    def log_message(self, format: str, *arguments: str | int) -> None:
        pass


def _event(delta: dict[str, str], finish: str | None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "a", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n".encode()
