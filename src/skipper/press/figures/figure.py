"""The figures of a sentence: what each counts, its value and its place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import re2

from skipper.press.data_file import read_yaml
from skipper.press.reading.units import Sentence, Time, Unit

YOUNGEST, OLDEST = 15, 102  # years of age that a figure can be
_MOST_SEASONS, _FEWEST_GAMES = 60, 10  # seasons that one person managed, games of which a share is told
_MOST_RUNS = 30  # of both clubs in a game
AGES = ("age", "birthday", "born")  # kinds that are held against dates of birth and death
_SHARES = ("share", "share_lost")
_MARKS = {"{number}": "#", "{ordinal}": "#th", "{record}": "#-#", "{score}": "#:#"}
_AGO = [[word, "ago"] for word in ("year", "years", "season", "seasons", "summers")]
_THOUSANDTHS = re2.compile(r"\.\d{3}")
_OF_NO_COUNT = "(?:ago|later|earlier|before|after|since|contract|deal|extension|left|old)"
_IN_LIST = frozenset([",", "and", "games", "{time}", "with", "for", "{club}", "{number}"])


@cache
def _data() -> Mapping[str, Any]:
    data: Mapping[str, Any] = read_yaml(files("skipper.press.figures").joinpath("figures.yaml"))
    return data


@cache
def words(name: str) -> re2._Regexp[str]:
    """Return a list of words as a pattern over a shape."""
    return re2.compile(rf" (?:{'|'.join(_data()['words'][name])})(?: |$)")


@cache
def patterns() -> tuple[tuple[str, re2._Regexp[str]], ...]:
    """Return the patterns in order, each with its kind."""
    return tuple((one["kind"], re2.compile(_whole(one["pattern"]))) for one in _data()["patterns"])


def _whole(pattern: str) -> str:
    for name, part in _data()["parts"].items():
        pattern = pattern.replace(f"<{name}>", part)
    return pattern


@dataclass(frozen=True)
class Figure:
    """A figure or a date of a text, `report.text[start:end]`.

    `kind` is one of `figures.yaml` (a share, won or lost, is a record), term, date or number. `value` has wins and
    losses of a record, the first and last season of a term (last is 0 where it goes on), the thousandths of a
    percentage, the years of a date, else the one number. `first` and `last` are the places of its units in the
    sentence, `last` excluded.
    """

    kind: str
    value: tuple[int, ...]
    start: int
    end: int
    words: str
    first: int
    last: int
    quoted: bool = False


def shape_of(units: Sequence[Unit]) -> tuple[str, list[int]]:
    """Return the shape of a sentence, with a space before and behind, and where each unit begins in it."""
    marks = [
        ".###" if _THOUSANDTHS.fullmatch(one.key) else _MARKS.get(one.key, one.key.replace("#", "")) for one in units
    ]
    starts, place = [], 1
    for mark in marks:
        starts.append(place)
        place += len(mark) + 1
    return f" {' '.join(marks)} ", starts


def with_hundreds(units: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the units, with a number of hundreds in words as one: one hundred and eight."""
    at = 0
    while at < len(units):
        hundreds = at + (units[at].key == "{number}" and units[at].value < 10)
        if hundreds == len(units) or units[hundreds].key != "hundred":
            yield units[at]
            at += 1
            continue
        rest = hundreds + 1 + (hundreds + 1 < len(units) and units[hundreds + 1].key == "and")
        more = rest < len(units) and units[rest].key == "{number}" and units[rest].value < 100
        value = 100 * (units[at].value if hundreds > at else 1) + (units[rest].value if more else 0)
        end = rest + 1 if more else hundreds + 1
        yield units[at]._replace(key="{number}", value=value, end=units[end - 1].end)
        at = end


def with_years_ago(units: Sequence[Unit], year: int | None) -> Iterator[Unit]:
    """Yield the units, with a number of years or seasons ago as the year, counted from that of the piece."""
    at = 0
    while at < len(units):
        number = units[at].value if units[at].key == "{number}" else 1
        behind = at + (units[at].key == "{number}")
        keys = [one.key for one in units[behind : behind + 2]]
        if year is None or keys not in _AGO:
            yield units[at]
            at += 1
            continue
        time = Time("ago", (year - int(number),), reckoned=True)
        yield units[at]._replace(key="{time}", value=time, end=units[behind + 1].end)
        at = behind + 2


