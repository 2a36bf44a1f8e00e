"""The seam between a report's text and its claims: all that the rest of `press` knows about who reads."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

from skipper.press.claim import Claim, Report

Why = Callable[[Claim, Report], str | None]


@dataclass(frozen=True)
class Reading:
    """What a reader found in one report.

    `claims` are in the order of the text and all grounded. `dropped` counts the claims that were not, by reason;
    `unread` the sentences that nobody read, by reason.
    """

    claims: tuple[Claim, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    unread: Mapping[str, int] = field(default_factory=dict)


class Reader(Protocol):
    """Read claims from a report: its text and its date in, claims out. Nothing after it asks how."""

    @property
    def name(self) -> str:
        """The reader's name."""
        ...

    def read(self, report: Report) -> Reading:
        """Return the claims of one report. Raises nothing for any text."""
        ...


def kept(claims: Iterable[Claim], report: Report, reasons: Iterable[Why]) -> Reading:
    """Keep the claims of which no reason says that they are ungrounded, and count the others by the first reason."""
    asked = tuple(reasons)
    found: list[Claim] = []
    dropped: Counter[str] = Counter()
    for claim in claims:
        why = next((reason for ask in asked if (reason := ask(claim, report))), None)
        if why is None:
            found.append(claim)
        else:
            dropped[why] += 1
    return Reading(tuple(sorted(found, key=lambda claim: (claim.start, claim.end))), dropped)


def readings(reader: Reader, reports: Iterable[Report]) -> Iterator[Reading]:
    """Yield what a reader finds in each report, in order.

    A reader that waits for others has `at_once`: how many reports it may read at the same time.
    """
    at_once = getattr(reader, "at_once", 1)
    if at_once == 1:
        yield from map(reader.read, reports)
        return
    pool = ThreadPoolExecutor(at_once)
    try:
        ahead: deque[Future[Reading]] = deque()
        for report in reports:
            ahead.append(pool.submit(reader.read, report))
            if len(ahead) > at_once:
                yield ahead.popleft().result()
        yield from (reading.result() for reading in ahead)
    finally:  # one who stops does not wait for what others have not answered
        pool.shutdown(wait=False, cancel_futures=True)


def remarks(reading: Reading) -> dict[str, int]:
    """Return what is to be shown of a reading beside its claims: how many claims and sentences it lacks, by reason."""
    dropped = {f"claims dropped, {why}": count for why, count in reading.dropped.items()}
    return dropped | {f"sentences not read, {why}": count for why, count in reading.unread.items()}
