"""Seasons with clubs: the games that a person managed for them and the starts made for them, and how they are shown."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.days import Days
from skipper.press.facts import Facts, Record, Starts
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of
from skipper.press.reconcile.verdict import (
    Evidence,
    row_of,
)

FROM_STARTS = "from starts"
MANAGED = "managed"
SOON = timedelta(days=14)  # from a man's last game to the day on which his departure is stated, and to his first one


def outside_career(seasons: Collection[int], dossier: Dossier) -> bool:
    """Return whether one of the seasons is none of those in which he played in the majors, where these are known."""
    first, last = dossier.person.played_first, dossier.person.played_last
    return first is not None and last is not None and any(not first <= season <= last for season in seasons)


def career_words(dossier: Dossier) -> str:
    """Return the first and last season as a player in the majors, in words."""
    return f"{dossier.person.played_first} to {dossier.person.played_last}"


def starts_with(claim: Claim, dossier: Dossier) -> list[Starts]:
    """Return the person's starts for the clubs named (for any, where none is), in the seasons named (or in all)."""
    seasons, named = claim.seasons, claim.clubs or claim.organizations
    return [
        one
        for one in dossier.person.starts
        if (not seasons or one.season in seasons)
        and (not named or one.club in codes_of(claim, dossier.facts, one.season))
    ]


def ran_with(claim: Claim, dossier: Dossier) -> list[Record]:
    """Return the person's seasons as manager (rule: managed) of the clubs named, in the seasons named (or in all)."""
    seasons = claim.seasons
    return [
        one
        for one in dossier.person.records
        if one.rule == MANAGED
        and (not seasons or one.season in seasons)
        and one.club in codes_of(claim, dossier.facts, one.season)
    ]


def start_row(own: list[Starts], facts: Facts) -> Evidence:
    """Starts by club and season, as evidence."""
    by_club: dict[str, list[Starts]] = {}
    for one in own:
        by_club.setdefault(facts.names.get((one.season, one.club), one.club), []).append(one)
    said = "; ".join(
        f"{club} {spans([one.season for one in some])} ({sum(one.starts for one in some):,} starts)"
        for club, some in by_club.items()
    )
    return row_of("player_usage", f"from starts: {said}.")


def run_row(own: list[Record], facts: Facts) -> Evidence:
    """Return seasons as manager by club, as evidence."""
    return row_of("manager_season", f"managed: {club_list(own, facts)}.")


def club_list(own: list[Record], facts: Facts) -> str:
    """Return clubs with the seasons that he managed them, in words."""
    by_club: dict[str, list[int]] = {}
    for one in own:
        by_club.setdefault(facts.names.get((one.season, one.club), one.club), []).append(one.season)
    return "; ".join(f"{club} {spans(years)}" for club, years in by_club.items())


def games_run(own: list[Record]) -> str:
    """Return how many games he ran, and from when to when, in words."""
    games = sum(len(one.results) for one in own)
    return f"{games:,} games, {own[0].first_day} to {own[-1].last_day}"


def seasons_to_begin(claim: Claim, days: Days) -> tuple[int, int]:
    """Return the first and the last season that may be his first: a man appointed after September begins the next
    year."""
    if claim.fields.get("for_season"):
        return int(claim.fields["for_season"]), int(claim.fields["for_season"])
    return days.first.year + (days.first.month > 9), days.last.year + 1
