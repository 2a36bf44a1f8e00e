"""Claims against claims: whether two say the same, conflict, or are about different matters.

The relation of a type is its `ClaimType`'s; what those of several types share is here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.claim_type import Relation, claim_types
from skipper.press.reconcile.reading import NAMES, may_be_one_club, same_clubs


def relation(one: Claim, other: Claim) -> Relation:
    """Return how two claims about one person stand to each other. A denial stands against what it denies."""
    if one.type != other.type:
        return None
    same = claim_types()[one.type].relation(one, other)
    if one.denied != other.denied:
        return False if same else None
    return same


def equal(one: Claim, other: Claim, *names: str) -> bool:
    """Return whether the fields are the same wherever both have them."""
    pairs = [(one.fields.get(name), other.fields.get(name)) for name in names]
    return all(a is None or b is None or a == b or _norm(a) == _norm(b) for a, b in pairs)


def _norm(value: Any) -> Any:
    return _plain(value) if isinstance(value, str) else value


@lru_cache(maxsize=NAMES)
def _plain(value: str) -> str:
    return plain(value)


def same_post(one: Claim, other: Claim) -> bool:
    """Return whether both are about one club; or about one organization, where a club is not named by both."""
    clubs = one.clubs, other.clubs
    if all(clubs):
        return any(may_be_one_club(a, b) for a in clubs[0] for b in clubs[1])
    organizations = [claim.organizations or claim.clubs for claim in (one, other)]
    return any(may_be_one_club(a, b) for a in organizations[0] for b in organizations[1])


def overlapping(one: Claim, other: Claim) -> bool:
    """Return whether they share a season, or one of them names none."""
    some, others = one.seasons, other.seasons
    return not some or not others or bool(set(some) & set(others))


def same_level(one: Claim, other: Claim) -> bool:
    """Return whether both are of one level, or one of them names none."""
    levels = one.level, other.level
    return None in levels or levels[0] == levels[1]


def compatible_clubs(one: Claim, other: Claim) -> bool:
    """Return whether both name the same clubs, or one of them names none."""
    some, others = one.clubs, other.clubs
    return not some or not others or same_clubs(some, others)


def shares_organization(one: Claim, other: Claim) -> bool:
    """Return whether an organization that both name can be one."""
    return any(may_be_one_club(a, b) for a in one.organizations for b in other.organizations)
