"""Counts: of seasons managed, played or won, of titles and of awards; against the games and the record book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.claims.tally.awards import AWARDS, check_award_count
from skipper.press.claims.tally.listed import listed_tally
from skipper.press.claims.tally.seasons import check_tally
from skipper.press.claims.tally.sums import tally_sum
from skipper.press.claims.tally.titles import TITLES, check_title_count
from skipper.press.reconcile.agreement import equal, same_level, shares_organization
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import same_clubs
from skipper.press.reconcile.verdict import Verdict

# Kinds that a season in the minors, or as somebody's coach, can be of too.
_OF_ANY_LEVEL = frozenset(["seasons_managed", "seasons_above_500", "postseason_seasons", "seasons_with_organization"])


def _check(claim: Claim, dossier: Dossier) -> Verdict:
    """Check honours by the record book, seasons by the games."""
    what = str(claim.fields.get("what"))
    check = check_title_count if what in TITLES else check_award_count if what == AWARDS else check_tally
    return check(claim, dossier)


def _relation(one: Claim, other: Claim) -> Relation:
    if not equal(one, other, "what", "organization") or one.fields.get("what") != other.fields.get("what"):
        return None
    clubs = one.clubs, other.clubs
    same_scope = same_clubs(*clubs) if all(clubs) else (one.level is not None and one.level == other.level)
    if not same_scope and not (shares_organization(one, other) and same_level(one, other)):
        return None
    if one.fields.get("value") is None or other.fields.get("value") is None:
        return True if one.seasons and one.seasons == other.seasons else None
    if not equal(one, other, "value", "of"):
        # Two counts of one thing may be of two years, unless both say of which seasons.
        return False if one.seasons and one.seasons == other.seasons else None
    return True


def _says(fields: Mapping[str, Any]) -> str:
    words = str(fields.get("what", "")).replace("_", " ")
    value, of = fields.get("value"), fields.get("of")
    if value is None:
        return words
    return f"{words}: {value} of {of}" if of is not None else f"{words}: {value}"


TYPE = ClaimType(
    name="tally",
    order=10,
    plural="tallies",
    description="How many seasons, titles or awards somebody has, of which kind and where.",
    fields=("person", "what", "value", "of", "seasons", "clubs", "organization", "level_stated", "level_resolved"),
    says=_says,
    check=_check,
    relation=_relation,
    adds_up=tally_sum,
    listed=listed_tally,
    of_club=True,
    any_level=lambda claim: claim.fields.get("what") in _OF_ANY_LEVEL,
    shows_level=True,
)
