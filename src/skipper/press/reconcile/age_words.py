"""Of which day an age is told, as far as its own words say so: now, then, or at somebody's death."""

from __future__ import annotations

from calendar import month_name
from datetime import date

import re2

from skipper.press.claim import Claim
from skipper.press.numbers import MONTHS
from skipper.press.reconcile.days import HIRED_FROM, Days, stated_days, year_days
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import seasons_of

_YEAR = re2.compile(r"\b(?:18[7-9]\d|19\d\d|20[0-3]\d)\b")
_MONTH = "|".join([*month_name[1:], "sept", *MONTHS])
# A year, with its month and day where they stand before it.
_DATE = re2.compile(rf"(?i)(?:\b({_MONTH})\.? +(?:(\d\d?)(?:st|nd|rd|th)?,? +)?)?({_YEAR.pattern})")
_OF_NO_EVENT = re2.compile(r"(?i)(?:\b(?:to|(?:since|from|until|till|through|than)(?: the)?)|'s) *$")
_COUNTED = re2.compile(
    r"(?i)\b(?:year|decade|season|month|week|day)s? (?:after|before|later|earlier|since|from|removed)\b"
)
_AFTER = re2.compile(r"(?i)\b(?:after|following)\b")
_BEFORE = re2.compile(r"(?i)\b(?:before|ahead of|prior to|entering)\b|\bfor (?:the )?$")
_DEATH = re2.compile(r"(?i)\b(?:died|dies|death)\b")
# What stands behind an age in apposition: a word, and the participle that makes a perfect of `has`.
_APPOSED = r", {age}, (?:now |still )?(\w+)\b( (?:been )?\w+ed\b)?"
_PRESENT = re2.compile(r"(?i)(?:\w+[^s\W]s|has|will|can)")
_NO_PRESENT = frozenset(["was", "his", "this", "does"])
# What a man of an age did: X, 60, was hired; not `X, 60, who was hired`, which is told beside what is so today.
_PAST = re2.compile(
    r"(?i)(?:\w+ed|was|were|won|led|took|left|got|became|began|came|went|beat|ran|quit|brought|gave|made|lost|drove)"
)
_FIRST_GAME = re2.compile(
    r"(?i)\b(?:managed|skippered|ran) (?:in )?his (?:very )?first (?:\w+[- ]){0,2}game\b|\bmanagerial debut\b|"
    r"\bdebut as (?:a |an )?(?:(?:big|major)[- ]league )?manager\b"
)
_THAT_SEASON = re2.compile(r"(?i)\b(?:in|of|during) that (?:\w+ ){0,2}(?:season|year|summer|fall|autumn)\b")
_NEAR = 400  # characters: what is told within a paragraph of it


def age_refers_to(claim: Claim, dossier: Dossier) -> Days | None:
    """The days of which the age is told; null where the words leave it open.

    An age that is told now (`X is 53`) is of the piece's date, an undated piece's last season; so is one in apposition
    (`X, 53,`) in a dated piece, unless what stands near it tells of the past alone. `Was 53`, `then 53` and `at 53` are
    of a year named in the same words, in a notice of his death of its date.
    """
    words, day = claim.span, dossier.date_of(claim)
    years, told = years_told(words), dated_in(words)
    if is_now(words, int(claim.fields["years"])):
        return dossier.written(claim)
    then = is_then(words, int(claim.fields["years"]))
    if told is not None and (then or day is None):
        return told
    if day is None or (years and then):
        return None
    if then:
        return Days(day, day) if _is_of_the_dead(claim, dossier) else None
    return None if not years and _tells_of_the_past(claim, dossier, day) else Days(day, day)


def told_when(claim: Claim, dossier: Dossier) -> Days | None:
    """The days that the words name for the age: `in 1963 X, then 62`, `X was 62 when he won the 1963 title`.

    Of `when he managed his first game` the day of that game. Null where they name none, or several.
    """
    if not is_then(claim.span, int(claim.fields["years"])):
        return None
    told = dated_in(claim.span)
    if told is None and not years_told(claim.span):
        told = _first_game(dossier) if _FIRST_GAME.search(claim.span) else _season_just_told(claim, dossier)
    return told


def _season_just_told(claim: Claim, dossier: Dossier) -> Days | None:
    """Of `turned 54 in the spring of that championship season` the year of the one season told before it; else null."""
    if not _THAT_SEASON.search(claim.span):
        return None
    before = [one for one in dossier.by_report[claim.report] if claim.start - _NEAR < one.end <= claim.start]
    told = [seasons_of(one) for one in before if seasons_of(one)]
    return year_days(told[-1][0]) if told and len(told[-1]) == 1 else None


