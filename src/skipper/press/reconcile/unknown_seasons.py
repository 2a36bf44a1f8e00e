"""Seasons that a man managed or may have managed, and of which the lake has no game."""

from __future__ import annotations

from datetime import date

from skipper.press.claim import Claim
from skipper.press.facts import Record
from skipper.press.reconcile.dossier import Dossier

RECENT = 10  # years since his last season known: until then who has managed may manage again


def missing_seasons(claim: Claim, dossier: Dossier, own: list[Record]) -> list[int]:
    """Return seasons that may be part of it and are not in the lake."""
    seasons, day = {record.season for record in own}, dossier.date_of(claim)
    inside = dossier.facts.absent(range(min(seasons), max(seasons) + 1))
    listed = {*dossier.person.missing, *dossier.facts.absent(seasons), *past_the_book(dossier)}
    if claim.clubs:
        # With one club, a missing season counts between two with it, or next to one.
        listed = {season for season in listed if season in inside} | _next_to(seasons, listed)
    return sorted(season for season in listed if day is None or season <= day.year)


def _next_to(seasons: set[int], listed: set[int]) -> set[int]:
    """Of the listed seasons those that follow one another up to the first of `seasons`, or from the last."""
    reached = set(seasons)
    for season in sorted(listed):
        reached |= {season} if season - 1 in reached else set()
    for season in sorted(listed, reverse=True):
        reached |= {season} if season + 1 in reached else set()
    return reached & listed


def past_the_book(dossier: Dossier) -> range:
    """Return the seasons since the last of which the record book states, of a man who managed in its last years."""
    facts, person = dossier.facts, dossier.person
    last = max((*person.missing, *(one.season for one in person.records)), default=0)
    end = max((*facts.seasons, *facts.series), default=0)
    this = date.today().year
    return range(end + 1, this + 1) if this - last <= RECENT else range(0)
