"""When: days, years, seasons and what is counted from the report's date, read from a sentence's tokens."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Sequence
from datetime import date, timedelta

from skipper.press.numbers import FIRST_SEASON, LAST_SEASON, MONTHS, last_year, number
from skipper.press.reading.units import Time

_FULL = {name.lower(): number for number, name in enumerate(month_name) if name}
_MONTHS = _FULL | MONTHS | {f"{name}.": number for name, number in MONTHS.items()} | {"sept": 9, "sept.": 9}
_WEEKDAYS = {f"{name}day": n for n, name in enumerate(("mon", "tues", "wednes", "thurs", "fri", "satur", "sun"))}
_DAYS = {"today": 0, "tonight": 0, "yesterday": 1}
_SEASON = frozenset(["season", "year", "campaign"])
_PARTS = frozenset(["winter", "spring", "summer", "fall", "autumn", "offseason", "month", "week", "october", "weekend"])
_COUNTED = frozenset(["years", "seasons", "summers", "months", "weeks", "days"])
_ON = frozenset(["later", "earlier", "afterward"])
_SHAPES = {
    "in": "in", "during": "in", "on": "in", "for": "for", "before": "for", "after": "after", "following": "after",
    "since": "since", "until": "until", "till": "until", "through": "until",
}  # fmt: skip
_NO_YEARS = frozenset(
    ["games", "hits", "wins", "fans", "losses", "victories", "runs", "points", "people", "plate", "at"]
)
_RELATIVE = frozenset(["last", "this", "next", "past", "that", "same", "previous"])
BEGINNINGS = frozenset([*_SHAPES, *_MONTHS, *_WEEKDAYS, *_DAYS, *_RELATIVE, "from", "between", "year"])  # but figures
Read = tuple[int, Time] | None


def time_at(words: Sequence[str], place: int, day: date | None) -> Read:
    """Return the time that begins at a token, and how many tokens it takes; null if none does."""
    low = words[place].lower()
    if _is_counted_on(words, place):
        return 3, Time("vague")
    if low not in BEGINNINGS and not low[:1].isdigit() and low[:1] != "'":
        return None
    shape = _SHAPES.get(low)
    if shape is not None:
        skip = 2 if words[place + 1 : place + 2] and words[place + 1].lower() in ("the", "early", "late") else 1
        inner = _bare(words, place + skip, day)
        if inner is not None and inner[1].shape in ("in", "season", "day", "weekday"):
            return skip + inner[0], _with_shape(inner[1], shape)
        vague = skip == 2 and words[place + 2 : place + 3] and words[place + 2].lower() in _SEASON
        return (3, Time("vague")) if vague and shape in ("after", "before") else None
    if low in ("from", "between"):
        return _from(words, place, day)
    return _bare(words, place, day)


def _is_counted_on(words: Sequence[str], place: int) -> bool:
    """Two years later, three seasons earlier: from a time that the words do not give."""
    behind = [word.lower() for word in words[place + 1 : place + 3]]
    return len(behind) == 2 and behind[0] in _COUNTED and behind[1] in _ON and number(words[place]) is not None


def _with_shape(time: Time, shape: str) -> Time:
    if shape == "in" or (shape in ("after", "for") and time.shape != "season"):
        return time if shape == "in" else _changed(time, "near")
    if shape == "since":
        return Time("since", first=time.seasons[0]) if time.seasons else _changed(time, "near")
    if shape == "until":
        return Time("until", last=time.seasons[-1]) if time.seasons else _changed(time, "near")
    return _changed(time, shape)


def _changed(time: Time, shape: str) -> Time:
    return Time(shape, time.seasons, time.first, time.last, time.day, time.reckoned)


def _from(words: Sequence[str], place: int, day: date | None) -> Read:
    """From 1954 to 1976, between 1954 and 1976."""
    first = _year_of(words, place + 1)
    if first is None:
        return None
    at = place + 1 + first[0]
    if at < len(words) and words[at].lower() in ("to", "through", "until", "till", "and", "-"):
        last = _year_of(words, at + 1)
        if last is not None and last[1] >= first[1]:
            return at + 1 + last[0] - place, Time("span", first=first[1], last=last[1])
    inner = _bare(words, place + 1, day)
    if inner is not None and inner[1].shape == "span":
        return inner[0] + 1, inner[1]
    return at - place, Time("since", first=first[1])


def _bare(words: Sequence[str], place: int, day: date | None) -> Read:
    if place >= len(words):
        return None
    low = words[place].lower()
    if low in _MONTHS and words[place][:1].isupper():
        return _month(words, place, day)
    if low == "year" and [one.lower() for one in words[place + 1 : place + 2]] in (["later"], ["earlier"]):
        return 2, Time("vague")
    if low in _WEEKDAYS or low in _DAYS:
        return 1, _weekday(low, day)
    if low in _RELATIVE:
        return _relative(words, place, day)
    return _years(words, place)


def _year(words: Sequence[str], place: int) -> tuple[int, int] | None:
    """Return a year at the token, in four digits or as '86, and how many tokens it takes."""
    if place >= len(words):
        return None
    word = words[place]
    if len(word) == 4 and word.isdigit() and FIRST_SEASON <= int(word) <= LAST_SEASON:
        return 1, int(word)
    short = word[1:] if word.startswith("'") and len(word) == 3 else ""
    taken = 1
    if word == "'" and place + 1 < len(words) and len(words[place + 1]) == 2:
        short, taken = words[place + 1], 2
    if short.isdigit():
        return taken, int(short) + (2000 if int(short) < 36 else 1900)
    return None


