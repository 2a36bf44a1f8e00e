"""HTTP requests, one at a time: rate-limited, redirected only to allowed hosts, with a one-sentence message per
failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from socket import SHUT_RDWR, socket
from threading import Event, Timer
from typing import Any

import httpx

from skipper.errors import SkipperError
from skipper.sources.fetch.settings import HOSTS_VARIABLE, FetchSettings
from skipper.version import __version__

USER_AGENT = f"Skipper/{__version__} (baseball records; one connection, paced)"
MAX_REDIRECTS = 5
_PASSING = {408, 429, 500, 502, 503, 504}
_HOST_WIDE = {429, 503}  # the whole host asks for a pause
_EXPECTED = {200, 206, 304, 416}


class FetchError(SkipperError):
    """A file cannot be fetched, and a retry would not help; the message names the address and the reason."""


class MissingError(FetchError):
    """The server states that it does not have the file."""


class PassingError(FetchError):
    """A failure that may be temporary.

    `wait` is the wait in seconds that the server requested (null if it did not request one). `again` is false if that
    wait exceeds Skipper's limit. `host_wide` is true if the host's other files would fail too.
    """

    def __init__(self, message: str, wait: float | None = None, again: bool = True, host_wide: bool = False) -> None:
        super().__init__(message)
        self.wait = wait
        self.again = again
        self.host_wide = host_wide


class Client:
    """The HTTP client of one run, with one connection and a minimum interval between requests to a host.

    `encoding` is the compression accepted in transit. Files are requested uncompressed, because the length and ranges
    of a compressed response differ from those of the file.
    """

    def __init__(
        self,
        settings: FetchSettings,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        encoding: str = "identity",
    ) -> None:
        self.settings = settings
        self._sleep = sleep
        self._clock = clock
        self._asked: dict[str, float] = {}
        self._encoding = encoding
        self._socket: socket | None = None
        self._http = httpx.Client(
            headers={"User-Agent": USER_AGENT, "Accept-Encoding": encoding},
            timeout=httpx.Timeout(settings.read_timeout, connect=settings.connect_timeout),
            limits=httpx.Limits(max_connections=1, max_keepalive_connections=1),
            follow_redirects=False,
        )

    def __enter__(self) -> Client:
        """Return the client itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the connection."""
        self._http.close()

    @contextmanager
    def get(self, url: str, headers: dict[str, str], until: float) -> Iterator[httpx.Response]:
        """Yield a response of status 200, 206, 304 or 416 with its body unread, and close it at the end.

        `until` is the time on the monotonic clock at which to give up, if the response's own deadline is later. Raises
        MissingError, PassingError or FetchError, including for failures while the body is read.
        """
        with _told(url), self._deadline(url, until):
            response = self._follow(url, headers)
            try:
                if response.status_code not in _EXPECTED:
                    raise self._refused(url, response)
                encoding = response.headers.get("Content-Encoding", "identity")
                if encoding not in {"identity", self._encoding}:
                    raise FetchError(f"{url}: the server sent it {encoding}-encoded, which was not requested")
                yield response
            finally:
                response.close()

    def chunks(self, response: httpx.Response) -> Iterator[bytes]:
        """Yield the body, decoded from its transit encoding. Raises PassingError if it arrives too slowly."""
        begun, grace, received = self._clock(), self.settings.rate_grace, 0
        for chunk in response.iter_bytes():
            received += len(chunk)
            seconds = self._clock() - begun
            if seconds > grace and received < seconds * self.settings.min_rate:
                slow = f"{response.url}: {received:,} bytes in {seconds:.0f} s is too slow"
                raise PassingError(slow, host_wide=True)
            yield chunk

    @contextmanager
    def _deadline(self, url: str, until: float) -> Iterator[None]:
        """Hang up when the whole exchange exceeds the deadline, since read timeouts restart with every byte."""
        passed, longest = Event(), min(self.settings.deadline, max(0.0, until - time.monotonic()))

        def hang_up() -> None:
            passed.set()
            if self._socket is not None:
                with suppress(OSError):
                    socket.shutdown(self._socket, SHUT_RDWR)  # not the SSL shutdown, which the reading thread is using

        timer = Timer(longest, hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (PassingError, httpx.HTTPError) as error:
            if not passed.is_set():
                raise
            raise PassingError(f"{url}: not complete after {longest:.0f} s") from error
        finally:
            timer.cancel()
        if passed.is_set():  # a body without a stated length ends as if it were complete
            raise PassingError(f"{url}: not complete after {longest:.0f} s")

    def _connected(self, event: str, info: dict[str, Any]) -> None:
        """Remember the connection's socket for the deadline."""
        if event in {"connection.connect_tcp.complete", "connection.start_tls.complete"}:
            self._socket = info["return_value"].get_extra_info("socket")

    def _follow(self, url: str, headers: dict[str, str]) -> httpx.Response:
        request = self._http.build_request("GET", url, headers=headers, extensions={"trace": self._connected})
        for _hop in range(MAX_REDIRECTS + 1):
            self._pace(request.url.netloc.decode())
            response = self._http.send(request, stream=True)
            if response.next_request is None:
                return response
            response.close()
            self._may_follow(url, request.url, response.next_request.url)
            request = response.next_request
        raise FetchError(f"{url}: more than {MAX_REDIRECTS} redirects, the last to {request.url}")

    def _may_follow(self, url: str, here: httpx.URL, there: httpx.URL) -> None:
        if here.scheme == "https" and there.scheme != "https":
            raise FetchError(f"{url}: refused a redirect from https to the unprotected {there}")
        first, next_host = httpx.URL(url).netloc.decode(), there.netloc.decode()
        if next_host not in {first, *self.settings.redirect_hosts}:
            raise FetchError(
                f"{url}: refused a redirect from {first} to another host, {next_host} "
                f"(to allow it, name it in ${HOSTS_VARIABLE})"
            )

    def _pace(self, host: str) -> None:
        if host in self._asked:
            wait = self._asked[host] + self.settings.min_interval - self._clock()
            if wait > 0:
                self._sleep(wait)
        self._asked[host] = self._clock()

    def _refused(self, url: str, response: httpx.Response) -> FetchError:
        status = f"{response.status_code} {response.reason_phrase}".strip()
        if response.status_code in {404, 410}:
            return MissingError(f"{url}: the server does not have it ({status})")
        if response.status_code not in _PASSING:
            return FetchError(f"{url}: the server answered {status}")
        host_wide = response.status_code in _HOST_WIDE
        wait, limit = retry_after(response.headers), self.settings.max_retry_after
        if wait is not None and wait > limit:
            asks = f"asks to wait {wait:.0f} s, more than the limit of {limit:.0f} s"
            message = f"{url}: the server answered {status} and {asks}"
            return PassingError(message, wait, again=False, host_wide=host_wide)
        return PassingError(f"{url}: the server answered {status}", wait, host_wide=host_wide)


def retry_after(headers: httpx.Headers) -> float | None:
    """Return the seconds in Retry-After, given as a number or a date; null if the header is absent or has another
    form."""
    value = headers.get("Retry-After", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


@contextmanager
def _told(url: str) -> Iterator[None]:
    """Translate the client library's exceptions into those of this module."""
    try:
        yield
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
        host = httpx.URL(url).netloc.decode()
        if "CERTIFICATE_VERIFY_FAILED" in str(error):
            raise FetchError(f"{url}: {host} failed to prove its identity: {error}") from error
        reason = str(error) or type(error).__name__
        raise PassingError(f"{url}: {host} cannot be reached: {reason}", host_wide=True) from error
    except httpx.UnsupportedProtocol as error:
        raise FetchError(f"{url}: {error}") from error
    except (httpx.TransportError, httpx.DecodingError) as error:
        slow = isinstance(error, httpx.TimeoutException)
        reason = str(error) or type(error).__name__
        raise PassingError(f"{url}: the connection failed: {reason}", host_wide=slow) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise FetchError(f"{url}: {error}") from error
