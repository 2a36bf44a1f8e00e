"""Fetch one file into the cache if it has changed, with resumption, retries and checks; replace the old file
atomically.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

import httpx
from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential_jitter,
)

from skipper.sources.digests import size_and_sha256
from skipper.sources.fetch.cache import Entry, Shelf
from skipper.sources.fetch.integrity import DamagedError, check
from skipper.sources.fetch.members import copy_members
from skipper.sources.fetch.part import Part
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.transfer import Client, FetchError, MissingError, PassingError
from skipper.sources.target import Target

Report = Callable[[int, int | None], None]


class Status(StrEnum):
    """Outcome of one requested file."""

    FETCHED = "fetched"
    RESUMED = "resumed"  # fetched, continuing an earlier partial download
    UNCHANGED = "unchanged"
    KEPT = "kept"  # the server is unreachable or no longer has the file; the cached copy stays
    CACHED = "cached"  # offline: used unchanged
    ABSENT = "absent"  # offline: not in the cache
    MISSING = "missing"  # the server does not have the file
    FAILED = "failed"


THERE = frozenset({Status.FETCHED, Status.RESUMED, Status.UNCHANGED, Status.KEPT, Status.CACHED})


@dataclass(frozen=True)
class Outcome:
    """The outcome for a target. `size` is the file's size in bytes, null if the file is absent.

    `detail` gives the reason, if any; it is always set if the file was kept, missing or failed. `requested` is false if
    the host had failed before and was not contacted again.
    """

    target: Target
    status: Status
    size: int | None = None
    detail: str = ""
    requested: bool = True

    @property
    def there(self) -> bool:
        """Return whether the cache now holds the target; false if an unreachable server may have a newer version."""
        return self.status in THERE


class Downloader:
    """Download targets into a cache with one client. An unreachable host is not contacted again."""

    def __init__(
        self,
        client: Client,
        cache: Path,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._client = client
        self._cache = cache
        self._sleep = sleep
        self._now = now
        self._shelves: dict[str, Shelf] = {}
        self._given_up: dict[str, str] = {}
        self._wholes: dict[str, Outcome] = {}

    def shelf(self, collection: str) -> Shelf:
        """Return the collection's shelf in this cache."""
        return self._shelves.setdefault(collection, Shelf(self._cache, collection))

    def fetch(self, target: Target, report: Report = lambda _done, _total: None) -> Outcome:
        """Bring the target's file up to date. Never raises an error for network or disk failures.

        Only a newer file that has passed every check replaces the cached file.
        """
        cached = None
        try:
            cached = self.shelf(target.collection).sound(target)
            return self._fetch(target, cached, report)
        except MissingError as error:
            found = self._from_wholes(target, cached, report) if target.wholes else None
            return found or self._without_server(target, cached, str(error), Status.MISSING)
        except PassingError as error:
            requested = _host(target) not in self._given_up
            if error.host_wide:
                self._given_up.setdefault(_host(target), str(error))
            return replace(self._without_server(target, cached, str(error), Status.FAILED), requested=requested)
        except (FetchError, OSError) as error:
            stands = "; the cached copy stays as it was" if cached else ""
            reason = str(error) if isinstance(error, FetchError) else f"{target.url}: {error}"
            return Outcome(target, Status.FAILED, None, reason + stands)

    def _fetch(self, target: Target, cached: Entry | None, report: Report) -> Outcome:
        given_up = self._given_up.get(_host(target))
        if given_up is not None:
            raise PassingError(f"{target.url}: not requested, because {given_up}")
        shelf = self.shelf(target.collection)
        shelf.folder.mkdir(parents=True, exist_ok=True)
        settings = self._client.settings
        until = time.monotonic() + settings.file_deadline
        return retrying(settings, self._sleep)(self._attempt, target, shelf, cached, report, until)

    def _attempt(self, target: Target, shelf: Shelf, cached: Entry | None, report: Report, until: float) -> Outcome:
        part = Part(shelf.path(target.name), target.url)
        headers = part.resume_headers() or _if_changed(target, cached)
        with self._client.get(target.url, headers, until) as response:
            if response.status_code == 304 and cached is not None:
                return Outcome(target, Status.UNCHANGED, cached.size)
            if response.status_code == 416:
                part.discard()
                raise PassingError(f"{target.url}: the server has nothing beyond the stored part")
            if response.status_code == 304:
                raise FetchError(f"{target.url}: the server answered 'unchanged' for a file that is not cached")
            resumed = part.receive(self._client, response, report)
        try:
            check(part.path, target.name, target.must_match)
        except DamagedError as error:
            part.discard()
            # Joining a partial download to the rest of a different file is our own error; a file damaged as a whole
            # is not.
            raise (PassingError if resumed else FetchError)(f"{target.url}: {error}") from error
        return self._keep(target, shelf, cached, part, response.headers, resumed)

    def _keep(
        self,
        target: Target,
        shelf: Shelf,
        cached: Entry | None,
        part: Part,
        headers: httpx.Headers,
        resumed: bool,
    ) -> Outcome:
        size, digest = size_and_sha256(part.path)
        at = self._now().isoformat(timespec="seconds")
        entry = Entry(size, digest, target.url, headers.get("ETag"), headers.get("Last-Modified"), at)
        shelf.put(target.name, part.path, entry)
        part.forget_origin()
        if cached is not None and cached.sha256 == digest:
            return Outcome(target, Status.UNCHANGED, size, "sent again, the same")
        detail = f"changed since {cached.fetched_at or 'it was added'}" if cached else ""
        return Outcome(target, Status.RESUMED if resumed else Status.FETCHED, size, detail)

    def _from_wholes(self, target: Target, cached: Entry | None, report: Report) -> Outcome | None:
        """Make the target of its archives of several seasons; null if they are missing or have nothing of it."""
        for whole in target.wholes:
            if whole.url not in self._wholes:
                self._wholes[whole.url] = self.fetch(whole, report)
        outcomes = [self._wholes[whole.url] for whole in target.wholes]
        failed = [outcome for outcome in outcomes if not outcome.there and outcome.status is not Status.MISSING]
        if failed:
            return self._without_server(target, cached, failed[0].detail, failed[0].status)
        sources = [outcome.target for outcome in outcomes if outcome.there]
        part = Part(self.shelf(target.collection).path(target.name), target.url)
        part.discard()
        paths = [self.shelf(whole.collection).path(whole.name) for whole in sources]
        try:
            if not copy_members(paths, target.members, part.path):
                return None
            check(part.path, target.name, target.must_match)
            outcome = self._keep(target, self.shelf(target.collection), cached, part, httpx.Headers(), False)
        except (DamagedError, OSError) as error:
            part.discard()
            return Outcome(target, Status.FAILED, None, f"{target.url}: {error}")
        names = " and ".join(whole.name for whole in sources)
        return replace(outcome, detail="; ".join(filter(None, (outcome.detail, f"from {names}"))))

    def _without_server(self, target: Target, cached: Entry | None, why: str, otherwise: Status) -> Outcome:
        if cached is None:
            return Outcome(target, otherwise, None, why)
        since = f" of {cached.fetched_at}" if cached.fetched_at else ""
        return Outcome(target, Status.KEPT, cached.size, f"{why}; using the cached copy{since}")


