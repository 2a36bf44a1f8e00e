"""Of which day an age is told, as far as its own words say so: now, then, or at somebody's death."""

from __future__ import annotations

import re
from datetime import date

from skipper.press.claim import Claim
from skipper.press.reconcile.days import Days, year_days
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import seasons_of

_YEAR = re.compile(r"\b(?:18[7-9]\d|19\d\d|20[0-3]\d)\b")
_DEATH = re.compile(r"(?i)\b(?:died|dies|death)\b")
_NEAR = 400  # characters: what is told within a paragraph of it


def age_refers_to(claim: Claim, dossier: Dossier) -> Days | None:
    """The days of which the age is told; null where the words leave it open.

    An age that is told now (`X is 53`) is of the piece's date, an undated piece's last season; so is one in apposition
    (`X, 53,`) in a dated piece, unless what stands near it tells of the past alone. `Was 53`, `then 53` and `at 53` are
    of a year named in the same words, in a notice of his death of its date.
    """
    words, day = claim.span, dossier.date_of(claim)
    years = years_told(words)
    if _is_now(words, int(claim.fields["years"])):
        return dossier.written(claim)
    then = _is_then(words, int(claim.fields["years"]))
    if len(years) == 1 and (then or day is None):
        return year_days(years.pop())
    if day is None or (years and then):
        return None
    if then:
        return Days(day, day) if _is_of_the_dead(claim, dossier) else None
    return None if not years and _tells_of_the_past(claim, dossier, day) else Days(day, day)


def says_when(claim: Claim) -> bool:
    """Whether the words tell the age of a year that they name: `in 1963 X, then 62`."""
    return len(years_told(claim.span)) == 1 and _is_then(claim.span, int(claim.fields["years"]))


def years_told(words: str) -> set[int]:
    """The years named in the words."""
    return {int(year) for year in _YEAR.findall(words)}


def _is_now(words: str, age: int) -> bool:
    return re.search(rf"(?i)\b(?:is|'s|now|will be|turns)(?: now| only| just)? {age}\b", words) is not None


def _is_then(words: str, age: int) -> bool:
    """Was 53, then 53, at 53, at the age of 53, as a 53-year-old, turned 53."""
    before = r"(?:was|were|then|at|aged?|age of|turned|became|been|as an?|only|just|barely)"
    return re.search(rf"(?i)\b{before} {age}\b", words) is not None


def _is_of_the_dead(claim: Claim, dossier: Dossier) -> bool:
    """Whether the words before it in the report tell of a death: he was 82."""
    report = dossier.reports.get(claim.report)
    text = report.text[max(0, claim.start - _NEAR) : claim.end] if report is not None else ""
    return _DEATH.search(text) is not None


def _tells_of_the_past(claim: Claim, dossier: Dossier, day: date) -> bool:
    """Whether what is told about it is of other years than the piece's own and the one before."""
    about = (
        one
        for one in dossier.by_report[claim.report]
        if one is not claim and one.start < claim.end + _NEAR and claim.start < one.end + _NEAR
    )
    seasons = [season for one in about for season in seasons_of(one)]
    return bool(seasons) and max(seasons) < day.year - 1
