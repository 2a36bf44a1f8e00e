"""The seam between a report's text and its claims: all that the rest of `press` knows about who reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from skipper.press.claim import Claim, Report

Why = Callable[[Claim, Report], str | None]


@dataclass(frozen=True)
class Reading:
    """What a reader found in one report.

    `claims` are in the order of the text and all grounded. `dropped` counts the claims that were not, by reason.
    """

    claims: tuple[Claim, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


class Reader(Protocol):
    """Read claims from a report: its text and its date in, claims out. Nothing after it asks how."""

    name: str

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
