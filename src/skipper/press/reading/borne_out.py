"""Whether the vocabulary's terms bear out who managed or played for which club when. No figure is looked at."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.claim import Claim
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Term, Vocabulary

_PLAYED = frozenset(["seasons_played"])
_EITHER = frozenset(["seasons_with_organization"])


def is_borne_out(claim: Claim, vocabulary: Vocabulary) -> bool:
    """Return whether the terms have the person with every club of a tally, in each season that it names.

    Of a claim that names no club they have the person with one at all. What the lake does not have, a season of the
    minors for one, is not borne out.
    """
    terms = [term for term in _terms(claim, vocabulary) if _is_meant(term, claim)]
    seasons = claim.fields.get("seasons", ())
    level = claim.fields.get("level_stated")
    if level is not None and lexicon().levels.get(level.lower()) != "MLB":
        return False
    if seasons:
        terms = [term for term in terms if any(_covers(term, season) for season in seasons)]
        if not all(any(_covers(term, season) for term in terms) for season in seasons):
            return False
    named = [
        *claim.fields.get("clubs", ()),
        *([claim.fields["organization"]] if "organization" in claim.fields else []),
    ]
    clubs = [_ids(name, vocabulary) for name in named]
    return bool(terms) and all(any(term.club in ids for term in terms) for ids in clubs)


def _covers(term: Term, season: int) -> bool:
    return term.first <= season <= term.last


def _terms(claim: Claim, vocabulary: Vocabulary) -> Iterator[Term]:
    """The terms of the one person whom the claim's name was linked to."""
    link = claim.link("person")
    person = vocabulary.person(link.id) if link is not None and link.id is not None else None
    yield from person.terms if person is not None else ()


def _is_meant(term: Term, claim: Claim) -> bool:
    what = claim.fields.get("what")
    return what in _EITHER or term.role == ("player" if what in _PLAYED else "manager")


def _ids(name: str, vocabulary: Vocabulary) -> frozenset[str]:
    return frozenset(club.id for club in vocabulary.clubs_by_name.get(name.lower(), ()))
