"""Numbers, records, seasons and dates: found in a passage by patterns that run in linear time (RE2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import re2

from skipper.press.extract.units import FIRST_SEASON, LAST_SEASON, Act

Found = tuple[int, int, str, Any]

_WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
]
_WORDS += ["eighteen", "nineteen", "twenty"]
NUMBER_WORDS = {word: number for number, word in enumerate(_WORDS, 1)}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
NUMBER_WORDS |= _TENS
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
ORDINAL_WORDS = {word: number for number, word in enumerate(_ORDINALS, 1)}
MONTHS = {
    name: n
    for n, name in enumerate(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1)
}
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
_RELATIVE = (
    r"(?i)\b(?:(?:at )?the end of )?(last|this past|this|next|the next|the very next|the following|the past|previous|"
    r"current|later that|that same|that|the same) "
    r"(season|year|winter|summer|spring|fall|autumn|offseason|off-season|week|month)\b"
)
_YEARS = r"(?:years?|seasons?|summers?|autumns?|falls?|winters?|springs?|campaigns?)"
_HOW_MANY = (
    r"(a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|"
    r"eighty|ninety|twenty-five|\d{1,3})"
)
_SO_LONG_AFTER = rf"(?i)\b{_HOW_MANY} {_YEARS} (?:later|earlier|after that|before that)\b"
_SO_LONG_AGO = rf"(?i)\b{_HOW_MANY} {_YEARS} ago\b"
_SEASONS_END = (
    r"(?i)\b(?:after the season|on the (?:season|year)'s (?:final|last) day|on the (?:final|last) day of the season|"
    r"(?:at|after) (?:the )?(?:season|year)'s end|at the end of the (?:season|year))\b"
)
_COUNT = r"(\d{1,3}(?:,\d{3})?)"
_WON_LOST = (
    rf"(?i){_COUNT} (?:career )?(?:wins|victories)(?:,| and| against| to go with|, and) {_COUNT} (?:losses|defeats)"
)
_WON_AND_LOST = rf"(?i)\bw[io]n(?:ning)? {_COUNT}(?: games)?(?:,| and|, and) (?:lost|losing) {_COUNT}\b"
_OF_A_MONTH = rf"(?i)\b(?:last|this past|this|next|the following|the next|that|in|since|early|late|a|all) ({_MONTH})\b"
_YEAR = r"(?:18[7-9]\d|19\d\d|20[0-3]\d)"
_PATTERNS = (
    ("record", re2.compile(r"(\d{1,3}(?:,\d{3})?)-(\d{1,3}(?:,\d{3})?)(?:-(\d{1,3}))?")),
    ("won_lost", re2.compile(_WON_LOST)),
    ("won_lost", re2.compile(_WON_AND_LOST)),
    ("day", re2.compile(rf"(?i)\b({_MONTH}) (\d{{1,2}})(?:,? ({_YEAR}))?\b")),
    ("month", re2.compile(rf"(?i)\b({_MONTH})(?: of|,)? ({_YEAR})\b")),
    ("relative", re2.compile(_OF_A_MONTH)),
    ("relative", re2.compile(_RELATIVE)),
    ("relative", re2.compile(_SO_LONG_AFTER)),
    ("relative", re2.compile(_SO_LONG_AGO)),
    ("relative", re2.compile(_SEASONS_END)),
    ("years", re2.compile(rf"\b({_YEAR})[-/](\d\d|{_YEAR})\b")),
    ("year", re2.compile(rf"\b({_YEAR})\b")),
    ("short_year", re2.compile(r"(?:^|[\s(])'(\d\d)\b")),
    ("ordinal", re2.compile(r"(?i)\b(\d{1,3})(?:st|nd|rd|th)\b")),
    ("compound", re2.compile(rf"(?i)\b({'|'.join(_TENS)})-({'|'.join(_WORDS[:9])})\b")),
    ("number", re2.compile(r"\b(\d{1,3}(?:,\d{3})+|\d{1,4})\b")),
)


def _any_of(patterns: Iterable[str]) -> re2.Set:
    """Finds in one scan which of the patterns are in a text."""
    several = re2.Set.SearchSet()
    for pattern in patterns:
        several.Add(pattern)
    several.Compile()
    return several


_WHICH = _any_of(pattern.pattern for _kind, pattern in _PATTERNS)


def numbers(text: str) -> Iterator[Found]:
    """All that the patterns find, overlapping ones too: (start, end, kind, value)."""
    for kind, pattern in (_PATTERNS[place] for place in sorted(_WHICH.Match(text) or ())):
        for match in pattern.finditer(text):
            found = _READ[kind](match, text)
            if found is not None:
                start = match.start() + (1 if kind == "short_year" and text[match.start()] != "'" else 0)
                yield start, match.end(), *found


def _record(match: Any, text: str) -> tuple[str, Any] | None:
    wins, losses = _int(match.group(1)), _int(match.group(2))
    before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
    if before in ("-", "$", ".", "/") or after in ("-", "%", "/") or (before.isalnum() or after.isalnum()):
        return None
    return "record", (wins, losses, _int(match.group(3)) if match.group(3) else None)


def _won_lost(match: Any, text: str) -> tuple[str, Any]:
    return "record", (_int(match.group(1)), _int(match.group(2)), None)


def _day(match: Any, text: str) -> tuple[str, Any] | None:
    month, day = MONTHS[match.group(1)[:3].lower()], int(match.group(2))
    if not 1 <= day <= 31:
        return None
    if match.group(3) is None:
        return "date", Act(match.group(0))
    return "date", Act(f"{match.group(3)}-{month:02}-{day:02}", int(match.group(3)))


def _month(match: Any, text: str) -> tuple[str, Any]:
    return "date", Act(f"{match.group(2)}-{MONTHS[match.group(1)[:3].lower()]:02}", int(match.group(2)))


def _relative(match: Any, text: str) -> tuple[str, Any] | None:
    words, day = match.group(0).lower(), text[match.end() : match.end() + 3].lstrip(".")
    if words.split()[-1][:3] in MONTHS and day[:1] == " " and day[1:2].isdigit():
        return None  # since Sept. 24: the day is the date
    if words.endswith(" that") and text[: match.start()].lower().endswith("for "):
        return None  # for two years before that: how long
    return "date", Act("at the end of the season" if words.startswith("on the") else words)


def _years(match: Any, text: str) -> tuple[str, Any] | None:
    first, last = int(match.group(1)), int(match.group(2))
    last = last if last > 99 else first // 100 * 100 + last + (100 if last < first % 100 else 0)
    return ("years", (first, last)) if first < last <= first + 60 else None


def _year(match: Any, text: str) -> tuple[str, Any] | None:
    year = int(match.group(1))
    before = text[max(0, match.start() - 1) : match.start()]
    return ("year", year) if FIRST_SEASON <= year <= LAST_SEASON and before not in ("$", ",", ".") else None


def _short_year(match: Any, text: str) -> tuple[str, Any]:
    """'86 is 1986; what is not yet past 2035 in two digits is of this century only below 36."""
    year = int(match.group(1))
    return "year", year + (2000 if year < 36 else 1900)


def _ordinal(match: Any, text: str) -> tuple[str, Any]:
    return "ordinal", int(match.group(1))


def _number(match: Any, text: str) -> tuple[str, Any] | None:
    before = text[max(0, match.start() - 1) : match.start()]
    return None if before in ("$", ".", ",") else ("number", _int(match.group(1)))


def _compound(match: Any, text: str) -> tuple[str, Any]:
    """Twenty-four; of `twenty-four-year` too."""
    return "number", _TENS[match.group(1).lower()] + NUMBER_WORDS[match.group(2).lower()]


def _int(digits: str) -> int:
    return int(digits.replace(",", ""))


_READ = {
    "record": _record,
    "won_lost": _won_lost,
    "day": _day,
    "month": _month,
    "relative": _relative,
    "years": _years,
    "year": _year,
    "short_year": _short_year,
    "ordinal": _ordinal,
    "compound": _compound,
    "number": _number,
}
