"""Discipline: ejections, suspensions, fines and reprimands, of which no table states yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.reconcile.agreement import equal, overlapping
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.verdict import Evidence, Verdict, open_claim


def check_discipline(claim: Claim, dossier: Dossier) -> Verdict:
    """No table has discipline."""
    return open_claim("the letter, or the league's announcement", Evidence("note", "The tables have no discipline."))


def _relation(one: Claim, other: Claim) -> Relation:
    return True if equal(one, other, "kind", "by") and overlapping(one, other) else None


def _says(fields: Mapping[str, Any]) -> str:
    return str(fields.get("kind") or "").replace("_", " ") + (f" by {fields['by']}" if fields.get("by") else "")


TYPE = ClaimType(
    name="discipline",
    order=13,
    plural="discipline",
    description="Who was ejected, suspended, fined or reprimanded, by whom.",
    fields=("person", "kind", "by", "seasons"),
    says=_says,
    check=check_discipline,
    relation=_relation,
    role="manager",
    never_explicit=True,
)
