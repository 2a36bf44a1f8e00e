"""Appointments: a person was hired, promoted or considered for a post; against the games, and the file of managers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import re2

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.days import Days, appointed_for, day_of_act_words, year_days
from skipper.press.facts import Listing, Record
from skipper.press.reconcile.acts import same_appointment
from skipper.press.reconcile.agreement import (
    equal,
)
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.listed import (
    corroborated,
    places,
    without_weak,
)
from skipper.press.reconcile.place import lacking, outside
from skipper.press.reconcile.record_rows import who_managed
from skipper.press.reconcile.tenure import (
    MANAGED,
    SOON,
    club_list,
    ran_with,
    run_row,
    seasons_to_begin,
)
from skipper.press.reconcile.verdict import (
    Evidence,
    Verdict,
    contradicted,
    doubted,
    open_claim,
    supported,
)
from skipper.press.reconcile.whole_seasons import first_of

_LATE = re2.compile(r"(?i)\b(?:late|later|fall|autumn|winter|off-?season|end)\b")


def check_appointment(claim: Claim, dossier: Dossier) -> Verdict:
    """Return whether he ran the club's games from then on. That he never did does not undo an appointment."""
    settles = "the club's announcement"
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    taken = claim.fields.get("outcome") in ("appointed", "promoted")
    days = claim.act_days
    if not taken or claim.fields.get("role") not in (None, "manager") or days is None or not claim.clubs:
        return open_claim(settles, Evidence("note", "The tables have who managed, not who was considered or when."))
    first, last = seasons_to_begin(claim, days)
    own = ran_with(claim, dossier)
    runs = [one for one in own if first <= one.season <= last]
    # Theirs since then, and not the season before: so the season before that of his first game must be known.
    fresh = bool(runs) and not any(one.season == runs[0].season - 1 for one in own)
    if runs and _took_over(runs[0], dossier) and lacking([runs[0].season], dossier.facts) is None:
        return _in_season(claim, runs[0], days, dossier, settles)
    if fresh and lacking([runs[0].season - 1], dossier.facts) is None:
        return supported(f"first game {runs[0].first_day}", MANAGED, run_row(runs, dossier.facts))
    gap = lacking(range(first - 1, last + 1), dossier.facts)
    if gap is not None:
        return open_claim(settles, gap)
    if runs:
        start = _start_of_run(own, first)
        # What begins no run of his may be a new contract, or the post for good of who took over within a season.
        since = contradicted(f"their manager since {start.first_day}", MANAGED, run_row(own, dossier.facts))
        return doubted(f"the contract of {spans(range(first, last + 1))}", since)
    theirs = [one for one in dossier.person.records if one.rule == MANAGED and first <= one.season <= last]
    if theirs:
        return contradicted(club_list(theirs, dossier.facts), MANAGED, run_row(theirs, dossier.facts))
    none = Evidence("coverage", "He ran no game of theirs then; one who is dismissed early has none.")
    if claim.fields.get("role") == "manager" and own and own[0].season > last:
        ran = [row for season in range(first, last + 1) for row in who_managed(claim, dossier.facts, season)]
        return contradicted(f"first game {own[0].first_day}", MANAGED, run_row(own, dossier.facts), *ran)
    return open_claim(settles, none)


def _in_season(claim: Claim, record: Record, days: Days, dossier: Dossier, settles: str) -> Verdict:
    """Of who took over from another within a season: whether his first game is of the days stated, or soon after them.

    He may have been appointed for good after his first games, or long before them.
    """
    ours, row = f"first game {record.first_day}", run_row([record], dossier.facts)
    ran = who_managed(claim, dossier.facts, record.season)
    if days.meets(Days(record.first_day - SOON, record.first_day)):
        return supported(ours, MANAGED, row, *ran)
    return doubted(settles, contradicted(ours, MANAGED, row, *ran))


def _took_over(record: Record, dossier: Dossier) -> bool:
    """Return whether another ran the first games of the record's season."""
    return first_of(record, dossier.facts) not in (None, dossier.person.person_id)


def _start_of_run(own: list[Record], season: int) -> Record:
    """Return the first season of the unbroken run that leads up to the season."""
    start = next(one for one in own if one.season == season - 1)
    for one in reversed([one for one in own if one.season < season]):
        if one.season < start.season - 1:
            break
        start = one
    return start


def _listed(claim: Claim, own: list[Listing], dossier: Dossier) -> Verdict | None:
    """Return whether he is listed as the club's or an affiliate's manager from a season that the appointment can be
    for."""
    outcome, days = claim.fields.get("outcome"), claim.act_days
    if outcome not in ("appointed", "promoted") or not (claim.clubs or claim.organizations):
        return None
    first, last = seasons_to_begin(claim, days) if days else (0, 9999)
    listed = without_weak(own)
    begun = [row for row in listed if first <= row.season <= last]
    fresh = bool(begun) and not any(row.season == begun[0].season - 1 for row in listed)
    before = [row for row in dossier.person.listed if begun and row.season == begun[0].season - 1]
    if not fresh or (outcome == "promoted" and not before):
        return None
    found = corroborated([*(before if outcome == "promoted" else ()), begun[0]], places(begun[:1]))
    if days is None:
        return found
    stated = day_of_act_words(days)
    fits = f"The page gives the season, not the day: {begun[0].season} fits an appointment dated {stated}."
    return found.with_evidence(Evidence("note", fits))


def _relation(one: Claim, other: Claim) -> Relation:
    if not same_appointment(one, other) or not equal(one, other, "role"):
        return None
    outcomes = {str(claim.fields.get("outcome", "")) for claim in (one, other)}
    day, others = one.act_days, other.act_days
    if day is not None and others is not None and not _may_meet(one, day, other, others):
        # Of two years the later act can be an extension of the first.
        same_year = day.first.year == others.first.year and outcomes == {"appointed"}
        return False if same_year and _both_have_day(one, other) else None
    if outcomes == {"appointed", "passed_over"}:
        return False if day is not None and others is not None and one.clubs else None
    return True if len(outcomes) == 1 else None


def _may_meet(one: Claim, day: Days, other: Claim, others: Days) -> bool:
    """Return whether two appointments can be of one day: hired in 2010 is who was hired late in 2009 for it."""
    meet = _with_its_winter(day).meets(others) if _is_late(other, others) else day.meets(others)
    return meet or (_is_late(one, day) and _with_its_winter(others).meets(day))


def _is_late(claim: Claim, days: Days) -> bool:
    """Return whether it states more than a year, or that it was late in it."""
    return days != year_days(days.first.year) or _LATE.search(claim.span) is not None


def _with_its_winter(days: Days) -> Days:
    """Of a year the winter before it too."""
    year = days.first.year
    return Days(appointed_for(year).first, days.last) if days == year_days(year) else days


def _both_have_day(one: Claim, other: Claim) -> bool:
    return all(claim.fields.get("date_of_act") is not None for claim in (one, other))


def _says(fields: Mapping[str, Any]) -> str:
    return " ".join(str(fields[name]).replace("_", " ") for name in ("outcome", "role") if fields.get(name))


TYPE = ClaimType(
    name="appointment",
    order=3,
    plural="appointments",
    description="Who was hired, promoted, interviewed or passed over for which post, when or for which season.",
    fields=(
        *("person", "role", "club", "organization", "league", "level_stated", "level_resolved", "outcome"),
        *("date_of_act", "for_season"),
    ),
    says=_says,
    check=check_appointment,
    relation=_relation,
    listed=_listed,
    needs_role=True,
    of_club=True,
    role="manager",
    never_explicit=True,
    time="act",
)
