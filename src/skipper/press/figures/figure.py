"""The figures of a sentence: what each counts, its value and its place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import re2

from skipper.press.reading.units import Sentence, Time, Unit

YOUNGEST, OLDEST = 15, 102  # years of age that a figure can be
_MOST_SEASONS = 60
_FEWEST = 10  # games of which a share is told
_COUNTS = ("seasons", "season_number")
_IN_LIST = frozenset([",", "and", "games", "{time}", "#", "with", "for", "{club}"])
_MARKS = {"{number}": "#", "{ordinal}": "#th", "{record}": "#-#", "{score}": "#:#"}
_SPANS = frozenset(["span", "since"])
_THOUSANDTHS = re2.compile(r"\.\d{3}")

_OF_CAREER = r"(?:career |lifetime |managerial |regular season |big league |{level} |{club} |more )*"
_GAMES = r"(?: regular season| big league| {level})?(?: games?)?"
_SEASONS = r"(?:seasons?|years?|summers?|campaigns?)"
_SORT = r"(?:full |straight |consecutive |complete |different |winning |losing |big league |{level} |managerial )*"
_END = (
    r"(?: [,.;)\"]| when| while| as| after| before| and| but| in| on| by| at| last| this| or| to| for| {time}| {he}|$)"
)
# Patterns over a sentence's shape: units' keys with a space between, `#` for a number, `#th` for an ordinal, `#-#` for
# a record. The groups are the figure. Of patterns that overlap the first holds.
# A share is games won of games played.
_PATTERNS: tuple[tuple[str, str], ...] = (
    ("record", r"(?:^| )(#-#)(?: |$)"),
    (
        "record",
        rf" (?:won|win|wins|winning) (#){_GAMES}(?: [,;])?(?: and| while| but)?(?: {{he}})?"
        r" (?:lost|lose|loses|losing)(?: only)? (#)(?: |$)",
    ),
    (
        "record",
        rf"(?:^| )(#) {_OF_CAREER}(?:wins|victories)(?: ,| and| against| versus| to| with)+ (#) (?:losses|defeats)",
    ),
    (
        "share",
        r" (?:won|winning|win)(?: games)? (#)(?: games)? of(?: {his}| its| their)?(?: #th| last| final| next)? (#)"
        r"(?: (?:games|decisions|[,.;]|when|that|they|{he})|$)",
    ),
    ("percentage", r" (\.###) (?:winning )?(?:percentage|clip|mark|record|pace|winning)"),
    ("percentage", r" (?:percentage|record|mark)(?: of| was| is| at)? (\.###)(?: |$)"),
    ("percentage", r" (?:played|went|finished|winning)(?: at)? (\.###)(?: |$)"),
    ("wins", rf"(?:^| )(#) {_OF_CAREER}(?:wins?|victory|victories)(?: |$)"),
    ("wins", rf" (#th) {_OF_CAREER}(?:win|victory)(?: |$)"),
    ("wins", r" (?:won|winning|wins) (#)(?: {time})?(?: ,| and)+ #"),
    ("wins", rf" (?:won|winning|wins) {_OF_CAREER}(#){_GAMES}{_END}"),
    ("wins", rf" (?:won|winning|wins) (#) {_OF_CAREER}games?"),
    ("losses", rf"(?:^| )(#) {_OF_CAREER}(?:loss|losses|defeats?)(?: |$)"),
    ("losses", r" (?:lost|losing|loses) (#)(?: {time})?(?: ,| and)+ #"),
    ("losses", rf" (?:lost|losing|loses) {_OF_CAREER}(#){_GAMES}{_END}"),
    ("losses", rf" (?:lost|losing|loses) (#) {_OF_CAREER}games?"),
    ("birthday", r" (#th) birthday"),
    ("age", r"(?:^| )(#) years? old"),
    ("age", r"^[^:]* {person} (?:,|\() (?:now |then |only )?(#)(?: [,.;)]|$)"),
    ("age", r" (?:age|aged|age of|turned|turns|turning|become|became|at age)(?: just| only)? (#)(?: |$)"),
    ("age", rf" (?:is|was|'s|being|be|at|dead at|dies at)(?: just| only| barely| now| then)? (#){_END}"),
    ("season_number", rf" (#th)(?: and last| and final)? {_SORT}{_SEASONS}"),
    ("seasons", rf"(?:^| )(#) {_SORT}{_SEASONS}"),
)
_COMPILED = tuple((kind, re2.compile(f"(?:{pattern})")) for kind, pattern in _PATTERNS)
_NOT_COUNTED = re2.compile(
    rf"^{_SORT}{_SEASONS} (?:ago|later|earlier|before|after|since|contract|deal|extension|left|old|in prison)"
)


@dataclass(frozen=True)
class Figure:
    """A figure or a date of a text, `report.text[start:end]`.

    `value` has wins and losses of a record, the first and last season of a term (last is 0 where it goes on), the
    thousandths of a percentage, else the one number; the years named by a date. `first` and `last` are the places of
    its units in the sentence, `last` excluded.
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
    """Return the shape of a sentence, which patterns are matched against, and where each unit begins in it."""
    marks = [_mark(unit) for unit in units]
    starts, place = [], 1
    for mark in marks:
        starts.append(place)
        place += len(mark) + 1
    return " " + " ".join(marks), starts


