"""Debuts, against the first major-league game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import re2

from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Doubt, Relation
from skipper.press.reconcile.agreement import (
    equal,
    same_level,
)
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, outside
from skipper.press.reconcile.tenure import start_row
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

_FIRST_OF_ALL = re2.compile(r"(?i)\b(?:(?:major|big)[- ]league debut|majors|(?:major|big) leagues)\b")
_IN_ANOTHER_POST = re2.compile(
    r"(?i)\b(?:manager(?:ial)?|skipper|coach(?:ing)?|umpir\w+|scout\w*|pitching|world series|postseason|playoffs?)\b"
)


def check_debut(claim: Claim, dossier: Dossier) -> Verdict:
    """Return the person's first major-league game as a player; the club, where his starts of that season tell it."""
    settles = "the games of that level"
    if claim.level not in (None, "MLB"):
        return open_claim(settles, Evidence("coverage", "The lake has the games of the major leagues only."))
    gate = None if dossier.known else outside(claim, dossier, settles)
    if gate is not None:
        return gate
    debut = dossier.person.debut
    if debut is None or claim.fields.get("year") is None:
        return open_claim("the date of his first game", Evidence("note", "The record book gives no debut of his."))
    row = row_of("person", f"Debut {debut}.")
    if int(claim.fields["year"]) != debut.year:
        return contradicted(f"{debut}", RECORD_BOOK, row)
    starts = [one for one in dossier.person.starts if one.season == debut.year]
    codes = {one.club for one in starts}
    if claim.clubs and len(codes) == 1 and not codes & codes_of(claim, dossier.facts, debut.year):
        code = next(iter(codes))
        name = dossier.facts.names.get((debut.year, code), code)
        found = contradicted(f"{debut}, {name}", "record book, starts", row, start_row(starts, dossier.facts))
        return doubted("the box score of his first game", found)  # he may have come off another club's bench
    return supported(f"{debut}", RECORD_BOOK, row, *([start_row(starts, dossier.facts)] if starts else []))


def _other_readings(claim: Claim, dossier: Dossier) -> Iterator[Doubt]:
    """Yield a debut with a club may be the first game for that club; as a manager or coach, none of a player's."""
    debut, year = dossier.person.debut, int(claim.fields.get("year") or 0)
    if _IN_ANOTHER_POST.search(claim.span):
        yield "which debut is meant", "The words name another debut than a player's first game."
    before = [one for one in dossier.person.starts if one.season < year]
    known = any(one.club in codes_of(claim, dossier.facts, one.season) for one in before)
    later = debut is not None and year > debut.year
    if later and claim.clubs and not known and not _FIRST_OF_ALL.search(claim.span):
        yield "which debut is meant", "It may be the first game for that club."


def _relation(one: Claim, other: Claim) -> Relation:
    return equal(one, other, "year", "club") if same_level(one, other) else None


def _says(fields: Mapping[str, Any]) -> str:
    return f"debut {fields.get('year') or ''}".strip()


TYPE = ClaimType(
    name="debut",
    order=8,
    plural="debuts",
    description="Who played a first game, when, for which club and at which level.",
    fields=("person", "year", "club", "level"),
    says=_says,
    check=check_debut,
    relation=_relation,
    other_readings=_other_readings,
    role="player",
)
