"""Who ran a club's first game of a season, and who its last."""

from __future__ import annotations

from skipper.press.claim import Claim
from skipper.press.facts import Facts, Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of


def first_of(record: Record, facts: Facts) -> str | None:
    """Return who ran the first games of the record's club and season; null if that is not known."""
    return next((person_id for person_id, *_rest in facts.managers.get((record.season, record.club), ())), None)


def finished(record: Record, dossier: Dossier) -> bool:
    """Return whether the club's last game of the season is credited to him; a title is not his who was gone by then."""
    person_id = dossier.person.person_id
    return dossier.facts.finishers.get((record.season, record.club), person_id) == person_id


def stayed(season: int, dossier: Dossier) -> set[str]:
    """Return the club that he ran to the end of the season before and from the start of the next; empty where there is
    none.

    He had it in a season between that the lake lacks, too, if the record book has him then.
    """
    person = dossier.person
    if season not in person.missing:
        return set()
    before = {one.club for one in person.records if one.season == season - 1 and finished(one, dossier)}
    after = {one.club for one in person.records if one.season == season + 1 and _began(one, dossier)}
    return before & after


def may_be_with(claim: Claim, dossier: Dossier, season: int) -> bool:
    """Return whether he can have managed the club named in a season that the lake lacks."""
    codes, held = codes_of(claim, dossier.facts, season), stayed(season, dossier)
    return bool(codes & held if held else codes)


def _began(record: Record, dossier: Dossier) -> bool:
    return first_of(record, dossier.facts) == dossier.person.person_id
