"""Whether the vocabulary's terms bear out a club or season that a claim takes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from skipper.press.claim import Claim
from skipper.press.vocabulary import Term, Vocabulary

_OF_MANAGERS = frozenset(["record", "stint", "departure", "tally"])
_CLUBS = ("club", "clubs")
_FROM_ELSEWHERE = frozenset([*_CLUBS, "organization", "organizations", "seasons", "from", "to", "level_stated"])


def major_ids(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the ids of the major-league clubs."""
    return frozenset(club.id for club in vocabulary.clubs if club.is_major)


def is_borne_out(claim: Claim, vocabulary: Vocabulary, major: frozenset[str]) -> bool:
    """Return whether the terms of the person whom the claim was linked to leave open a club or season from outside its
    span: they have the person as manager of its major-league club in each season that it names.

    A claim whose span has its clubs and seasons, a person without terms as manager, a club below the major leagues and
    a claim of another type are left open. No figure is looked at.
    """
    if claim.cited.keys().isdisjoint(_FROM_ELSEWHERE):
        return True
    link = claim.link("person")
    person = vocabulary.person(link.id) if link is not None and link.id is not None else None
    terms = [term for term in person.terms if term.role == "manager"] if person is not None else []
    if claim.type not in _OF_MANAGERS or claim.fields.get("role", "manager") != "manager" or not terms:
        return True
    if claim.type == "tally" and claim.fields["what"] not in ("seasons_managed", "postseason_seasons"):
        return True
    named = [one for field in _CLUBS if (one := claim.link(field)) is not None]
    ids = {id for one in named for id in (one.id, *one.candidates) if id in major}
    if not ids and (named or {"level_stated", "organization", "organizations"} & claim.fields.keys()):
        return True
    there = [term for term in terms if not ids or term.club in ids]
    return bool(there) and all(_covers(there, season) for season in _seasons(claim))


def _seasons(claim: Claim) -> Iterable[int]:
    yield from claim.fields.get("seasons", ())
    yield from (claim.fields[name] for name in ("from", "to") if name in claim.fields)


def _covers(terms: Iterable[Term], season: int) -> bool:
    return any(term.first <= season <= term.last for term in terms)
