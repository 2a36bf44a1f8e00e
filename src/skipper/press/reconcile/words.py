"""Only what a claim's own words say may contradict it: a club or a time carried over to them may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

import re2

from skipper.answers.answer import spans
from skipper.press.carried import Part, carried, has, without
from skipper.press.claim import Claim, Link
from skipper.press.reconcile.days import AUTUMN
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.nth_seasons import in_his_nth_season
from skipper.press.reconcile.one_sided import is_one_sided
from skipper.press.reconcile.place import codes_of
from skipper.press.reconcile.reading import clubs_of, day_of_act, organizations_of, person_of, seasons_of
from skipper.press.reconcile.standings import figures_told
from skipper.press.reconcile.verdict import Evidence, Verdict, doubted

Check = Callable[[Claim, Dossier], Verdict]
MOST_OF_A_SEASON = 166  # decisions: 162 games and ties replayed
_OF_A_CAREER = re2.compile(
    r"(?i)\b(?:career|lifetime|overall|all[- ]time|as an? (?:(?:big|major)[- ]league )?(?:manager|skipper))\b"
)
_OF_THE_SEASON = re2.compile(r"(?i)\b(?:regular season|during the season)\b")
_HE = re2.compile(r"(?i)\b(?:he|him|his|himself)\b")
# What the reading carries a club or a time over to; other types name theirs or have none.
GUARDED = frozenset(["record", "title", "stint", "appointment", "departure", "award", "tally"])


def by_its_words(claim: Claim, dossier: Dossier, check: Check) -> Verdict:
    """The check's verdict, but where a club or a time that the claim's span does not say is what it contradicts.

    Then it is contradicted where the words alone are wrong of the season that they name, and else open: with ours of
    another club or season of his that fits the words, where there is one. That supports only a claim that has no club
    and time at all: one carried over would be shown as supported with it. A club's record told without him that another
    man had with it is open too. A denial is judged as it stands.
    """
    counted = _of_the_nth(claim, dossier, check)
    if counted is not None:
        return counted
    verdict = check(claim, dossier)
    if verdict.verdict != "contradicted" or claim.type not in GUARDED or claim.denied:
        return verdict
    if _is_anothers(claim, dossier):
        note = Evidence("note", "The claim's own words name the club and not him; another ran it to that record.")
        return doubted("whose record the words mean", verdict, note)
    unnamed: frozenset[Part] = frozenset(["time"] if _names_no_season(claim) else [])
    parts = carried(claim, _day_said(claim, dossier)) | unnamed
    if not parts:
        return verdict
    fitting = (check(one, dossier) for one in _readings(claim, dossier, parts))
    fits = next((one for one in fitting if one.verdict == "supported"), None)
    if fits is not None:
        note = Evidence("note", f"{_unsaid(claim, parts)}; what fits the words is given here.")
        bare = not any(has(claim, part) for part in parts)
        return fits.with_evidence(note) if bare else _open(parts, fits, note)
    if parts == {"club"} and seasons_of(claim):
        alone = check(without(claim, "club"), dossier)
        if alone.verdict == "contradicted":
            return alone.with_evidence(Evidence("note", f"{_unsaid(claim, parts)}; it is wrong with any club of his."))
    return _open(parts, verdict, Evidence("note", f"{_unsaid(claim, parts)}: so it is not held against them."))


def _of_the_nth(claim: Claim, dossier: Dossier, check: Check) -> Verdict | None:
    """By the seasons that a number means (in his second season): right in one, or wrong in all; else null."""
    each = [] if claim.denied else [check(one, dossier) for one in in_his_nth_season(claim, dossier)]
    right = next((one for one in each if one.verdict == "supported"), None)
    wrong = bool(each) and all(one.verdict == "contradicted" for one in each)
    return right or (each[0] if wrong else None)


def _day_said(claim: Claim, dossier: Dossier) -> date | None:
    """The piece's date, where it says the season of a claim that names none.

    A side of a record is told by the way (`when they won 85`); and before its autumn no title or award is that year's.
    """
    day = dossier.date_of(claim)
    if claim.type == "record" and is_one_sided(claim) and not _OF_THE_SEASON.search(claim.span):
        return None
    early = day is not None and day.month < AUTUMN
    return None if early and claim.type in ("title", "award") else day


def _names_no_season(claim: Claim) -> bool:
    """Whether it is a record of one season's games or fewer, and says neither which season's nor that it is a career's.

    `With the team at 32-33`: to hold it against his career would be our reading of the words and not theirs.
    """
    of_several = claim.fields.get("season_count") or _OF_A_CAREER.search(claim.span)
    if claim.type != "record" or has(claim, "time") or of_several:
        return False
    told = figures_told(claim)
    return told.get("wins", 0) + told.get("losses", 0) <= MOST_OF_A_SEASON


def _is_anothers(claim: Claim, dossier: Dossier) -> bool:
    """Whether a record's words name neither him nor a `he`, and another man had it with its club that season."""
    facts, surname = dossier.facts, person_of(claim).split()[-1:]
    if claim.type != "record" or _HE.search(claim.span) or (surname and surname[0] in claim.span):
        return False
    told = figures_told(claim)
    return any(
        wins == told.get("wins", wins) and losses == told.get("losses", losses) and person_id != dossier.key
        for season in seasons_of(claim)
        for code in codes_of(claim, facts, season)
        for person_id, _name, wins, losses in facts.managers.get((season, code), ())
    )


