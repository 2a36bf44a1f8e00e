"""Whether a claim stands on the report's own words: the same for every reader.

A claim's figures stand in its span; its names and times stand there or where the claim cites them. A reader's codes (an
outcome, a manner, what is counted) are its reading of the words, and are not checked here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from calendar import month_name
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Any

import re2

from skipper.press.claim import Claim, Report
from skipper.press.inherited_context import names_of, says_relative_time
from skipper.press.numbers import figures, years
from skipper.press.reader import Why
from skipper.press.sentences import sentences
from skipper.press.text import plain

_FIGURES = ("wins", "losses", "ties", "season_count", "value", "of", "round", "overall", "after_days", "years")
_PEOPLE = ("person", "player", "manager", "by")
_CLUBS = ("club", "clubs", "organization", "organizations")
_WORDS = ("league", "level_stated")
_TIMES = ("seasons", "from", "to", "date_of_act", "for_season", "year")
_DATE = re2.compile(r"^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$")
_SUFFIXES = frozenset(["jr.", "sr.", "jr", "sr", "ii", "iii"])
_LITTLE = frozenset(["the", "of", "and", "a"])


def verbatim(claim: Claim, report: Report) -> str | None:
    """Say that the span is not the report's text, or is empty."""
    same = claim.span and report.text[claim.start : claim.end] == claim.span
    return None if same else "the span is not in the text"


def figures_stand(claim: Claim, report: Report) -> str | None:
    """Say which field's figure the span does not contain, as digits or as words."""
    stated = list(_stated(claim, _FIGURES))
    words = plain(claim.span)
    said = figures(words) if stated else set()
    missing = (
        name
        for name in stated
        if not (_in_days(said, words) if name == "after_days" else said).issuperset(_whole(claim.fields[name]))
    )
    return next((f"{name} is not in the span" for name in missing), None)


def _in_days(said: set[int], words: str) -> set[int]:
    """Return the figures with the days of weeks: two weeks are 14, less than a week is 0 to 6."""
    counted = said | ({1} if "a week" in words else set())
    weeks = {7 * count for count in counted} if "week" in words else set()
    below = {0, *(days - 1 for days in weeks)} if weeks and "less than" in words else set()
    return said | weeks | below


def names_stand(claim: Claim, report: Report) -> str | None:
    """Say which field's name stands neither in the span nor where the claim cites it.

    Of a person the surname is enough, of a club its place, nickname or any name that it was linked by.
    """
    for name in _stated(claim, (*_PEOPLE, *_CLUBS, *_WORDS)):
        words = _words_for(claim, name, report)
        for value in _each(claim.fields.get(name)):
            if not _names(claim, name, str(value), words):
                return f"{name} is not in the words"
    return None


def times_stand(claim: Claim, report: Report) -> str | None:
    """Say which field's year, month or day is neither in the span nor where the claim cites it.

    Words that count from the report's date (last season, on Monday) say the year of that date, or one next to it.
    """
    for name in _stated(claim, _TIMES):
        words = _words_for(claim, name, report)
        for value in _each(claim.fields.get(name)):
            if not (_dated(str(value), words) or _reckoned(str(value), words, report)):
                return f"{name} is not in the words"
    return None


GROUNDS: tuple[Why, ...] = (verbatim, figures_stand, names_stand, times_stand)


def explicit(claim: Claim, report: Report) -> bool:
    """Return whether every field of a grounded claim stands in the sentence or heading in which the span begins, and
    the span within it.

    Nothing then is carried over from elsewhere or reckoned from the report's date. Where GROUNDS find nothing amiss,
    figures and names stand in the span or where they are cited.
    """
    places = sentences(report)
    own = places[bisect_right(places, claim.start, key=itemgetter(0)) - 1] if places else (0, 0)
    if not own[0] <= claim.start < claim.end <= own[1]:
        return False
    if any(not own[0] <= start <= end <= own[1] for start, end in claim.cited.values()):
        return False
    words = plain(report.text[own[0] : own[1]])
    return all(_dated(str(value), words) for name in _TIMES for value in _each(claim.fields.get(name)))


def _words_for(claim: Claim, name: str, report: Report) -> str:
    """Return the span's words, and those that the claim cites for the field."""
    start, end = claim.cited.get(name, (0, 0))
    return plain(f"{claim.span} {report.text[start:end]}").replace("\n", " ")


def _stated(claim: Claim, names: Iterable[str]) -> Iterator[str]:
    """Yield the fields that the claim has."""
    return (name for name in names if claim.fields.get(name) is not None)


def _each(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        yield from value
    elif value is not None:
        yield value


def _whole(value: Any) -> Iterator[int]:
    yield from (int(one) for one in _each(value))


def _names(claim: Claim, field: str, value: str, words: str) -> bool:
    low = f" {' '.join(_letters(words))} "
    if field in _CLUBS:
        named = names_of(claim, field, value)
    elif field in _PEOPLE:
        named = [value, _surname(value)]
    else:
        named = [value]
    return any(f" {' '.join(_letters(name))} " in low for name in named if _letters(name))


_LETTERS = re.compile(r"[^\W_]+")  # Python's own is faster on the few words of a claim, and needs no backtracking


@lru_cache(maxsize=4096)
def _letters(words: str) -> tuple[str, ...]:
    """Return the words in lower case, without marks, a possessive's ending and the little words."""
    return tuple(word for word in _LETTERS.findall(words.lower().replace("'s ", " ")) if word not in _LITTLE)


def _surname(name: str) -> str:
    parts = [part for part in name.split() if part.lower() not in _SUFFIXES]
    return parts[-1] if parts else ""


def _dated(value: str, words: str) -> bool:
    """Return whether the words name the date: its year, its month by name, its day."""
    found = _DATE.match(value)
    if found is None:
        return value.lower() in words.lower()  # a time that the reader keeps as written
    year, month, day = found.groups()
    return (
        int(year) in set(years(words))
        and (month is None or _has_month(int(month), words))
        and (day is None or int(day) in figures(words))
    )


def _has_month(month: int, words: str) -> bool:
    full = month_name[month].lower()
    return not {full, full[:3], full[:4]}.isdisjoint(_letters(words))


def _reckoned(value: str, words: str, report: Report) -> bool:
    found = _DATE.match(value)
    near = found is not None and report.date is not None and abs(int(found.group(1)) - report.date.year) <= 1
    return near and says_relative_time(words)
