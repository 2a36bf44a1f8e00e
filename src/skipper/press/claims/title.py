"""Titles: pennants and World Series, against the record book and who was with the club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import re2

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.claims.tally.titles import champions, titles_won
from skipper.press.reconcile.agreement import (
    equal,
)
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, lacking, outside
from skipper.press.reconcile.roles import stated_role
from skipper.press.reconcile.tenure import MANAGED, outside_career, ran_with, run_row, start_row, starts_with
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
from skipper.press.reconcile.whole_seasons import finished

_SETTLES = "the record of the postseason, and who was on the club"
_WORLD_SERIES = ("world series", "world champion", "world championship", "champions")
_PENNANT = ("pennant", "league championship", "nlcs", "alcs")
_SAYS_WHICH = re2.compile(r"(?i)\b(?:series|world|pennants?|flags?|classic|rings?|champions|it all)\b")
# A coach has his ring and a bench player his share; the tables have neither.
_OF_THE_STAFF = re2.compile(
    r"(?i)\b(?:coach\w*|rings?|staff|scout\w*|member|part|front office|general manager|with|for)\b"
)
_HE = re2.compile(r"(?i)\b(?:he|his)\b")


def check_title(claim: Claim, dossier: Dossier) -> Verdict:
    """Return whether the club won it, and whether he started or managed games for it in each season named."""
    wanted = _kind(str(claim.fields.get("title") or ""))
    if wanted is None:
        return open_claim("the league's own record", Evidence("note", "The tables have the World Series and pennants."))
    gate = outside(claim, dossier, _SETTLES)
    if gate is not None:
        return gate
    if not dossier.facts.series:
        return open_claim(_SETTLES, Evidence("coverage", "The lake has no series: build it with Lahman's SeriesPost."))
    seasons = claim.seasons
    if not seasons:
        return _never(claim, dossier, wanted) if claim.denied else _some_title(claim, dossier, wanted)
    verdict = _of_all([_title_of(claim, dossier, season, wanted) for season in seasons])
    if verdict.verdict == "contradicted" and not _SAYS_WHICH.search(claim.span):
        note = Evidence("note", "The words do not say which title: a division's is one too.")
        return doubted("which title the words mean", verdict, note)
    return verdict


def _kind(title: str) -> str | None:
    words = plain(title)
    if any(word in words for word in _WORLD_SERIES):
        return "WS"
    return "pennant" if any(word in words for word in _PENNANT) else None


def _of_all(verdicts: list[Verdict]) -> Verdict:
    """Return one verdict of several seasons': the worst, with what is ours of each."""
    worst = next(
        (one for word in ("contradicted", "unverifiable") for one in verdicts if one.verdict == word), verdicts[0]
    )
    evidence = dict.fromkeys(row for one in verdicts for row in one.evidence)
    ours = [one.ours for one in verdicts if one.ours is not None]
    return Verdict(worst.verdict, tuple(evidence), "; ".join(ours) or None, worst.rule, worst.settles)


def _title_of(claim: Claim, dossier: Dossier, season: int, wanted: str) -> Verdict:
    facts, won = dossier.facts, champions(dossier.facts, season, wanted)
    if not won:
        return open_claim(_SETTLES, Evidence("coverage", f"The record book has no series of {season}."))
    names = " and ".join(str(name) for _code, name in won)
    what = "World Series" if wanted == "WS" else "pennants"
    row = row_of("postseason_series", f"{season} {what}: {names}.")
    named = codes_of(claim, facts, season)
    if (claim.clubs or claim.organizations) and not named & {code for code, _name in won}:
        return contradicted(f"{season}: {names}", RECORD_BOOK, row) if named else open_claim(_SETTLES, row)
    return _his_part(claim, dossier, season, {code for code, _name in won if code is not None}, row)


def _his_part(claim: Claim, dossier: Dossier, season: int, codes: set[str], row: Evidence) -> Verdict:
    started = [one for one in dossier.person.starts if one.season == season and one.club in codes]
    ran = [one for one in dossier.person.records if (one.season, one.rule) == (season, MANAGED) and one.club in codes]
    stated, ours = stated_role(claim), row.text.rstrip(".")
    to_the_end = any(finished(one, dossier) for one in ran)
    if to_the_end and stated != "played":
        return supported(ours, "record book, managed", row, run_row(ran, dossier.facts))
    if started and stated != "managed":
        return supported(ours, "record book, starts", row, start_row(started, dossier.facts))
    if to_the_end and not _played_then(dossier, season):
        return contradicted(ours, "record book, managed", row, run_row(ran, dossier.facts))
    if ran:
        order = _who_ran(dossier, season, {one.club for one in ran})
        return open_claim("whose the title is", row, row_of("manager_season", f"managed: {order}."))
    return _elsewhere(claim, dossier, season, codes, row)