def _mark(unit: Unit) -> str:
    if _THOUSANDTHS.fullmatch(unit.key):
        return ".###"
    return _MARKS.get(unit.key, unit.key)


def figures_of(sentence: Sentence, text: str) -> list[Figure]:
    """Return the figures and dates of a sentence of a report's `text`, in order; no two overlap.

    What no pattern names is a `number`, a time without a span a `date`.
    """
    units = sentence.units
    shape, starts = shape_of(units)
    taken: set[int] = set()
    found: list[Figure] = []

    def add(kind: str, value: tuple[int, ...], first: int, last: int) -> None:
        if taken.isdisjoint(range(first, last)):
            taken.update(range(first, last))
            start, end = units[first].start, units[last - 1].end
            found.append(Figure(kind, value, start, end, text[start:end], first, last, units[first].quoted))

    for first, last, term in _terms(units):
        add("term", term, first, last)
    for kind, pattern in _COMPILED:
        place = 0
        while (match := pattern.search(shape, place)) is not None:
            places = [bisect_right(starts, match.start(n)) - 1 for n in range(1, pattern.groups + 1)]
            value = _value(kind, [units[one] for one in places])
            if value is not None and not (kind in _COUNTS and _NOT_COUNTED.match(shape[match.end(1) + 1 :])):
                add("record" if kind == "share" else kind, value, places[0], places[-1] + 1)
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


def _numbers(value: int | tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(one for one in (value if isinstance(value, tuple) else (value,)) if one is not None)


def _listed(found: Sequence[Figure], units: Sequence[Unit], at: int) -> str:
    """Return what a number counts that nothing names: wins or losses where it goes on with a list of them (he lost 99
    games in 2011, 96 in 2012)."""
    before = max(
        (one for one in found if one.last <= at and one.kind != "date"), key=lambda one: one.last, default=None
    )
    if before is None or before.kind not in ("wins", "losses"):
        return "number"
    between = {unit.key for unit in units[before.last : at]}
    joined = units[at - 1].key in (",", "and")
    return before.kind if joined and between <= _IN_LIST else "number"


def _value(kind: str, units: Sequence[Unit]) -> tuple[int, ...] | None:
    """Return the value of a figure of the kind, null if it cannot be one."""
    if kind == "percentage":
        return (int(units[0].key[1:]),)
    if kind == "share":
        won, games = (int(unit.value) for unit in units)
        return (won, games - won) if won < games >= _FEWEST else None
    if kind == "record":
        return _numbers(units[0].value) if len(units) == 1 else (int(units[0].value), int(units[1].value))
    number = int(units[0].value)
    if kind in ("age", "birthday") and not YOUNGEST <= number <= OLDEST:
        return None
    if kind in ("seasons", "season_number") and number > _MOST_SEASONS:
        return None
    return (number,)


def _terms(units: Sequence[Unit]) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Yield the terms of a sentence: from 1907 to 1920; 1933 to 1937; since 2015."""
    for at, unit in enumerate(units):
        if not isinstance(unit.value, Time):
            continue
        time = unit.value
        if time.shape in _SPANS and time.first is not None:
            yield at, at + 1, (time.first, time.last or 0)
        elif at + 2 < len(units) and units[at + 1].key in ("to", "through", "until", "-", "till"):
            last = units[at + 2].value
            if (
                isinstance(last, Time)
                and not time.day
                and len(time.seasons) == len(last.seasons) == 1
                and last.seasons > time.seasons
            ):
                yield at, at + 3, (time.seasons[0], last.seasons[0])


def _years(time: Time) -> tuple[int, ...]:
    if time.seasons:
        return time.seasons
    return tuple(year for year in (time.first, time.last) if year is not None)
