"""Seasons with a club that bore another name then: the Florida Marlins of who is said to have managed Miami's."""

from __future__ import annotations

from skipper.press import hand_kept
from skipper.press.claim import Claim, Link
from skipper.press.facts import Facts, Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, is_nickname

WHICH_CLUB = "whether the franchise is meant, which bore another name then"


def under_another_name(claim: Claim, dossier: Dossier) -> list[Record]:
    """Return the person's seasons (rule: managed) with the franchise of the claim's clubs in which none was called as
    it says.

    Of the seasons named, or of all. A club stated by its place alone is no franchise: Boston in 1953 is the Red Sox.
    """
    seasons = claim.seasons
    return [
        one
        for one in dossier.person.records
        if one.rule == "managed"
        and (not seasons or one.season in seasons)
        and not codes_of(claim, dossier.facts, one.season)
        and one.club in _of_franchise(claim, dossier.facts, one.season)
    ]


def names_in_full(claim: Claim) -> bool:
    """Return whether a club of the claim is stated by its full name."""
    return any(link.words == link.name for link in _links(claim))


def _of_franchise(claim: Claim, facts: Facts, season: int) -> set[str]:
    """Return the codes of the season's clubs that are of a franchise which the claim names in full or by nickname."""
    of = hand_kept.franchises()
    ids = {id for link in _links(claim) if _is_whole(link) for id in (link.id, *link.candidates)}
    wanted = {of[id] for id in ids if id is not None and id in of}
    return {code for code in of if of[code] in wanted and (season, code) in facts.names}


def _links(claim: Claim) -> list[Link]:
    named = claim.clubs
    return [link for link in claim.links if link.name in named]


def _is_whole(link: Link) -> bool:
    return link.words == link.name or is_nickname(link)
