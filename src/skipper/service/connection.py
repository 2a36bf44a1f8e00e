"""HTTP connections that wait a limited time for a request."""

from __future__ import annotations

import asyncio
import math
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_SECONDS = 10.0
"""Time limit for the headers of a request, from the start of the connection or the end of the previous response: our
choice."""


class TimedConnection(H11Protocol):
    """An h11 HTTP/1.1 connection that closes if the next request's headers do not arrive within HEADERS_SECONDS, and is
    cut off if the client reads nothing of a response for as long, whether the response is complete or waits.

    Without it, clients that send nothing, or that do not read their responses, would use up the connections that
    uvicorn allows: uvicorn limits only the silence after a response, and then waits until the response is read.
    """

    _late: asyncio.TimerHandle | None = None
    _unread = math.inf  # bytes of responses that were not yet sent at the last look

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer for the first request."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._wait_for_headers()

    def on_response_complete(self) -> None:
        """Start the timer for the next request."""
        super().on_response_complete()
        self._wait_for_headers()

    def handle_events(self) -> None:
        """Stop the timer once a request's headers are complete."""
        super().handle_events()
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()

    def pause_writing(self) -> None:
        """Start the timer for a client that does not read."""
        super().pause_writing()
        self._stop_waiting()
        self._unread = math.inf
        self._late = self.loop.call_later(HEADERS_SECONDS, self._end)

    def resume_writing(self) -> None:
        """Stop the timer, or start that for the next request if the response is complete."""
        super().resume_writing()
        self._stop_waiting()
        if self.conn.their_state is h11.IDLE:
            self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_headers(self) -> None:
        self._stop_waiting()
        self._unread = math.inf
        if self._unsent() or (self.conn.their_state is h11.IDLE and not self.transport.is_closing()):
            self._late = self.loop.call_later(HEADERS_SECONDS, self._end)

    def _end(self) -> None:
        """Close the connection; cut it off if the client reads nothing of a response, but wait while it reads."""
        unread = self._unsent()
        if not unread:
            self.transport.close()
        elif unread < self._unread:
            self._unread = unread
            self._late = self.loop.call_later(HEADERS_SECONDS, self._end)
        else:
            self.transport.abort()

    def _unsent(self) -> int:
        """Return how many bytes were written to the connection but not yet taken by the system."""
        return cast(asyncio.Transport, self.transport).get_write_buffer_size()

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
