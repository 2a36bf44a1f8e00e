"""Claims of age: against the birth date, and against the ages that other pieces give."""

from __future__ import annotations

from datetime import date, timedelta

from skipper.press.claim import Claim
from skipper.press.reconcile.age_bounds import BORN, beyond_his_career, soon_to_come
from skipper.press.reconcile.age_events import dated_by, event_dated_elsewhere
from skipper.press.reconcile.age_words import (
    age_refers_to,
    is_now,
    tells_of_a_death,
    told_of_an_act,
    told_when,
    years_told,
)
from skipper.press.reconcile.birth import Birth
from skipper.press.reconcile.days import Days, stated_days, year_days
from skipper.press.reconcile.deaths import age_of_the_dead
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import seasons_of
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


def check_age(claim: Claim, dossier: Dossier) -> Verdict:
    """His age on the report's date, or in a season that the same sentence tells of; else the days on which it is right.

    A piece may be written the day before the date that it carries. Of `Johnson, then 43, managed the 1986 Mets` the
    age is that of 1986. An age contradicts only where its own words say of when it is; beside a dated act of his, as in
    `X, 60, was hired on October 3, 2005`, that of an undated piece is of the act.
    """
    born, age = Birth.of(dossier.person.born), int(claim.fields["years"])
    if born is None:
        return open_claim("his birth date", *dated_by(claim, dossier))
    days = born.days_of_age(age)
    row = row_of("person", f"Born {born}: {age} years old from {days.first} to {days.last}.")
    dead = age_of_the_dead(claim, dossier, born, row)
    if dead is not None:
        return dead
    return _by_its_words(claim, dossier, born, row) or _by_the_piece(claim, dossier, born, row)


def _by_its_words(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict | None:
    """Where its words, or the date of the piece, say of when it is, or no day of his career allows it; else null."""
    age, day = int(claim.fields["years"]), dossier.date_of(claim)
    days, told = born.days_of_age(age), told_when(claim, dossier)
    if told is not None:
        return _of_that_time(age, told, born, row)
    if day is not None and days.meets(Days(day - timedelta(days=1), day)):
        return supported(f"{age} on {day}", BORN, row)
    act = told_of_an_act(claim.span, age) if day is None and not tells_of_a_death(claim, dossier) else None
    if act is not None and not days.meets(act) and not _is_of_another_day(claim, dossier, days, act):
        return _of_that_time(age, act, born, row)
    return soon_to_come(claim, dossier, born, row) or beyond_his_career(claim, dossier, born, row)


def _by_the_piece(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict:
    """By what else the piece tells: of an undated one the days on which it is right, of a dated one other seasons."""
    age, day = int(claim.fields["years"]), dossier.date_of(claim)
    days = born.days_of_age(age)
    if day is None and not _never_then(days, dossier.written(claim)):
        return _undated(claim, dossier, days, row)
    if day is not None and is_now(claim.span, age):
        return _of_that_time(age, Days(day, day), born, row)
    then = _season_told_beside(claim, dossier, days)
    if then is not None:
        where = "The undated piece" if day is None else "The same sentence"
        return supported(f"{age} in {then}", BORN, row, Evidence("note", f"{where} speaks of {then}."))
    return _of_another_time(claim, dossier, born, row)


def _of_that_time(age: int, when: Days, born: Birth, row: Evidence) -> Verdict:
    """An age of which the words say when it is."""
    if born.days_of_age(age).meets(when):
        return supported(f"{age} {_in_words(when)}", BORN, row)
    return contradicted(_ages_within(born, when), BORN, row)


def _of_another_time(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict:
    """An age that is neither today's nor of a season beside it: decided where its words date it, else left open."""
    age, day = int(claim.fields["years"]), dossier.date_of(claim)
    days = born.days_of_age(age)
    own = next((year for year in sorted(years_told(claim.span)) if days.meets(year_days(year))), None)
    reference = year_days(own) if own is not None else age_refers_to(claim, dossier)
    if reference is not None:
        return _of_that_time(age, reference, born, row)
    near = _season_told_near(claim, dossier, days)
    if near is not None:
        note = Evidence("note", f"The words do not date it; the piece speaks of {near} as well.")
        return implied(f"{age} in {near}", BORN, note, row)
    ours = _age_on(born, day) if day is not None else _ages_after(born, dossier.written(claim))
    return doubted("the day of which the age is told", contradicted(ours, BORN, row))


def _undated(claim: Claim, dossier: Dossier, days: Days, row: Evidence) -> Verdict:
    """The days on which it is right; where another piece dates the event that this one reports, whether it is then."""
    ours = f"{claim.fields['years']} from {days.first} to {days.last}"
    dating, event = dated_by(claim, dossier, days), event_dated_elsewhere(claim, dossier)
    if event is None:
        return supported(ours, BORN, row, *dating)
    if days.meets(event.days):
        return implied(ours, BORN, *dating, row)
    return Verdict("disputed", (*dating, row), ours, BORN, "the date of the piece")


def _is_of_another_day(claim: Claim, dossier: Dossier, days: Days, act: Days) -> bool:
    """Whether an age in an undated piece may be that of its day: of the last year, or of a season that the piece tells.

    `X, 80, managed the club in 2001` may look back from the day on which he was 80; news of an act tells its day.
    """
    today = date.today()
    if act.first < act.last and days.meets(Days(today - timedelta(days=366), today)):
        return True
    told = {season for one in dossier.by_report[claim.report] for season in seasons_of(one)}
    return any(days.meets(year_days(season)) for season in told)


def _never_then(days: Days, written: Days | None) -> bool:
    """Whether he was past the age a year before the last season that an undated piece tells of."""
    return written is not None and days.last < written.first - timedelta(days=366)


def _season_told_beside(claim: Claim, dossier: Dossier, days: Days) -> int | None:
    """The first season that another claim in the same words is about, and in which he was of that age.

    An undated piece does not say of which of its times an age is: any season that it tells of him will do.
    """
    anywhere = dossier.date_of(claim) is None
    beside = {
        season
        for one in dossier.by_report[claim.report]
        if anywhere or (one.start < claim.end and claim.start < one.end)
        for season in seasons_of(one)
    }
    return min((year for year in beside if days.meets(year_days(year))), default=None)


def _season_told_near(claim: Claim, dossier: Dossier, days: Days) -> int | None:
    """The first season of which the piece tells anywhere, and in which he was of that age."""
    told = {season for one in dossier.by_report[claim.report] for season in seasons_of(one)}
    return min((year for year in told if days.meets(year_days(year))), default=None)


def _age_on(born: Birth, day: date) -> str:
    return f"{' or '.join(str(age) for age in born.ages_on(day))} on {day}"


def _ages_within(born: Birth, days: Days) -> str:
    """His age on a day, in a year, or since the first day of which the words can be."""
    if days.first == days.last:
        return _age_on(born, days.first)
    if days.last == date.max:
        return _ages_after(born, days)
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
    return f"since {days.first}" if days.last == date.max else f"from {days.first} to {days.last}"


def _ages_after(born: Birth, written: Days | None) -> str:
    day = written.first if written else date.today()
    return f"{_age_on(born, day)}, and the piece is no older" if written else _age_on(born, day)
