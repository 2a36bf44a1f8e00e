"""Ages: against the dates of birth and death, on the days of which the words can be."""

from __future__ import annotations

from calendar import month_abbr
from datetime import date, timedelta

import re2

from skipper.press.claim import Claim
from skipper.press.claims.age.events import dated_by, event_dated_elsewhere
from skipper.press.days import HIRED_FROM, Days, day_of_act_words, days_of, stated_days, year_days
from skipper.press.reconcile.birth import Birth
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.verdict import (
    Evidence,
    Verdict,
    contradicted,
    doubted,
    implied,
    open_claim,
    row_of,
    supported,
)

BORN = "birth date"
BOTH = "dates of birth and death"
SOON = timedelta(days=31)  # a piece may give the age that he comes to within the month
_MONTHS = {name.lower(): number for number, name in enumerate(month_abbr) if name}
_YEAR = r"\b(?:18[7-9]\d|19\d\d|20[0-4]\d)\b"
# A year, with its month and day where they stand before it.
_DATE = re2.compile(
    rf"(?i)(?:\b((?:{'|'.join(_MONTHS)})(?:t|ch|e|y|il|uary|ruary|ust|tember|ober|ember)?)\.? "
    rf"+(?:(\d\d?)(?:st|nd|rd|th)?,? +)?)?({_YEAR})"
)
_OF_NO_EVENT = re2.compile(r"(?i)(?:\b(?:to|(?:since|from|until|till|through|than)(?: the)?)|'s) *$")
_COUNTED = re2.compile(
    r"(?i)\b(?:year|decade|season|month|week|day)s? (?:after|before|later|earlier|since|from|removed)\b"
)
_AFTER = re2.compile(r"(?i)\b(?:after|following)\b")
_BEFORE = re2.compile(r"(?i)\b(?:before|ahead of|prior to|entering)\b|\bfor (?:the )?$")
# Ages that he came to, or never did, on a day that the words do not give; and another's.
_OF_NO_DAY = re2.compile(
    r"(?i)\b(?:will|would|could|might|should|shall|until|till|birthday|had he lived|when he is|turns|turning|"
    r"(?:his|her|their|whose) \w+(?: \w+)? (?:died|dies))\b"
)


def check_age(claim: Claim, dossier: Dossier) -> Verdict:
    """Compare an age with his birth date, on the days that its own words name, else on the piece's date.

    An age in apposition (`X, 53,`) or stated now is of the date of the piece, or of a year in its own words that it
    fits; in a piece without a date it is not dated, and the verdict gives the days on which it is right. It is
    contradicted where its words or the piece date it, or where he cannot have been of that age on any day.
    """
    born, age = Birth.of(dossier.person.born), int(claim.fields["years"])
    if born is None:
        return open_claim("his birth date", *dated_by(claim, dossier))
    days, today = born.days_of_age(age), dossier.date_of(claim) or date.today()
    row = row_of("person", f"Born {born}: {age} years old from {days.first} to {days.last}.")
    if _OF_NO_DAY.search(claim.span):
        return open_claim("the day of which the age is told", row, ours=_age_on(born, today), rule=BORN)
    when, death = _stated_days(claim), days_of(dossier.person.died)
    dead = _of_the_dead(claim, dossier, born, row) if when is None or (death and when.last > death.last) else None
    if dead is not None:
        return dead
    if when is not None:
        return _on(when, age, born, row)
    if days.first > today + SOON:
        return contradicted(_age_on(born, today), BORN, row)
    return _by_the_piece(claim, dossier, born, row)


def _stated_days(claim: Claim) -> Days | None:
    """Return the days of which its words tell the age: the one date beside `was 53`; null if they tell none."""
    words, age = claim.span, int(claim.fields["years"])
    before = r"(?:was|were|then|at|aged?|age of|turned|became|been|as an?|only|just|barely)"
    then = re2.search(rf"(?i)\b{before} {age}\b|\b{age} (?:when|while|after|before)\b", words)
    return _dated_in(words) if then is not None else None


def _dated_in(words: str) -> Days | None:
    """Return the one year, month or day that the words name for what they tell; null if they name none or several.

    `After` and `before` a season take in the winter beside it. Years since which, or until which, something was, and
    years that are counted from (20 years after the title of 1969) date nothing.
    """
    if _COUNTED.search(words):
        return None
    found = [one for one in _DATE.finditer(words) if not _OF_NO_EVENT.search(words[: one.start()])]
    days = {one.group(3): _named(*one.groups()) for one in found}
    named = next(iter(days.values())) if len(days) == 1 else None
    if named is None:
        return None
    before = words[: found[0].start()]
    first = date(named.first.year - 1, HIRED_FROM, 1) if _BEFORE.search(before) else named.first
    last = date(named.last.year + 1, 3, 31) if _AFTER.search(before) else named.last
    return Days(first, last)


def _named(month: str | None, day: str | None, year: str) -> Days | None:
    parts = [year, *([str(_MONTHS[month[:3].lower()])] if month else []), *([day] if day else [])]
    return stated_days("-".join(parts))


def _on(when: Days, age: int, born: Birth, row: Evidence) -> Verdict:
    """Return an age of which the words say when it is."""
    if born.days_of_age(age).meets(when):
        return supported(f"{age} {_in_words(when)}", BORN, row)
    return contradicted(_ages_within(born, when), BORN, row)


