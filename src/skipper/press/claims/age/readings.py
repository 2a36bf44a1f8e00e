"""Other readings of an age: a bare number beside a name, an age of a day that the words do not give."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from skipper.press.claim import Claim
from skipper.press.claim_type import Doubt
from skipper.press.claims.age.check import SOON
from skipper.press.days import Days
from skipper.press.reconcile.birth import Birth
from skipper.press.reconcile.dossier import Dossier
from skipper.press.sentences import sentences

NEAR = 10  # years: the most by which one wrong digit moves an age to its neighbour (52 for 62)
_YEAR = re2.compile(r"\b(?:18[7-9]\d|19\d\d|20[0-4]\d)\b")
_NUMBERED = re2.compile(r"\b\p{Lu}[\w.'’-]+,? \(?\d{1,3}\b")


def other_readings(claim: Claim, dossier: Dossier) -> Iterator[Doubt]:
    """Yield a bare number beside a name is an age of the piece's date, if it is an age at all.

    `Was 53 when …` is of what follows, and not of a date in the words before it.
    """
    age, day, words = int(claim.fields["years"]), dossier.date_of(claim), _sentence(claim, dossier)
    if re2.search(rf"\b{age},? (?:when|while)\b", words) and re2.search(rf"\b{age}(?:,? \w+)?$", claim.span):
        yield "the day of which the age is told", "The words tell when he was of that age, and give no date of it."
    if re2.search(rf"[,(] ?{age}\W*$", claim.span) is None:
        return
    born = Birth.of(dossier.person.born)
    if day is not None and born is not None and born.days_of_age(age).meets(Days(day - SOON, day + SOON)):
        yield "the day of which the age is told", "He is of that age within a month of the piece's date."
    years = {int(year) for year in _YEAR.findall(words)} - ({day.year} if day is not None else set())
    if years or day is None:
        yield "the day of which the age is told", "A number beside a name may be his age in a year that is told of."
    far = day is not None and born is not None and all(abs(age - one) > NEAR for one in born.ages_on(day))
    if far or f"({age}" in claim.span or len(_NUMBERED.findall(words)) > 1:
        yield "whether the number is an age", "The words do not say what the number beside the name counts."


def _sentence(claim: Claim, dossier: Dossier) -> str:
    """Return the words of the claim's sentence; the claim's own where its report is not here."""
    report = dossier.reports.get(claim.report)
    if report is None:
        return claim.span
    own = next(
        ((start, end) for start, end in sentences(report) if start <= claim.start < end), (claim.start, claim.end)
    )
    return report.text[own[0] : own[1]]
