"""Ages of undated pieces: what dates the piece, by an event in it that another piece dates; and ages as a sum."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import islice

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.days import Days, day_of_act_words
from skipper.press.reconcile.acts import same_act
from skipper.press.reconcile.arithmetic import NOTHING, Sum, summed
from skipper.press.reconcile.dossier import DOSSIERS, Dossier
from skipper.press.reconcile.verdict import Evidence


@dataclass(frozen=True)
class _Event:
    """A departure or an appointment of an undated piece, the other piece's claim that dates it, and the days."""

    own: Claim
    other: Claim
    days: Days


def dated_by(claim: Claim, dossier: Dossier, days: Days | None = None) -> list[Evidence]:
    """Return what dates the report: its own latest season, and an event in it that another piece dates."""
    found = []
    written = dossier.written(claim)
    if written is not None and dossier.date_of(claim) is None:
        found.append(Evidence("note", f"The piece carries no date; it speaks of {written.first.year}."))
    event = event_dated_elsewhere(claim, dossier)
    if event is not None:
        when = spans(event.other.seasons) or day_of_act_words(event.days)
        said = f"The {event.own.type} that the piece reports is dated {when} by {event.other.report}"
        fits = "" if days is None else f": that {'meets' if days.meets(event.days) else 'is outside'} those days"
        found.append(Evidence("claim", f"{said}{fits}.", report=event.other.report, span=event.other.span))
    return found


def event_dated_elsewhere(claim: Claim, dossier: Dossier) -> _Event | None:
    """Of the events that a piece speaks of, the latest is the one that it reports; the others are its background."""
    return max(_events_elsewhere(claim, dossier), key=lambda event: event.days.first, default=None)


def _events_elsewhere(claim: Claim, dossier: Dossier) -> list[_Event]:
    """Departures and appointments of the claim's report with a date that another report gives."""
    found = []
    written = dossier.written(claim)
    for kind in ("departure", "appointment"):
        stated = [each.first for each in dossier.of(kind) if each.first.act_days is not None]
        own = [one for one in dossier.by_report[claim.report] if one.type == kind and one.act_days is None]
        for mine in own[:3]:
            for other in stated:
                act = other.act_days
                related = other.report != claim.report and same_act(mine, other) and _got(mine) == _got(other)
                if related and act is not None and (written is None or act.last >= written.first):
                    found.append(_Event(mine, other, act))
    return found


def _got(claim: Claim) -> bool:
    """Return whether somebody left or got a post; not whether a club only spoke with them or passed them over."""
    return claim.fields.get("outcome") not in ("interviewed", "finalist", "passed_over")


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


@lru_cache(maxsize=DOSSIERS)
def _dated_ages(dossier: Dossier) -> list[tuple[Claim, Days]]:
    """Return the ages said in pieces of known years, each by two groups of reports at most.

    Two do: where one is the claim's own, the other is not.
    """
    stated = [one for each in dossier.of("age") for one in islice(dossier.groups_asserting(each).values(), 2)]
    return [(one, days) for one in stated if (days := _year_of(one, dossier)) is not None]


def _year_of(claim: Claim, dossier: Dossier) -> Days | None:
    """Return the days of a dated piece; else those of its event that another piece dates, or of its last season's
    year."""
    written = dossier.written(claim)
    if dossier.date_of(claim) is not None:
        return written
    event = event_dated_elsewhere(claim, dossier)
    if event is not None:
        return event.days
    return None if written is None else Days(written.first, date(written.first.year, 12, 31))


def _born(claim: Claim, days: Days) -> Days:
    years = int(claim.fields["years"])
    return Days(date(days.first.year - years - 1, 1, 1), date(days.last.year - years, 12, 31))
