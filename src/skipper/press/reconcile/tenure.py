"""Claims that a man served a club or came to it, against the games."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

import re2

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.facts import Facts, Record, Starts
from skipper.press.reconcile.days import Days
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.franchises import WHICH_CLUB, under_another_name
from skipper.press.reconcile.place import codes_of, games_of, lacking, outside
from skipper.press.reconcile.reading import clubs_of, day_of_act, level_of, organizations_of, seasons_of
from skipper.press.reconcile.record_rows import who_managed
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
from skipper.press.reconcile.whole_seasons import first_of, may_be_with

FROM_STARTS = "from starts"
MANAGED = "managed"
SOON = timedelta(days=14)  # from a man's last game to the day on which his departure is told, and to his first one
_OF_WINTER = re2.compile(r"(?i)\b(?:jan|feb|march\b|oct|nov|dec)[a-z]*\b|\b(?:winter|spring|off-?season)\b")


def check_stint(claim: Claim, dossier: Dossier) -> Verdict:
    """Whether he ran games for the club in those seasons; of a player, whether he started any."""
    settles = games_of(claim)
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    role = claim.fields.get("role")
    if not (clubs_of(claim) or organizations_of(claim) or (role == "player" and level_of(claim) == "MLB")):
        return open_claim(settles, Evidence("note", "It names no club."))
    if role in ("player", None) and _starts_fit(claim, dossier):
        return _started(claim, dossier)
    if role in ("manager", None):
        return _ran(claim, dossier, settles)
    if role != "player":
        roles = f"{role}es" if str(role).endswith("ch") else f"{role}s"
        return open_claim(f"a source of {roles}", Evidence("note", f"The tables have no {roles}."))
    if outside_career(seasons_of(claim), dossier) and clubs_of(claim):
        return contradicted(_career(dossier), RECORD_BOOK, row_of("person", f"He played {_career(dossier)}."))
    return open_claim(settles, _only_starts(claim, dossier))


def outside_career(seasons: Collection[int], dossier: Dossier) -> bool:
    """Whether one of the seasons is none of those in which he played in the majors, where these are known."""
    first, last = dossier.person.played_first, dossier.person.played_last
    return first is not None and last is not None and any(not first <= season <= last for season in seasons)


def _career(dossier: Dossier) -> str:
    return f"{dossier.person.played_first} to {dossier.person.played_last}"


def _only_starts(claim: Claim, dossier: Dossier) -> Evidence:
    """His starts for them, where he has some; of which of the claim's seasons there are none, and when he played."""
    own = starts_with(claim, dossier)
    if own:
        none = sorted(set(seasons_of(claim)) - {one.season for one in own})
        absent = dossier.facts.absent(none)
        lacks = f", of which the lake lacks {spans(absent)}" if absent else ""
        return row_of("player_usage", f"{start_row(own, dossier.facts).text} None in {spans(none)}{lacks}.")
    bench = "No start of his is in the lake for them; who only came off the bench has none."
    return Evidence("note", f"{bench} He played {_career(dossier)}.")


def starts_with(claim: Claim, dossier: Dossier) -> list[Starts]:
    """His starts for the clubs named (for any, where none is), in the seasons named (or in all)."""
    seasons, named = seasons_of(claim), clubs_of(claim) or organizations_of(claim)
    return [
        one
        for one in dossier.person.starts
        if (not seasons or one.season in seasons)
        and (not named or one.club in codes_of(claim, dossier.facts, one.season))
    ]


def ran_with(claim: Claim, dossier: Dossier) -> list[Record]:
    """His seasons as manager (rule: managed) of the clubs named, in the seasons named (or in all)."""
    seasons = seasons_of(claim)
    return [
        one
        for one in dossier.person.records
        if one.rule == MANAGED
        and (not seasons or one.season in seasons)
        and one.club in codes_of(claim, dossier.facts, one.season)
    ]


