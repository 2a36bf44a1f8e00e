"""Claims without those that another claim of the same document makes too."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from skipper.press.claim import Claim

if TYPE_CHECKING:
    from skipper.press.reading.context import Context


def without_headings(claims: list[Claim], context: Context) -> list[Claim]:
    """Return the claims without those of a headline that the body states too, of the same person, unless it states
    less."""
    headings = [(one.start, one.end) for one in context.report.passages if one.kind != "body"]

    def heads(claim: Claim) -> bool:
        return any(start <= claim.start < end for start, end in headings)

    stated: dict[tuple[str, object], list[Claim]] = defaultdict(list)
    for claim in claims:
        if not heads(claim):
            stated[claim.type, claim.fields.get("person")].append(claim)
    return [
        claim
        for claim in claims
        if not heads(claim)
        or not (own := stated[claim.type, claim.fields.get("person")])
        or any(_says(claim, other) for other in own)
    ]


def without_repeats(claims: list[Claim]) -> list[Claim]:
    """Return the claims without those that another of the same type says whole, and more."""
    found: list[Claim] = []
    having: dict[tuple[str, str, str], list[Claim]] = defaultdict(list)  # those found, by each field's value
    for claim in sorted(claims, key=lambda one: -len(one.fields)):
        fields = [(claim.type, name, repr(value)) for name, value in claim.fields.items()]
        fewest = min((having[one] for one in fields), key=len, default=[])
        if not any(_says(other, claim) for other in fewest):
            found.append(claim)
            for one in fields:
                having[one].append(claim)
    return found


def _says(other: Claim, claim: Claim) -> bool:
    return all(other.fields.get(name) == value for name, value in claim.fields.items())
