"""Contracts, of which no table states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.reconcile.agreement import equal, same_post
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.verdict import Evidence, Verdict, open_claim


def check_contract(claim: Claim, dossier: Dossier) -> Verdict:
    """No table has contracts."""
    return open_claim("the contract, or the club's announcement", Evidence("note", "The tables have no contracts."))


def _relation(one: Claim, other: Claim) -> Relation:
    # One contract is another's, or its extension, by its year alone.
    by_year = bool(set(one.seasons) & set(other.seasons))
    return True if by_year and same_post(one, other) and equal(one, other, "state") else None


def _says(fields: Mapping[str, Any]) -> str:
    return f"contract: {str(fields.get('state') or '').replace('_', ' ')}"


TYPE = ClaimType(
    name="contract",
    order=12,
    plural="contracts",
    description="Who signed or extended a contract, or in which year of it is.",
    fields=("person", "club", "organization", "state", "seasons"),
    says=_says,
    check=check_contract,
    relation=_relation,
    role="manager",
    time="act",
)