def _starts_fit(claim: Claim, dossier: Dossier) -> bool:
    own = {one.season for one in starts_with(claim, dossier)}
    return bool(own) and own >= set(seasons_of(claim))


def _started(claim: Claim, dossier: Dossier) -> Verdict:
    own = starts_with(claim, dossier)
    return supported(f"{sum(one.starts for one in own):,} starts", FROM_STARTS, start_row(own, dossier.facts))


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


def _ran(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    facts, seasons, own = dossier.facts, seasons_of(claim), ran_with(claim, dossier)
    if own and {one.season for one in own} >= set(seasons):
        return supported(games_run(own), MANAGED, run_row(own, facts))
    gap = lacking(seasons, facts) if seasons else _never_known(claim, dossier)
    # A season that is here and was not his is wrong, whatever those are that are lacking.
    told = {season for season in seasons if not facts.absent([season])} - {one.season for one in own}
    if gap is not None and not told:
        return open_claim(settles, gap)
    return _of_other_clubs(claim, dossier, own, settles)


def _of_other_clubs(claim: Claim, dossier: Dossier, own: list[Record], settles: str) -> Verdict:
    """A season that is here and was not his with the club: contradicted, or to be checked where a reading is left."""
    facts, seasons = dossier.facts, seasons_of(claim)
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
    """His seasons with the clubs right before and after the one that is named: he may hold the post in its winter."""
    seasons = seasons_of(claim)
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


def run_row(own: list[Record], facts: Facts) -> Evidence:
    """Seasons as manager by club, as evidence."""
    return row_of("manager_season", f"managed: {club_list(own, facts)}.")


def club_list(own: list[Record], facts: Facts) -> str:
    """Clubs with the seasons that he managed them, in words."""
    by_club: dict[str, list[int]] = {}
    for one in own:
        by_club.setdefault(facts.names.get((one.season, one.club), one.club), []).append(one.season)
    return "; ".join(f"{club} {spans(years)}" for club, years in by_club.items())


def games_run(own: list[Record]) -> str:
    """How many games he ran, and from when to when, in words."""
    games = sum(len(one.results) for one in own)
    return f"{games:,} games, {own[0].first_day} to {own[-1].last_day}"


def check_appointment(claim: Claim, dossier: Dossier) -> Verdict:
    """Whether he ran the club's games from then on. That he never did does not undo an appointment."""
    settles = "the club's announcement"
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    taken = claim.fields.get("outcome") in ("appointed", "promoted")
    days = day_of_act(claim)
    if not taken or claim.fields.get("role") not in (None, "manager") or days is None or not clubs_of(claim):
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
    """Of who took over from another within a season: whether his first game is of the days told, or soon after them.

    He may have been appointed for good after his first games, or long before them.
    """
    ours, row = f"first game {record.first_day}", run_row([record], dossier.facts)
    ran = who_managed(claim, dossier.facts, record.season)
    if days.meets(Days(record.first_day - SOON, record.first_day)):
        return supported(ours, MANAGED, row, *ran)
    return doubted(settles, contradicted(ours, MANAGED, row, *ran))


def _took_over(record: Record, dossier: Dossier) -> bool:
    """Whether another ran the first games of the record's season."""
    return first_of(record, dossier.facts) not in (None, dossier.person.person_id)


def seasons_to_begin(claim: Claim, days: Days) -> tuple[int, int]:
    """The first and the last season that may be his first: a man appointed after September begins the next year."""
    if claim.fields.get("for_season"):
        return int(claim.fields["for_season"]), int(claim.fields["for_season"])
    return days.first.year + (days.first.month > 9), days.last.year + 1


def _start_of_run(own: list[Record], season: int) -> Record:
    """The first season of the unbroken run that leads up to the season."""
    start = next(one for one in own if one.season == season - 1)
    for one in reversed([one for one in own if one.season < season]):
        if one.season < start.season - 1:
            break
        start = one
    return start
