"""Dates as reports give them: an interval of days, since most are no exact day."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from typing import Any

import re2

_OCTOBER = 10, 1  # the month and day by which a regular season is over
_LABOR_DAY, _LAST_TO_LABOR_DAY = (9, 8), 2019  # by which the minors' were, up to that season
_DATE = re2.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")


@dataclass(frozen=True)
class Days:
    """From the first day to the last, both included."""

    first: date
    last: date

    def meets(self, other: Days) -> bool:
        """Return whether a day is in both."""
        return self.first <= other.last and other.first <= self.last

    def __str__(self) -> str:
        return self.first.isoformat() if self.first == self.last else f"{self.first} to {self.last}"


def day_of_act_words(days: Days) -> str:
    """Days in words: a year where they are one."""
    whole = (days.first.month, days.first.day, days.last.month, days.last.day) == (1, 1, 12, 31)
    return str(days.first.year) if whole and days.first.year == days.last.year else str(days)


def year_days(year: int) -> Days:
    """Return a year."""
    return Days(date(year, 1, 1), date(year, 12, 31))


def stated_days(value: Any) -> Days | None:
    """Return the days of `2004`, `2004-11` or `2004-11-05`, or of a date; null for anything else."""
    if isinstance(value, date):
        return Days(value, value)
    found = _DATE.fullmatch(str(value).strip()) if value is not None else None
    if found is None:
        return None
    year, *parts = (int(part) for part in found.groups() if part)
    try:
        if not parts:
            return year_days(year)
        month = parts[0]
        if len(parts) == 1:
            return Days(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))
        return Days(date(year, month, parts[1]), date(year, month, parts[1]))
    except ValueError:
        return None


def days_of(parts: tuple[int | None, int | None, int | None]) -> Days | None:
    """Return the days of a year, month and day as far as they are known; null if no year is."""
    return stated_days("-".join(str(part) for part in takewhile(lambda part: part is not None, parts)))


HIRED_FROM = 9  # the month from which a man is hired for the next season


def appointed_for(season: int) -> Days:
    """Return when a man appointed for a season is appointed: from the September before to its own October."""
    return Days(date(season - 1, HIRED_FROM, 1), date(season, 10, 31))


def season_is_over(season: int, day: date | None, minors: bool = False) -> bool:
    """Return whether a regular season is over on a day; every season is where the day is null."""
    ends = _LABOR_DAY if minors and season <= _LAST_TO_LABOR_DAY else _OCTOBER
    return day is None or season < day.year or (season == day.year and (day.month, day.day) >= ends)
