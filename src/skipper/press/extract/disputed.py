"""Departures of which a piece gives two versions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from skipper.press.claim import Claim
from skipper.press.linking import year_of

_Post = tuple[str, str | None]  # whose, and at which club or organization


@dataclass(frozen=True)
class _Version:
    """When and how a man left a post, and who says so or denies it; the year is null where it is not told."""

    year: int | None
    tellers: frozenset[str]
    manners: frozenset[str]
    denied: bool


def disputed(claims: list[Claim]) -> list[Claim]:
    """Mark the departures of which the piece itself gives two versions: resigned, and fired; fired, and not fired."""
    left: defaultdict[_Post, set[_Version]] = defaultdict(set)
    for claim in claims:
        if claim.type == "departure":
            left[_post_left(claim)].add(_version(claim))
    return [replace(claim, text_disputes=True) if _is_told_otherwise(claim, left) else claim for claim in claims]


def _post_left(claim: Claim) -> _Post:
    return claim.fields["person"], claim.fields.get("organization") or claim.fields.get("club")


def _version(claim: Claim) -> _Version:
    manners = frozenset(claim.fields.get("manner", ()))
    return _Version(year_of(claim.fields), frozenset(claim.attributed_to), manners, claim.denied)


def _is_told_otherwise(claim: Claim, left: Mapping[_Post, Collection[_Version]]) -> bool:
    if claim.type != "departure":
        return False
    own = _version(claim)
    return any(_differ(own, other) for other in left.get(_post_left(claim), ()))


def _differ(one: _Version, other: _Version) -> bool:
    if one.year and other.year and one.year != other.year:
        return False
    if one.denied != other.denied and one.manners & other.manners:
        return True  # he was fired by his own word, and not by the club's
    if other.denied or (one.denied and not one.tellers):
        return False  # was not fired: he resigned
    apart = one.tellers and other.tellers and one.tellers.isdisjoint(other.tellers)  # each has his own version
    ended = frozenset() if apart else frozenset(["contract_ended"])
    manners = [version.manners - ended for version in (one, other)]
    return all(manners) and manners[0] != manners[1] and any("resigned" in manner for manner in manners)
