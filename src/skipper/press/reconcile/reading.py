"""What a claim says, in the forms in which claims are compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press import hand_kept
from skipper.press.claim import Claim
from skipper.press.claim_type import claim_types

# Claims about a person are compared pair by pair, and name a few clubs again and again: without a memory of what two
# names mean, half of the time of judging went there.
NAMES = 1 << 14
NUMBERS = (  # each at its own place
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


def without_club(claim: Claim) -> Claim:
    """Return the claim without its clubs and organizations, and without their links."""
    names = ("club", "clubs", "organization", "organizations")
    kept = {name: value for name, value in claim.fields.items() if name not in names}
    return replace(claim, fields=kept, links=tuple(link for link in claim.links if link.field not in names))


def is_major_league(name: str | None) -> bool:
    """Return whether it is the name of a major league."""
    return name is not None and plain(name) in _major_leagues()


@cache
def _major_leagues() -> frozenset[str]:
    """By name, but for those whose name a minor league had too, and those of today by their letters."""
    major = hand_kept.major_leagues()
    minor = {plain(league.name) for league in hand_kept.leagues() if league.level != "MLB"}
    codes = {code.lower() for code, league in major.items() if league.last is None}
    return frozenset(({plain(league.name) for league in major.values()} - minor) | codes)


@lru_cache(maxsize=NAMES)
def _words(name: str) -> list[str]:
    return plain(name).split()


@lru_cache(maxsize=NAMES)
def may_be_one_club(one: str, other: str) -> bool:
    """Return whether two names can mean one club: the same, or one says less (`Las Vegas` of the Las Vegas 51s)."""
    first, second = _words(one), _words(other)
    short, long = sorted((first, second), key=len)
    return bool(short) and (long[: len(short)] == short or long[-len(short) :] == short)


def same_clubs(some: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether each club of one list is in the other."""
    some, others = list(some), list(others)
    return all(any(may_be_one_club(a, b) for b in others) for a in some) and all(
        any(may_be_one_club(a, b) for a in some) for b in others
    )


def said(claim: Claim) -> str:
    """Return what it says, in few words of ours: for evidence, and for the table of claims."""
    fields = claim.fields
    parts = [claim_types()[claim.type].says(fields), *_where(claim), *_when(claim)]
    words = " ".join(part for part in parts if part)
    marks = [mark for mark in ("denied", "hedged") if getattr(claim, mark)]
    return f"{words} ({', '.join(marks)})" if marks else words


def _where(claim: Claim) -> list[str]:
    league = claim.fields.get("league")
    level = claim.fields.get("level_stated") if claim_types()[claim.type].shows_level else None
    return [post_of(claim) or str(league or ""), f"({level})" if level else ""]


def post_of(claim: Claim) -> str:
    """Its clubs in words, else its organizations: to be with one is not to be with its major-league club."""
    clubs, parents = claim.clubs, claim.organizations
    if clubs or not parents:
        return ", ".join(clubs)
    return f"{', '.join(parents)} organization{'s' if len(parents) > 1 else ''}"


def _when(claim: Claim) -> list[str]:
    fields = claim.fields
    said = spans(claim.seasons) if claim.seasons else ""
    if fields.get("for_season"):
        said = f"for {fields['for_season']}"
    if fields.get("date_of_act"):
        said = str(fields["date_of_act"])
    after = fields.get("after_days")
    if after:
        low, high = after
        said += f" after {low} days" if low == high else f" after {low} to {high} days"
    return [said.strip()]