def _of_the_dead(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict | None:
    """Return the age at which he died, or one that he never reached; null if his death is not known, or it is
    neither."""
    age, death = int(claim.fields["years"]), days_of(dossier.person.died)
    if death is None:
        return None
    days = born.days_of_age(age)
    at = " or ".join(str(each) for each in sorted({*born.ages_on(death.first), *born.ages_on(death.last)}))
    ours, dead = f"died {day_of_act_words(death)}, at {at}", row_of("person", f"Died {day_of_act_words(death)}.")
    if re2.search(rf"(?i)\b(?:died|dies|death)\b[^.;]*\b(?:at|aged|age of|was) {age}\b", claim.span):
        return (supported if days.meets(death) else contradicted)(ours, BOTH, row, dead)
    return contradicted(ours, BOTH, row, dead) if days.first > death.last else None


def _by_the_piece(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict:
    """By the date of the piece, or the seasons that it speaks of; of an undated one the days on which it is right."""
    age, day = int(claim.fields["years"]), dossier.date_of(claim)
    days, written = born.days_of_age(age), dossier.written(claim)
    if day is not None and days.meets(Days(day - timedelta(days=1), day)):
        return supported(f"{age} on {day}", BORN, row)
    death = days_of(dossier.person.died)
    if day is not None and death is not None and day > death.last + SOON:
        return _undated(claim, dossier, days, row)  # a piece about the past: nobody's age now
    apposed = re2.search(rf", (?:now |still )?{age}(?:,|$)", claim.span)
    own = next((year for year in _years_in(claim.span) if days.meets(year_days(year))), None)
    if own is not None and (day is not None or apposed is None):
        return supported(f"{age} in {own}", BORN, row)
    if day is None and _may_be_then(claim, dossier, days, written):
        return _undated(claim, dossier, days, row)
    now = re2.search(rf"(?i)\b(?:is|'s|now)(?: now| only| just)? {age}\b", claim.span)
    beside = None if now else _season_mentioned(claim, dossier, days)
    if beside is not None and not apposed:
        note = Evidence("note", f"The words do not date it; the piece speaks of {beside} as well.")
        return implied(f"{age} in {beside}", BORN, note, row)
    if day is None:
        since = written.first if written else date.today()
        ours = f"{_age_on(born, since)}, and the piece is no older"
        return doubted("the date of the piece", contradicted(ours, BORN, row))
    found = contradicted(_age_on(born, day), BORN, row)
    dated = now is not None or (apposed is not None and beside is None)
    return found if dated else doubted("the day of which the age is told", found)


def _may_be_then(claim: Claim, dossier: Dossier, days: Days, written: Days | None) -> bool:
    """Return whether an undated piece can be of days on which he was that old: not before it was written, nor before he
    began.

    A piece that speaks of him as a manager is no older than his first season as one.
    """
    person, stated = dossier.person, dossier.by_report[claim.report]
    begun = [person.managed_first, *(one.season for one in person.records[:1]), *person.missing[:1]]
    first = min((year for year in begun if year is not None), default=None)
    as_manager = any(one.type == "record" or one.fields.get("role") == "manager" for one in stated)
    if as_manager and first is not None and days.last < date(first, 1, 1):
        return False
    return written is None or days.last >= written.first - timedelta(days=366)


def _undated(claim: Claim, dossier: Dossier, days: Days, row: Evidence) -> Verdict:
    """Return the days on which it is right; where another piece dates the event that this one reports, whether it is
    then."""
    ours = f"{claim.fields['years']} from {days.first} to {days.last}"
    dating, event = dated_by(claim, dossier, days), event_dated_elsewhere(claim, dossier)
    if event is None:
        return supported(ours, BORN, row, *dating)
    if days.meets(event.days):
        return implied(ours, BORN, *dating, row)
    return Verdict("disputed", (*dating, row), ours, BORN, "the date of the piece")


def _season_mentioned(claim: Claim, dossier: Dossier, days: Days) -> int | None:
    """Return the first season of which the piece states, and in which he was of that age."""
    stated = {season for one in dossier.by_report[claim.report] for season in one.seasons}
    return min((year for year in stated if days.meets(year_days(year))), default=None)


def _years_in(words: str) -> list[int]:
    return sorted({int(year) for year in re2.findall(_YEAR, words)})


def _age_on(born: Birth, day: date) -> str:
    return f"{' or '.join(str(age) for age in born.ages_on(day))} on {day}"


def _ages_within(born: Birth, days: Days) -> str:
    """Return the person's age on a day, or on the days between two."""
    if days.first == days.last:
        return _age_on(born, days.first)
    ages = sorted({*born.ages_on(days.first), *born.ages_on(days.last)})
    said = f"{ages[0]} to {ages[-1]}" if ages[-1] - ages[0] > 1 else " or ".join(str(age) for age in ages)
    return f"{said} {_in_words(days)}"


def _in_words(days: Days) -> str:
    """On a day, in a month or a year, between two days."""
    if days.first == days.last:
        return f"on {days.first}"
    for words in (f"{days.first:%Y}", f"{days.first:%Y-%m}"):
        if stated_days(words) == days:
            return f"in {words}"
    return f"from {days.first} to {days.last}"
