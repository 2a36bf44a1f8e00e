"""Stints: a person served a club in some seasons; against the games, and the file of managers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import re2

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.facts import Listing, Record
from skipper.press.reconcile.agreement import (
    equal,
    overlapping,
    same_post,
)
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.franchises import WHICH_CLUB, under_another_name
from skipper.press.reconcile.listed import (
    RULE,
    corroborated,
    places,
    without_weak,
)
from skipper.press.reconcile.place import codes_of, games_of, lacking, outside
from skipper.press.reconcile.record_rows import who_managed
from skipper.press.reconcile.tenure import (
    FROM_STARTS,
    MANAGED,
    career_words,
    club_list,
    games_run,
    outside_career,
    ran_with,
    run_row,
    start_row,
    starts_with,
)
from skipper.press.reconcile.unknown_seasons import past_the_book
from skipper.press.reconcile.verdict import (
    RECORD_BOOK,
    Evidence,
    Verdict,
    contradicted,
    doubted,
    open_claim,
    row_of,
    supported,
)
from skipper.press.reconcile.whole_seasons import may_be_with

_OF_WINTER = re2.compile(r"(?i)\b(?:jan|feb|march\b|oct|nov|dec)[a-z]*\b|\b(?:winter|spring|off-?season)\b")


def check_stint(claim: Claim, dossier: Dossier) -> Verdict:
    """Return whether he ran games for the club in those seasons; of a player, whether he started any."""
    settles = games_of(claim)
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    role = claim.fields.get("role")
    if not (claim.clubs or claim.organizations or (role == "player" and claim.level == "MLB")):
        return open_claim(settles, Evidence("note", "It names no club."))
    if role in ("player", None) and _starts_fit(claim, dossier):
        return _started(claim, dossier)
    if role in ("manager", None):
        return _ran(claim, dossier, settles)
    if role != "player":
        roles = f"{role}es" if str(role).endswith("ch") else f"{role}s"
        return open_claim(f"a source of {roles}", Evidence("note", f"The tables have no {roles}."))
    if outside_career(claim.seasons, dossier) and claim.clubs:
        return contradicted(career_words(dossier), RECORD_BOOK, row_of("person", f"He played {career_words(dossier)}."))
    return open_claim(settles, _only_starts(claim, dossier))


def _only_starts(claim: Claim, dossier: Dossier) -> Evidence:
    """Return the person's starts for them, where he has some; of which of the claim's seasons there are none, and when
    he played."""
    own = starts_with(claim, dossier)
    if own:
        none = sorted(set(claim.seasons) - {one.season for one in own})
        absent = dossier.facts.absent(none)
        lacks = f", of which the lake lacks {spans(absent)}" if absent else ""
        return row_of("player_usage", f"{start_row(own, dossier.facts).text} None in {spans(none)}{lacks}.")
    bench = "No start of his is in the lake for them; who only came off the bench has none."
    return Evidence("note", f"{bench} He played {career_words(dossier)}.")


def _starts_fit(claim: Claim, dossier: Dossier) -> bool:
    own = {one.season for one in starts_with(claim, dossier)}
    return bool(own) and own >= set(claim.seasons)


def _started(claim: Claim, dossier: Dossier) -> Verdict:
    own = starts_with(claim, dossier)
    return supported(f"{sum(one.starts for one in own):,} starts", FROM_STARTS, start_row(own, dossier.facts))


def _ran(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    facts, seasons, own = dossier.facts, claim.seasons, ran_with(claim, dossier)
    if own and {one.season for one in own} >= set(seasons):
        return supported(games_run(own), MANAGED, run_row(own, facts))
    gap = lacking(seasons, facts) if seasons else _never_known(claim, dossier)
    # A season that is here and was not his is wrong, whatever those are that are lacking.
    stated = {season for season in seasons if not facts.absent([season])} - {one.season for one in own}
    if gap is not None and not stated:
        return open_claim(settles, gap)
    return _of_other_clubs(claim, dossier, own, settles)


def _of_other_clubs(claim: Claim, dossier: Dossier, own: list[Record], settles: str) -> Verdict:
    """Return a season that is here and was not his with the club: contradicted, or to be checked where a reading is
    left."""
    facts, seasons = dossier.facts, claim.seasons
    theirs = [one for one in dossier.person.records if one.rule == MANAGED and one.season in (seasons or [one.season])]
    named = [row for season in seasons for row in who_managed(claim, facts, season)]
    if not theirs and (not seasons or not named):
        return open_claim(settles, Evidence("coverage", "The lake has no game of his as a manager then."))
    ours = club_list(theirs, facts) if theirs else "no game of theirs was his"
    verdict = contradicted(ours, MANAGED, *([run_row(theirs, facts)] if theirs else []), *named)
    moved = under_another_name(claim, dossier)
    if moved and {one.season for one in (*own, *moved)} >= set(seasons):
        return doubted(WHICH_CLUB, verdict)
    beside = _seasons_beside(claim, dossier)
    if beside and _OF_WINTER.search(claim.span):
        return doubted("who had the post that winter", verdict, run_row(beside, facts))
    return verdict


def _seasons_beside(claim: Claim, dossier: Dossier) -> list[Record]:
    """Return the person's seasons with the clubs right before and after the one that is named: he may hold the post in
    its winter."""
    seasons = claim.seasons
    return [
        one
        for one in dossier.person.records
        if (one.rule, len(seasons)) == (MANAGED, 1)
        and abs(one.season - seasons[0]) == 1
        and one.club in codes_of(claim, dossier.facts, one.season)
    ]


def _never_known(claim: Claim, dossier: Dossier) -> Evidence | None:
    """Without a season named, every season that the lake lacks of his may be the one meant.

    But for those since the piece was written, and those in which the record book has no such club.
    """
    records, facts, day = dossier.person.records, dossier.facts, dossier.date_of(claim)
    if not records:
        return Evidence("coverage", "The lake has no game of his as a manager.")
    years = [one.season for one in records]
    later = past_the_book(dossier)
    listed = {*dossier.person.missing, *facts.absent(range(min(years), max(years) + 1))}
    absent = {season for season in listed if season in later or may_be_with(claim, dossier, season)} | {*later}
    absent = {season for season in absent if day is None or season <= day.year}
    return lacking(absent, facts) if absent else None


def _listed(claim: Claim, own: list[Listing], _dossier: Dossier) -> Verdict | None:
    """Return whether he is listed for every season named; without one, for any."""
    if not (claim.clubs or claim.organizations):
        return None
    seasons = set(claim.seasons)
    stated = [row for row in without_weak(own) if not seasons or row.season in seasons]
    if not stated or not {row.season for row in stated} >= seasons:
        return None
    return corroborated(stated, places(stated), f"{RULE}: {_compared(claim)}")


def _compared(claim: Claim) -> str:
    """Return what of a stint was compared with the rows: nobody is to take a club's organization as checked if it was
    not."""
    parts = {
        "club": claim.clubs,
        "organization": claim.organizations,
        "season": claim.seasons,
        "role": claim.fields.get("role"),
        "level": claim.level,
    }
    return ", ".join(name for name, value in parts.items() if value)


def _relation(one: Claim, other: Claim) -> Relation:
    if not same_post(one, other) or not equal(one, other, "role"):
        return None
    return True if one.seasons and other.seasons and overlapping(one, other) else None


def _says(fields: Mapping[str, Any]) -> str:
    return str(fields.get("role") or "was with")


TYPE = ClaimType(
    name="stint",
    order=2,
    plural="stints",
    description="Who had which post with which club, when.",
    fields=(
        *("person", "role", "club", "organization", "league", "level_stated", "level_resolved", "seasons"),
        *("from", "to"),
    ),
    says=_says,
    check=check_stint,
    relation=_relation,
    listed=_listed,
    needs_role=True,
    of_club=True,
    is_tenure=True,
    shows_level=True,
    role="manager",
    never_explicit=True,
    time="seasons",
)
