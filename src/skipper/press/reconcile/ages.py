"""Claims of age: against the birth date, and against the ages that other pieces give."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.reconcile.age_bounds import BORN, beyond_his_career, soon_to_come
from skipper.press.reconcile.age_words import (
    age_refers_to,
    is_now,
    tells_of_a_death,
    told_of_an_act,
    told_when,
    years_told,
)
from skipper.press.reconcile.agreement import same_act
from skipper.press.reconcile.arithmetic import NOTHING, Sum, summed
from skipper.press.reconcile.birth import Birth
from skipper.press.reconcile.days import Days, day_of_act_words, stated_days, year_days
from skipper.press.reconcile.deaths import age_of_the_dead
from skipper.press.reconcile.dossier import Assertion, Dossier
from skipper.press.reconcile.reading import day_of_act, seasons_of
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
        return open_claim("his birth date", *_dated_by(claim, dossier))
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
    if act is not None and (days.meets(act) or not _is_of_another_day(claim, dossier, days, act)):
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
    dating, event = _dated_by(claim, dossier, days), _event_dated_elsewhere(claim, dossier)
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


@dataclass(frozen=True)
class _Event:
    """A departure or an appointment of an undated piece, the other piece's claim that dates it, and the days."""

    own: Claim
    other: Claim
    days: Days


def _dated_by(claim: Claim, dossier: Dossier, days: Days | None = None) -> list[Evidence]:
    """What dates the report: its own latest season, and an event in it that another piece dates."""
    found = []
    written = dossier.written(claim)
    if written is not None and dossier.date_of(claim) is None:
        found.append(Evidence("note", f"The piece carries no date; it speaks of {written.first.year}."))
    event = _event_dated_elsewhere(claim, dossier)
    if event is not None:
        when = spans(seasons_of(event.other)) or day_of_act_words(event.days)
        said = f"The {event.own.type} that the piece reports is dated {when} by {event.other.report}"
        fits = "" if days is None else f": that {'meets' if days.meets(event.days) else 'is outside'} those days"
        found.append(Evidence("claim", f"{said}{fits}.", report=event.other.report, span=event.other.span))
    return found


def _event_dated_elsewhere(claim: Claim, dossier: Dossier) -> _Event | None:
    """Of the events that a piece tells of, the latest is the one that it reports; the others are its background."""
    return max(_events_dated_elsewhere(claim, dossier), key=lambda event: event.days.first, default=None)


def _events_dated_elsewhere(claim: Claim, dossier: Dossier) -> list[_Event]:
    """Departures and appointments of the claim's report with a date that another report gives."""
    found = []
    written = dossier.written(claim)
    for kind in ("departure", "appointment"):
        told = [each.first for each in dossier.of(kind) if day_of_act(each.first) is not None]
        own = [one for one in dossier.by_report[claim.report] if one.type == kind and day_of_act(one) is None]
        for mine in own[:3]:
            for other in told:
                act = day_of_act(other)
                related = other.report != claim.report and same_act(mine, other)
                if related and act is not None and (written is None or act.last >= written.first):
                    found.append(_Event(mine, other, act))
    return found


def age_sum(claim: Claim, dossier: Dossier) -> Sum:
    """Ages in pieces of known years imply when he was born: whether all do of one day."""
    known = _dated_ages(dossier)
    mine = _year_of(claim, dossier)
    # A reprint is no other piece: ten copies of a story would prove each other right.
    group = dossier.group_of(claim)
    others = ((one, days) for one, days in known if dossier.group_of(one) != group)
    other, days = next(others, (None, None))
    if mine is None or other is None or days is None:
        return NOTHING
    born, theirs = _born(claim, mine), _born(other, days)
    both = sorted([(mine.first.year, claim.fields["years"]), (days.first.year, other.fields["years"])])
    years = " and ".join(f"{age} in {year}" for year, age in both)
    if not born.meets(theirs):
        return summed(False, f"{years} are no ages of one man", [claim, other])
    first, last = max(born.first, theirs.first), min(born.last, theirs.last)
    return summed(True, f"{years}: born between {first} and {last}", [claim, other])


def _dated_ages(dossier: Dossier) -> list[tuple[Claim, Days]]:
    """The ages said in pieces of known years, each by two groups of reports at most; worked out once for the dossier.

    Two do: where one is the claim's own, the other is not.
    """
    if _dated_ages not in dossier.worked_out:
        told = [one for each in dossier.of("age") for one in _of_two_groups(each, dossier)]
        found = [(one, days) for one in told if (days := _year_of(one, dossier)) is not None]
        dossier.worked_out[_dated_ages] = found
    return dossier.worked_out[_dated_ages]


def _of_two_groups(age: Assertion, dossier: Dossier) -> list[Claim]:
    """The first claim of an assertion, and the first that no reprint of the same report makes."""
    group = dossier.group_of(age.first)
    return [age.first, *(one for one in age.claims if dossier.group_of(one) != group)][:2]


def _year_of(claim: Claim, dossier: Dossier) -> Days | None:
    """The days of a dated piece; else those of its event that another piece dates, or of its last season's year."""
    written = dossier.written(claim)
    if dossier.date_of(claim) is not None:
        return written
    event = _event_dated_elsewhere(claim, dossier)
    if event is not None:
        return event.days
    return None if written is None else Days(written.first, date(written.first.year, 12, 31))


def _born(claim: Claim, days: Days) -> Days:
    years = int(claim.fields["years"])
    return Days(date(days.first.year - years - 1, 1, 1), date(days.last.year - years, 12, 31))
