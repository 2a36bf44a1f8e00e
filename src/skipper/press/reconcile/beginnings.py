"""Claims of age, draft and debut, against the birth date and the first game."""

from __future__ import annotations

from datetime import date, timedelta

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.reconcile.agreement import same_act
from skipper.press.reconcile.days import Days, day_of_act_words, days_of_age, years_old
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import outside
from skipper.press.reconcile.reading import clubs_of, day_of_act, level_of, seasons_of
from skipper.press.reconcile.tenure import start_row
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, open_claim, row_of, supported

BORN = "birth date"


def check_age(claim: Claim, dossier: Dossier) -> Verdict:
    """His age on the report's date, or in a season that the same sentence tells of; else the days on which it is right.

    A piece may be written the day before the date that it carries. Of `Johnson, then 43, managed the 1986 Mets` the
    age is that of 1986.
    """
    if dossier.person is None or dossier.person.born[0] is None:
        return open_claim("his birth date", *_dated_by(claim, dossier))
    born, age = dossier.person.born, int(claim.fields["years"])
    days, day = days_of_age(born, age), dossier.date_of(claim)
    known = "-".join(f"{part:02d}" for part in born if part is not None)
    row = row_of("person", f"Born {known}: {age} years old from {days.first} to {days.last}.")
    if day is not None and days.meets(Days(day - timedelta(days=1), day)):
        return supported(f"{age} on {day}", BORN, row)
    if day is None and not _never_then(days, dossier.written(claim)):
        return supported(f"{age} from {days.first} to {days.last}", BORN, row, *_dated_by(claim, dossier, days))
    then = _season_told_beside(claim, dossier, days)
    if then is not None:
        return supported(f"{age} in {then}", BORN, row, Evidence("note", f"The same sentence speaks of {then}."))
    ours = _age_on(born, day) if day is not None else _ages_after(born, dossier.written(claim))
    return contradicted(ours, BORN, row)


def _never_then(days: Days, written: Days | None) -> bool:
    """Whether no day on which an undated piece can have been written is one of the age."""
    return days.first > date.today() or (written is not None and days.last < written.first - timedelta(days=366))


def _season_told_beside(claim: Claim, dossier: Dossier, days: Days) -> int | None:
    """The first season that another claim in the same words is about, and in which he was of that age."""
    beside = {
        season
        for one in dossier.claims
        if one.report == claim.report and one.start < claim.end and claim.start < one.end
        for season in seasons_of(one)
    }
    return min((year for year in beside if days.meets(Days(date(year, 1, 1), date(year, 12, 31)))), default=None)


def _age_on(born: tuple[int | None, int | None, int | None], day: date) -> str:
    if None in born:
        return f"{day.year - born[0] - 1} or {day.year - born[0]} on {day}"
    return f"{years_old(born, day)} on {day}"


def _ages_after(born: tuple[int | None, int | None, int | None], written: Days | None) -> str:
    day = written.first if written else date.today()
    return f"{_age_on(born, day)}, and the piece is no older" if written else _age_on(born, day)


def _dated_by(claim: Claim, dossier: Dossier, days: Days | None = None) -> list[Evidence]:
    """What dates the report: its own latest season, and events in it that other pieces date."""
    found = []
    written = dossier.written(claim)
    if written is not None and dossier.date_of(claim) is None:
        found.append(Evidence("note", f"The piece carries no date; it speaks of {written.first.year}."))
    # Of the events that a piece tells of, the latest is the one that it reports; the others are its background.
    dated = sorted(_events_dated_elsewhere(claim, dossier), key=lambda event: event[2].first)
    for own, other, act in dated[-1:]:
        fits = days is None or days.meets(act)
        when = spans(seasons_of(other)) or day_of_act_words(act)
        said = f"The {own.type} that the piece reports is dated {when} by {other.report}"
        end = "." if days is None else f": that {'meets' if fits else 'is outside'} those days."
        found.append(Evidence("claim", said + end, report=other.report, span=other.span))
    return found


def _events_dated_elsewhere(claim: Claim, dossier: Dossier) -> list[tuple[Claim, Claim, Days]]:
    """Departures and appointments of the claim's report with a date that another report gives."""
    found = []
    written = dossier.written(claim)
    for kind in ("departure", "appointment"):
        told = dossier.of(kind)
        own = [one for each in told for one in each.claims if one.report == claim.report and day_of_act(one) is None]
        for mine in own[:3]:
            for other in (each.first for each in told):
                act = day_of_act(other)
                related = other.report != claim.report and same_act(mine, other)
                if related and act is not None and (written is None or act.last >= written.first):
                    found.append((mine, other, act))
    return found


def check_draft(claim: Claim, dossier: Dossier) -> Verdict:
    """No table has the draft; only that nobody plays before it can be said."""
    settles = "the list of the amateur draft"
    debut = dossier.person.debut if dossier.person else None
    year = claim.fields.get("year")
    if debut is None or year is None:
        return open_claim(settles, Evidence("note", "The tables have no drafts."))
    order = "before" if int(year) <= debut.year else "after"
    return open_claim(settles, row_of("person", f"The tables have no drafts; {year} is {order} his debut, {debut}."))


def check_debut(claim: Claim, dossier: Dossier) -> Verdict:
    """His first major-league game as a player; the club, where his starts of that season tell it."""
    settles = "the games of that level"
    if level_of(claim) not in (None, "MLB"):
        return open_claim(settles, Evidence("coverage", "The lake has the games of the major leagues only."))
    gate = None if dossier.person else outside(claim, dossier, settles)
    if gate is not None:
        return gate
    debut = dossier.person.debut if dossier.person else None
    if debut is None or claim.fields.get("year") is None:
        return open_claim("the date of his first game", Evidence("note", "The record book gives no debut of his."))
    row = row_of("person", f"Debut {debut}.")
    if int(claim.fields["year"]) != debut.year:
        return contradicted(f"{debut}", "record book", row)
    starts = [one for one in dossier.person.starts if one.season == debut.year]
    names = {dossier.facts.names.get((one.season, one.club), one.club) for one in starts}
    if clubs_of(claim) and len(names) == 1 and {plain(club) for club in clubs_of(claim)} != {plain(*names)}:
        return contradicted(
            f"{debut}, {next(iter(names))}", "record book, starts", row, start_row(starts, dossier.facts)
        )
    return supported(f"{debut}", "record book", row, *([start_row(starts, dossier.facts)] if starts else []))