def _open(parts: frozenset[Part], verdict: Verdict, note: Evidence) -> Verdict:
    """Open, with our figure of a verdict on one reading of the words."""
    meant = " and ".join(name for part, name in (("club", "which club"), ("time", "which season")) if part in parts)
    return doubted(f"{meant} the words mean", verdict, note)


def _unsaid(claim: Claim, parts: frozenset[Part]) -> str:
    """What is carried over, in words."""
    clubs = ", ".join(clubs_of(claim) or organizations_of(claim)) if "club" in parts else ""
    when = ""
    if "time" in parts:
        when = spans(seasons_of(claim)) or str(claim.fields.get("date_of_act") or day_of_act(claim) or "a season")
    return f"The claim's own words do not name {' or '.join(one for one in (clubs, when) if one)}"


def _readings(claim: Claim, dossier: Dossier, parts: frozenset[Part]) -> Iterator[Claim]:
    """The claim with other clubs and times of his in place of what is carried over; one change before both."""
    if "club" in parts:
        yield from _with_clubs(claim, dossier)
    if "time" in parts:
        yield from _at_times(claim, dossier)
    if len(parts) > 1:
        for one in _at_times(without(claim, "club"), dossier):
            yield from _with_clubs(one, dossier)


def _with_clubs(claim: Claim, dossier: Dossier) -> Iterator[Claim]:
    """The claim without a club, then with each club of his in the claim's seasons (in any, where it names none)."""
    bare, seasons = without(claim, "club"), seasons_of(claim)
    yield bare
    own = {(one.season, one.club) for one in dossier.person.records}
    own |= {(one.season, one.club) for one in dossier.person.starts}
    year = None if seasons else _year(claim)
    wanted = seasons or ((year - 1, year) if year else ())
    codes = {code: season for season, code in sorted(own) if not wanted or season in wanted}
    field = "clubs" if claim.type in ("record", "tally") else "club"
    for code, season in codes.items():
        name = dossier.facts.names.get((season, code))
        if name is not None:
            yield _with(bare, field, name, code)


def _with(bare: Claim, field: str, name: str, code: str) -> Claim:
    value: str | list[str] = [name] if field == "clubs" else name
    return replace(bare, fields={**bare.fields, field: value}, links=(*bare.links, Link(field, name, name, code)))


def _at_times(claim: Claim, dossier: Dossier) -> Iterator[Claim]:
    """The claim in each other season of his; of honours, stints and counts in any: without its time."""
    bare, year = without(claim, "time"), _year(claim)
    if claim.type not in ("record", "departure"):
        yield bare
        return
    own = sorted({one.season for one in dossier.person.records})
    length = max(1, len(seasons_of(claim))) if claim.type == "record" else 1
    for first in own:
        seasons = range(first, first + length)
        act = str(claim.fields.get("date_of_act") or "")
        if act and year is not None:
            yield replace(bare, fields={**bare.fields, "date_of_act": act.replace(str(year), str(first), 1)})
        elif set(seasons) <= set(own):
            yield replace(bare, fields={**bare.fields, "seasons": list(seasons)})


def _year(claim: Claim) -> int | None:
    """The year of its act, where it has one."""
    days = day_of_act(claim) if has(claim, "time") else None
    return days.first.year if days is not None else None
