"""Drafts, of which the tables have none: only that nobody plays before it can be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.reconcile.agreement import compatible_clubs, equal
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.verdict import Evidence, Verdict, open_claim, row_of


def check_draft(claim: Claim, dossier: Dossier) -> Verdict:
    """No table has the draft; only that nobody plays before it can be said."""
    settles = "the list of the amateur draft"
    debut = dossier.person.debut
    year = claim.fields.get("year")
    if debut is None or year is None:
        return open_claim(settles, Evidence("note", "The tables have no drafts."))
    order = "before" if int(year) <= debut.year else "after"
    return open_claim(settles, row_of("person", f"The tables have no drafts; {year} is {order} his debut, {debut}."))


def _relation(one: Claim, other: Claim) -> Relation:
    if not compatible_clubs(one, other):
        return None
    if not equal(one, other, "year"):
        # A man can be drafted twice; by one club in two years he hardly is.
        return False if one.clubs and other.clubs else None
    return equal(one, other, "round", "overall")


def _says(fields: Mapping[str, Any]) -> str:
    parts = [f"{name} {fields[name]}" for name in ("round", "overall") if fields.get(name) is not None]
    return ", ".join([f"drafted {fields['year']}" if fields.get("year") else "drafted", *parts])


TYPE = ClaimType(
    name="draft",
    order=7,
    plural="drafts",
    description="Who was drafted in which year and round, by which club.",
    fields=("person", "year", "round", "overall", "club"),
    says=_says,
    check=check_draft,
    relation=_relation,
    role="player",
    never_explicit=True,
    oldest=30,
)
