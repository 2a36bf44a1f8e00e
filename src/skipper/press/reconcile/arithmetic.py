"""A calculation over claims, as verdicts rest on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from skipper.press.claim import Claim
from skipper.press.reconcile.verdict import Evidence


@dataclass(frozen=True)
class Sum:
    """A calculation: whether the claim follows from it, cannot stand with it (false), or neither (null)."""

    holds: bool | None
    evidence: tuple[Evidence, ...]


NOTHING = Sum(None, ())


def summed(holds: bool | None, text: str, used: Iterable[Claim] = ()) -> Sum:
    """Return a calculation in words, with the reports of the claims that it uses."""
    reports = sorted({claim.report for claim in used})
    after = f" ({'; '.join(reports)})" if reports else ""
    return Sum(holds, (Evidence("sum", f"{text}{after}", holds=holds),))