def from_cache(cache: Path, target: Target) -> Outcome:
    """Return the cached state of the target, without a request. Never raises an error because of the state of the
    disk."""
    shelf = Shelf(cache, target.collection)
    path = shelf.path(target.name)
    try:
        cached = shelf.sound(target)
    except OSError as error:
        return Outcome(target, Status.ABSENT, None, f"{path} cannot be read: {error}")
    if cached is not None:
        return Outcome(target, Status.CACHED, cached.size)
    reason = "is damaged" if path.is_file() else "is not in the cache"
    return Outcome(target, Status.ABSENT, None, f"{path} {reason}")


def retrying(settings: FetchSettings, sleep: Callable[[float], None]) -> Retrying:
    """Return the policy for retrying after failures that may be temporary, within the settings' limits."""
    return Retrying(
        stop=stop_after_attempt(settings.attempts) | stop_before_delay(settings.file_deadline),
        wait=Backoff(settings.max_backoff),
        retry=retry_if_exception(lambda error: isinstance(error, PassingError) and error.again),
        sleep=sleep,
        reraise=True,
    )


class Backoff:
    """Exponential backoff with jitter, or the server's requested wait if that is longer."""

    def __init__(self, longest: float) -> None:
        self._backoff = wait_exponential_jitter(max=longest)

    def __call__(self, state: RetryCallState) -> float:
        """Return the seconds to wait before the next attempt."""
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, PassingError) else None
        return max(self._backoff(state), asked or 0.0)


def _if_changed(target: Target, cached: Entry | None) -> dict[str, str]:
    if cached is None or cached.url != target.url:
        return {}
    validators = {"If-None-Match": cached.etag, "If-Modified-Since": cached.last_modified}
    return {name: value for name, value in validators.items() if value}


def _host(target: Target) -> str:
    return httpx.URL(target.url).netloc.decode()