def figures_of(sentence: Sentence, text: str) -> list[Figure]:
    """Return the figures and dates of a sentence of a report's `text`, in order; no two overlap.

    What no pattern names is a `number`, a time without a span a `date`. Ordinals in words are no figures by themselves.
    """
    units, taken = sentence.units, set[int]()
    shape, starts = shape_of(units)
    found: list[Figure] = []

    def add(kind: str, value: tuple[int, ...], first: int, last: int) -> None:
        if taken.isdisjoint(range(first, last)):
            taken.update(range(first, last))
            start, end = units[first].start, units[last - 1].end
            found.append(Figure(kind, value, start, end, text[start:end], first, last, units[first].quoted))

    for first, last, term in _terms(units):
        add("term", term, first, last)
    for kind, pattern in patterns():
        place = 0
        while (match := pattern.search(shape, place)) is not None:
            places = [bisect_right(starts, match.start(n)) - 1 for n in range(1, pattern.groups + 1)]
            value = _value(kind, [units[one] for one in places], shape[match.end(1) :])
            if value is not None:
                add("record" if kind in _SHARES else kind, value, places[0], places[-1] + 1)
            place = match.start(pattern.groups) + 1
    for at, unit in enumerate(units):
        if unit.key == "{time}" and isinstance(unit.value, Time):
            add("date", _years(unit.value), at, at + 1)
        elif unit.key == "{number}":
            add(_listed(found, units, at), (int(unit.value),), at, at + 1)
        elif unit.key in _MARKS and not (unit.key == "{ordinal}" and unit.text.isalpha()):
            add("number", _numbers(unit.value), at, at + 1)
        elif _THOUSANDTHS.fullmatch(unit.key):
            add("number", (int(unit.key[1:]),), at, at + 1)
    return sorted(found, key=lambda one: one.start)


def _value(kind: str, units: Sequence[Unit], behind: str) -> tuple[int, ...] | None:
    """Return the value of a figure of the kind, null if it cannot be one; `behind` is the shape behind it."""
    if kind == "percentage":
        return (int(units[0].key[1:]),)
    if len(units) == 2:
        won, other = (int(unit.value) for unit in units)
        if kind in _SHARES:
            won, lost = (won, other - won) if kind == "share" else (other - won, won)
        else:
            lost = other
        return (won, lost) if kind == "record" or won + lost >= _FEWEST_GAMES > 0 < lost else None
    if kind in ("record", "score"):
        return _numbers(units[0].value) if kind == "record" or sum(_numbers(units[0].value)) < _MOST_RUNS else None
    if kind == "born":
        return _years(units[0].value)[:1] or None
    number = int(units[0].value)
    if kind in ("age", "birthday"):
        return (number,) if YOUNGEST <= number <= OLDEST else None
    counted = kind not in ("seasons", "season_number") or (number <= _MOST_SEASONS and not _not_counted().match(behind))
    return (number,) if counted else None


@cache
def _not_counted() -> re2._Regexp[str]:
    return re2.compile(_whole(f" <sort><seasons> (?:{_OF_NO_COUNT}|in row|in a row|in succession|running|straight)"))


def _numbers(value: int | tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(one for one in (value if isinstance(value, tuple) else (value,)) if one is not None)


def _listed(found: Sequence[Figure], units: Sequence[Unit], at: int) -> str:
    """Return what a number counts that nothing names: wins or losses where it goes on with a list of them (he lost 99
    games in 2011, 96 in 2012)."""
    before = max(
        (one for one in found if one.last <= at and one.kind != "date"), key=lambda one: one.last, default=None
    )
    if before is None or before.kind not in ("wins", "losses") or units[at - 1].key not in (",", "and"):
        return "number"
    return before.kind if {unit.key for unit in units[before.last : at]} <= _IN_LIST else "number"


def _terms(units: Sequence[Unit]) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Yield the terms of a sentence: from 1907 to 1920; 1933 to 1937; since 2015."""
    for at, unit in enumerate(units):
        time: Any = unit.value
        last: Any = units[at + 2].value if at + 2 < len(units) else None
        if not isinstance(time, Time):
            continue
        if time.shape in ("span", "since") and time.first is not None:
            yield at, at + 1, (time.first, time.last or 0)
            continue
        joined = isinstance(last, Time) and units[at + 1].key in ("to", "through", "until", "-", "till")
        if joined and not time.day and len(time.seasons) == len(last.seasons) == 1 and last.seasons > time.seasons:
            yield at, at + 3, (time.seasons[0], last.seasons[0])


def _years(time: Time) -> tuple[int, ...]:
    return time.seasons or tuple(year for year in (time.first, time.last) if year is not None)
