"""Ages that he was not of on any day of which a report can tell: not yet, or not when he began."""

from __future__ import annotations

from datetime import date, timedelta

import re2

from skipper.press.claim import Claim
from skipper.press.facts import Person
from skipper.press.reconcile.age_words import is_then
from skipper.press.reconcile.birth import Birth
from skipper.press.reconcile.days import Days
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, supported

BORN = "birth date"
SOON = timedelta(days=31)  # a piece may give the age that he comes to within the month
YEAR = timedelta(days=365)
_TO_COME = re2.compile(r"(?i)\b(?:will|would|could|might|should|shall|until|till|birthday|had he lived|when he is)\b")


def soon_to_come(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict | None:
    """Whether it is the age that he comes to within a year, of a dated piece that gives it as such; else null."""
    age, day = int(claim.fields["years"]), dossier.date_of(claim)
    words = re2.search(rf"(?i)\b(?:will be|will turn|turns?|turning) {age}\b", claim.span)
    if day is None or words is None:
        return None
    days = born.days_of_age(age)
    verdict = supported if days.meets(Days(day, day + YEAR)) else contradicted
    return verdict(f"{age} from {days.first}", BORN, row)


def beyond_his_career(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict | None:
    """Contradicted by an age that no day of his career, up to that on which the piece was written, allows; else null.

    An undated piece is written by today. An age given as that of its man, and not of a time told in its words, is of a
    day on which he was in the game: of whom the piece says that he manages, since his first season as a manager.
    """
    age, day = int(claim.fields["years"]), dossier.date_of(claim) or date.today()
    days = born.days_of_age(age)
    if days.first > day + SOON and not _TO_COME.search(claim.span):
        return contradicted(f"{_or(born.ages_on(day))} on {day}", BORN, row)
    begun = None if is_then(claim.span, age) else _begun(claim, dossier)
    if begun is not None and days.last < date(begun, 1, 1):
        return contradicted(f"{_or(born.ages_on(date(begun, 12, 31)))} in {begun}, his first as a manager", BORN, row)
    return None


def _begun(claim: Claim, dossier: Dossier) -> int | None:
    """The first season of his as a manager, where the piece tells of him as one; null where it does not, or none is."""
    told = dossier.by_report[claim.report]
    as_manager = any(one.type == "record" or one.fields.get("role") == "manager" for one in told)
    return first_as_manager(dossier.person) if as_manager else None


def first_as_manager(person: Person) -> int | None:
    """The first season in which anything known has him managing, in the minors too; null where nothing does."""
    known = [person.managed_first, *(one.season for one in person.records[:1]), *person.missing[:1]]
    return min((year for year in known if year is not None), default=None)


def _or(ages: tuple[int, ...]) -> str:
    return " or ".join(str(age) for age in ages)
