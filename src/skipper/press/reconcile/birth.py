"""A birth date of which the month or the day may not be known, and the ages that it allows."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta

from skipper.press.days import Days


@dataclass(frozen=True)
class Birth:
    """When a man was born; `month` and `day` are null if they are not known."""

    year: int
    month: int | None = None
    day: int | None = None

    @classmethod
    def of(cls, parts: tuple[int | None, int | None, int | None]) -> Birth | None:
        """Return the birth of year, month and day; null if no year is known."""
        year, month, day = parts
        return None if year is None else cls(year, month, day)

    def __str__(self) -> str:
        """Its known parts in the order of ISO 8601."""
        return "-".join(f"{part:02d}" for part in (self.year, self.month, self.day) if part is not None)

    def days_of_age(self, age: int) -> Days:
        """Return the days on which he may be that old, in whole years."""
        if self.month is not None and self.day is not None:
            first = _birthday(self.year + age, self.month, self.day)
            return Days(first, _birthday(self.year + age + 1, self.month, self.day) - timedelta(days=1))
        year, month = self.year + age + 1, self.month or 12
        latest = date(year, month, calendar.monthrange(year, month)[1])
        return Days(date(self.year + age, self.month or 1, 1), latest - timedelta(days=1))

    def ages_on(self, day: date) -> tuple[int, ...]:
        """Return the person's age on a day in whole years: both that he can have, where month or day are not known."""
        turned = day.year - self.year
        if self.month is None or self.day is None:
            return (turned - 1, turned)
        return (turned if _birthday(day.year, self.month, self.day) <= day else turned - 1,)


def _birthday(year: int, month: int, day: int) -> date:
    """Return the birthday in a year; who was born on a leap day has it on 1 March of other years."""
    if (month, day) == (2, 29) and not calendar.isleap(year):
        return date(year, 3, 1)
    return date(year, month, day)