def _elsewhere(claim: Claim, dossier: Dossier, season: int, codes: set[str], row: Evidence) -> Verdict:
    """Return a title of a club that he neither started for nor ran: contradicted where he is known to have been
    elsewhere."""
    stated, ours = stated_role(claim), row.text.rstrip(".")
    others = [one for one in dossier.person.records if (one.season, one.rule) == (season, MANAGED)]
    if others and stated != "played" and season in dossier.facts.seasons:
        return contradicted(ours, "record book, managed", row, run_row(others, dossier.facts))
    gap = lacking([season], dossier.facts)
    if gap is None and _was_not_there(claim, dossier, season, stated == "managed" or _won_one(claim, dossier)):
        theirs = _who_ran(dossier, season, codes & codes_of(claim, dossier.facts, season) or codes)
        return contradicted(f"{ours} ({theirs})", "record book, managed", row)
    none = gap or Evidence("note", "No game that he started or ran for them is in the lake.")
    return open_claim(f"the game logs of {season}" if gap else _SETTLES, row, none)


def _played_then(dossier: Dossier, season: int) -> bool:
    """Return whether the season is among those in which he may have played, starts or none."""
    return (dossier.person.played_first or 0) <= season <= (dossier.person.played_last or -1)


def _was_not_there(claim: Claim, dossier: Dossier, season: int, managed: bool) -> bool:
    """Return whether a manager of other seasons neither ran nor played in this one, and is said to have won and no
    more.

    The words must be of him: a club's title is not held against the man to whom the reading gives it.
    """
    person, surname = dossier.person, claim.person.split()[-1:]
    stated = bool(_HE.search(claim.span)) or bool(surname and surname[0] in claim.span)
    if stated_role(claim) == "played" and stated:
        return outside_career([season], dossier)
    if not person.records or season in person.missing or not stated:
        return False
    return managed or not (_played_then(dossier, season) or _OF_THE_STAFF.search(claim.span))


def _won_one(claim: Claim, dossier: Dossier) -> bool:
    """Return whether he managed in one of the seasons named: then it speaks of the manager in all of them."""
    return any(one.rule == MANAGED and one.season in claim.seasons for one in dossier.person.records)


def _who_ran(dossier: Dossier, season: int, codes: set[str]) -> str:
    """Return who managed those clubs in the season: `Baltimore Orioles: Hank Bauer`."""
    facts = dossier.facts
    return "; ".join(
        f"{facts.names.get((season, code), code)}: "
        + (" and ".join(name for _id, name, _wins, _losses in facts.managers.get((season, code), ())) or "not known")
        for code in sorted(codes)
    )


def _some_title(claim: Claim, dossier: Dossier, wanted: str) -> Verdict:
    """A title without a season: any that his clubs won while he was with them."""
    starts, ran = starts_with(claim, dossier), ran_with(claim, dossier)
    if not (claim.clubs or claim.organizations):
        starts, ran = list(dossier.person.starts), list(dossier.person.records)
    years = {one.season for one in starts} | {one.season for one in ran}
    for season in sorted(years):
        verdict = _title_of(claim, dossier, season, wanted)
        if verdict.verdict == "supported":
            return verdict
    return open_claim(
        "the season that is meant", Evidence("note", f"None found in {spans(sorted(years)) or 'his seasons'}.")
    )


def _never(claim: Claim, dossier: Dossier, wanted: str) -> Verdict:
    """Return what a denial of any title denies: that none was his as a manager (as a player, where he managed nowhere).

    Open where a season that may count is not in the lake.
    """
    counts = titles_won(claim, dossier, wanted)
    role = stated_role(claim) or ("managed" if "managed" in counts else "played")
    if role not in counts:
        return open_claim(_SETTLES, Evidence("coverage", "The lake has no game of his of that kind."))
    count = counts[role]
    row = row_of("postseason_series", "; ".join(one.evidence.text for one in counts.values()) + ".")
    if count.seasons:
        return supported(f"{role} {len(count.seasons)}: {spans(count.seasons)}", count.rule, row)
    if count.most:
        lacks = spans(count.absent) or "seasons in which he did not start"
        return open_claim(_SETTLES, Evidence("coverage", f"{lacks} may count.", table="coverage"), row)
    return contradicted(f"{role} none in {spans(count.looked_at)}", count.rule, row)


def _relation(one: Claim, other: Claim) -> Relation:
    return True if equal(one, other, "title") and one.seasons == other.seasons else None


def _says(fields: Mapping[str, Any]) -> str:
    return str(fields.get("title") or "title")


TYPE = ClaimType(
    name="title",
    order=9,
    plural="titles",
    description="Who won which title, with which club, in which seasons.",
    fields=("person", "title", "seasons", "club"),
    says=_says,
    check=check_title,
    relation=_relation,
    role="winner",
    never_explicit=True,
    time="seasons",
)