def _first_game(dossier: Dossier) -> Days | None:
    """The day of his first major-league game as a manager; null where an earlier one may be lacking."""
    records, missing = dossier.person.records, dossier.person.missing
    if not records or min(missing, default=records[0].season) < records[0].season:
        return None
    return Days(records[0].first_day, records[0].first_day)


def told_of_an_act(words: str, age: int) -> Days | None:
    """The days of what he did, in words that give the age beside his name: `X, 60, was hired on October 3, 2005`.

    Null where the words name none or several, or tell of it in a relative clause.
    """
    found = re2.search(_APPOSED.format(age=age), words)
    return dated_in(words) if found is not None and _PAST.fullmatch(found.group(1)) else None


def dated_in(words: str) -> Days | None:
    """The one year, month or day that the words name for what they tell; null where they name none or several.

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
    parts = [year, *([f"{MONTHS[month[:3].lower()]}"] if month else []), *([day] if day else [])]
    return stated_days("-".join(parts))


def years_told(words: str) -> set[int]:
    """The years named in the words."""
    return {int(year) for year in _YEAR.findall(words)}


def is_now(words: str, age: int) -> bool:
    """Whether the words give it as that of their own day: is 53, now 53; X, 53, manages."""
    if re2.search(rf"(?i)\b(?:is|'s|now)(?: now| only| just)? {age}\b", words):
        return True
    return any(_in_the_present(*found.groups()) for found in re2.finditer(_APPOSED.format(age=age), words))


def _in_the_present(word: str, participle: str | None) -> bool:
    """Manages, has, will; not `was`, nor `has managed`, which are of the past."""
    perfect = word.lower() == "has" and participle is not None
    return _PRESENT.fullmatch(word) is not None and word.lower() not in _NO_PRESENT and not perfect


def is_then(words: str, age: int) -> bool:
    """Was 53, then 53, at 53, at the age of 53, as a 53-year-old, turned 53; 53 when he came."""
    before = r"(?:was|were|then|at|aged?|age of|turned|became|been|as an?|only|just|barely)"
    return re2.search(rf"(?i)\b{before} {age}\b|\b{age} (?:when|while|after|before)\b", words) is not None


def says_at_death(claim: Claim, dossier: Dossier) -> bool:
    """Whether the words tell at what age he died: died at 82; or, after `X died on Sunday`, he was 82."""
    age = int(claim.fields["years"])
    if re2.search(rf"(?i)\b(?:died|dies|death)\b[^.;]*\b(?:at|aged|age of|was) {age}\b", claim.span):
        return True
    return is_then(claim.span, age) and told_when(claim, dossier) is None and _is_of_the_dead(claim, dossier)


def _is_of_the_dead(claim: Claim, dossier: Dossier) -> bool:
    """Whether the words before it in the report tell of a death: he was 82."""
    return _DEATH.search(_beside(claim, dossier, behind=0)) is not None


def tells_of_a_death(claim: Claim, dossier: Dossier) -> bool:
    """Whether the report tells of a death beside it: X, 92, who managed the club in 1982 and died on Sunday."""
    return _DEATH.search(_beside(claim, dossier, behind=_NEAR)) is not None


def _beside(claim: Claim, dossier: Dossier, behind: int) -> str:
    """The claim's words with what stands before them, and so many characters behind; nothing where no text is kept."""
    report = dossier.reports.get(claim.report)
    return report.text[max(0, claim.start - _NEAR) : claim.end + behind] if report is not None else ""


def _tells_of_the_past(claim: Claim, dossier: Dossier, day: date) -> bool:
    """Whether what is told before it, or in its words, is of other years than the piece's own and the one before."""
    about = (
        one
        for one in dossier.by_report[claim.report]
        if one is not claim and one.start < claim.end and claim.start < one.end + _NEAR
    )
    seasons = [season for one in about for season in (*seasons_of(one), *_year_of_act(one))]
    return bool(seasons) and max(seasons) < day.year - 1


def _year_of_act(claim: Claim) -> tuple[int, ...]:
    """The year of the day on which something was done, where the claim names one."""
    act = stated_days(claim.fields.get("date_of_act"))
    return () if act is None else (act.first.year,)