def _year_of(words: Sequence[str], place: int) -> tuple[int, int] | None:
    """Return a year, or the year of a month that is named before it (June 2011), and how many tokens it takes."""
    month = place < len(words) and words[place].lower() in _MONTHS and words[place][:1].isupper()
    of = month and place + 1 < len(words) and words[place + 1].lower() == "of"
    found = _year(words, place + month + of)
    return (found[0] + month + of, found[1]) if found is not None else None


def _years(words: Sequence[str], place: int) -> Read:
    """1951; 1951-53; 1951, 1953 and 1955; with `season` behind it or not."""
    found = _year(words, place)
    if found is None or (place and words[place - 1] == "$"):
        return None
    at, years = place + found[0], [found[1]]
    following = words[at].lower() if at < len(words) else ""
    if following in _NO_YEARS:
        return None
    if following in ("-", "/") and at + 1 < len(words) and words[at + 1].isdigit() and len(words[at + 1]) in (2, 4):
        last = last_year(years[0], words[at + 1])
        if years[0] < last <= years[0] + 60:
            return at + 2 - place, Time("span", first=years[0], last=last)
    while (more := _listed(words, at)) is not None:
        at, years = more[0], [*years, more[1]]
    if len(years) == 1 and at < len(words) and words[at].lower() in ("season", "campaign", "seasons"):
        return at + 1 - place, Time("season", tuple(years))
    return at - place, Time("in", tuple(years))


def _listed(words: Sequence[str], at: int) -> tuple[int, int] | None:
    """Return the next year of a list, after a comma or `and`, and where it ends."""
    joins, comma = 0, at < len(words) and words[at] == ","
    while at < len(words) and words[at].lower() in (",", "and", "&", "again", "in", "then") and joins < 4:
        if comma and words[at].lower() == "in":  # another clause begins: in 1969 and 1970, and in 1970 he won
            return None
        at, joins = at + 1, joins + 1
    found = _year(words, at) if joins else None
    return (at + found[0], found[1]) if found else None


def _month(words: Sequence[str], place: int, day: date | None) -> Read:
    """November 2010; Nov. 22, 2010; Aug. 2, by the report's date."""
    month, at = _MONTHS[words[place].lower()], place + 1
    of_month = number(words[at]) if at < len(words) and words[at][:1].isdigit() and len(words[at]) < 5 else None
    if of_month is not None and 1 <= of_month <= 31:
        at += 1
    else:
        of_month = None
    behind = at + 1 if at < len(words) and words[at].lower() in (",", "of") else at
    year = _year(words, behind)
    if year is not None:
        return behind + year[0] - place, _dated(year[1], month, of_month)
    before = words[place - 1].lower() if place else ""
    if of_month is None and before not in ("in", "last", "this", "early", "late", "of", "since", "mid", "past", "that"):
        return None
    if before == "that":
        return at - place, Time("vague")
    if day is None:
        return at - place, Time("vague")
    latest = day.year if (month, of_month or 1) <= (day.month, day.day) else day.year - 1
    return at - place, Time("day", (latest,), day=_dated(latest, month, of_month).day, reckoned=True)


def _dated(year: int, month: int, of_month: int | None) -> Time:
    return Time("day", (year,), day=f"{year}-{month:02}" + (f"-{of_month:02}" if of_month else ""))


def _weekday(low: str, day: date | None) -> Time:
    """Return the latest such day up to the report's date."""
    if day is None:
        return Time("weekday", reckoned=True)
    back = _DAYS[low] if low in _DAYS else (day.weekday() - _WEEKDAYS[low]) % 7
    then = day - timedelta(days=back)
    return Time("weekday", (then.year,), day=then.isoformat(), reckoned=True)


def _relative(words: Sequence[str], place: int, day: date | None) -> Read:
    """Last season, this year, that season; a winter or a month is one of two years, and so is vague."""
    low, following = words[place].lower(), words[place + 1].lower() if place + 1 < len(words) else ""
    if following in _MONTHS:
        inner = _month(words, place + 1, day) if low in ("last", "past", "this") else (1, Time("vague"))
        return (inner[0] + 1, inner[1]) if inner is not None else None
    if following in _PARTS:
        return 2, Time("that") if low in ("that", "same") else Time("vague")
    if following not in _SEASON:
        return None
    if low in ("that", "same"):
        return 2, Time("that")
    if day is None or low in ("past", "previous") or (low == "next" and words[place - 1].lower() == "the"):
        return 2, Time("vague")
    counted = day.year + {"last": -1, "this": 0, "next": 1}[low]
    return 2, Time("season", (counted,), reckoned=True)
