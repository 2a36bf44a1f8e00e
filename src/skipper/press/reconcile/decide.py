"""The one place that decides whether a claim that the tables speak against is `contradicted` or `check_reading`.

A check says what the tables have. Only an explicit claim whose deciding fields are exact, against a record that covers
its whole scope, is contradicted by it; nobody is accused by a club, a season or a level that the words do not give.
"""

from __future__ import annotations

from collections.abc import Iterable

import re2

from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Doubt, claim_types
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, games_of
from skipper.press.reconcile.reading import NUMBERS
from skipper.press.reconcile.verdict import Evidence, Verdict, doubted, open_claim

_MAJORS = re2.compile(r"(?i)\b(?:(?:major|big)[- ]leagues?|majors|MLB)\b")
_ROUND = (
    r"(?:about|around|some|over|roughly|nearly|almost|approximately|(?:more|fewer|less) than|at least|up to)(?: the)?"
)
_ROUND_AFTER = r"(?:\+|-plus\b| (?:or|and) (?:more|fewer|better)\b)"
_FIGURES = ("wins", "losses", "value", "years")


def decide(claim: Claim, dossier: Dossier, verdict: Verdict) -> Verdict:
    """Return the verdict of a check; one that is against the claim as open, `check_reading` or `contradicted`.

    Open where the lake does not cover what the claim is about, or its words tell no exact figure.
    """
    if verdict.verdict != "contradicted":
        return verdict
    uncovered = _not_covered(claim, dossier) or _inexact(claim)
    if uncovered is not None:
        gap = Evidence("coverage", uncovered)
        return open_claim(games_of(claim), gap, *verdict.evidence, ours=verdict.ours, rule=verdict.rule)
    for settles, note in _doubts(claim, dossier, verdict.at_any_level):
        return doubted(settles, verdict, Evidence("note", note))
    return verdict


def decide_of_minors(claim: Claim, verdict: Verdict, doubts: Iterable[Doubt]) -> Verdict:
    """Return the verdict of a check by minor-league games, as `decide` does: these cover what the check
    compared. `doubts` are what else the words may mean."""
    if verdict.verdict != "contradicted":
        return verdict
    if (inexact := _inexact(claim)) is not None:
        return open_claim(
            games_of(claim), Evidence("note", inexact), *verdict.evidence, ours=verdict.ours, rule=verdict.rule
        )
    for settles, note in (*_of_its_words(claim), *doubts):
        return doubted(settles, verdict, Evidence("note", note))
    return verdict


def _not_covered(claim: Claim, dossier: Dossier) -> str | None:
    """Return why the tables do not cover its scope: an organization's minors, or a season with no major-league game of
    his."""
    if of_the_majors(claim):
        return None
    if _type(claim).of_club and claim.organizations:
        return f"The lake has the major-league club of {', '.join(claim.organizations)}, and not its other clubs."
    person = dossier.person
    seasons = {one.season for one in person.records} | {one.season for one in person.book}
    if _type(claim).any_level(claim) and not set(claim.seasons) <= seasons:
        return "The lake has no game that he managed in a season named, and the claim names no club."
    return None


def _inexact(claim: Claim) -> str | None:
    """Return whether the words beside a figure say that it is round: over 2,000, 90 or more; not `over 23 seasons`."""
    for name in _FIGURES:
        if not isinstance(value := claim.fields.get(name), int):
            continue
        stated = rf"(?:{value}|{value:,}{f'|{NUMBERS[value]}' if value < len(NUMBERS) else ''})"
        if re2.search(rf"(?i)\b{_ROUND} {stated}\b|\b{stated}{_ROUND_AFTER}", claim.span):
            return "The words do not tell the exact number."
    return None


def _doubts(claim: Claim, dossier: Dossier, at_any_level: bool) -> list[tuple[str, str]]:
    """Return what would settle each reading that the words leave, and why they leave it."""
    named = claim.clubs or of_the_majors(claim)
    asked = [
        (
            _type(claim).any_level(claim) and not (named or at_any_level),
            "which club or level is meant",
            "The words name neither a club nor the major leagues.",
        ),
        (
            bool(claim.clubs) and not all(codes_of(claim, dossier.facts, season) for season in claim.seasons),
            "which club is meant",
            "No major-league club of that name played in a season named.",
        ),
    ]
    own = [(settles, note) for holds, settles, note in asked if holds]
    others = _type(claim).other_readings
    return [*_of_its_words(claim), *own, *(others(claim, dossier) if others is not None else ())]


def _of_its_words(claim: Claim) -> list[tuple[str, str]]:
    """Return the doubts of `_doubts` that hold at any level."""
    asked = [
        (not claim.explicit, "the passage", "Not every part of the claim stands in its own sentence."),
        (claim.hedged or claim.text_disputes, "the report's own source", "The text itself does not vouch for it."),
        (
            _type(claim).needs_role and not claim.fields.get("role"),
            "which post is meant",
            "The words do not name the post: a coach, a scout or a player has one too.",
        ),
    ]
    return [(settles, note) for holds, settles, note in asked if holds]


def _type(claim: Claim) -> ClaimType:
    return claim_types()[claim.type]


def of_the_majors(claim: Claim) -> bool:
    """Return whether a club, a level or the words say that it is about the major leagues."""
    return bool(claim.clubs) or claim.level == "MLB" or _MAJORS.search(claim.span) is not None
