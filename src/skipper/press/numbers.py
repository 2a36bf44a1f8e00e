"""Numbers as text writes them: digits, words, ordinals, records, years."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import re2

_UNITS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBER_WORDS = {word: number for number, word in enumerate(_UNITS, 1)} | TENS
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
)
ORDINAL_WORDS = {word: number for number, word in enumerate(_ORDINALS, 1)} | {
    f"{word.removesuffix('y')}ieth": number for word, number in TENS.items()
}
MONTHS = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
FIRST_SEASON, LAST_SEASON = 1871, 2049
_COUNT_WORDS = {"once": 1, "twice": 2, "thrice": 3, "dozen": 12, "a": 1, "an": 1, "single": 1, "half-dozen": 6}
# Classes of characters, which need no backtracking: Python's own are faster on the few words of a claim.
_DIGITS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+")
_WORD = re.compile(r"[a-z]+")
_YEARS = re2.compile(r"\b(\d{4})(?:\s?(?:[-/]|to|through|until)\s?'?(\d{4}|\d{2})\b)?|'(\d{2})\b")
_CENTURIES = (1800, 1900, 2000)


@lru_cache(maxsize=1 << 14)
def number(word: str) -> int | None:
    """Return the number that one word says: 1,551; twelve; twenty-four; 3rd; third. Null if it says none."""
    low = word.lower().replace(",", "")
    bare = low if low.isdigit() else low[:-2] if low[-2:] in ("st", "nd", "rd", "th") else ""
    if bare.isascii() and bare.isdigit():
        return int(bare)
    tens, _, unit = low.partition("-")
    if unit:
        ones = NUMBER_WORDS.get(unit) or ORDINAL_WORDS.get(unit)
        return TENS[tens] + ones if tens in TENS and ones is not None and ones < 10 else None
    return NUMBER_WORDS.get(low) or ORDINAL_WORDS.get(low)


def figures(words: str) -> set[int]:
    """Return every number that the words say, in digits or in words, cardinal or ordinal; of 85-77 both."""
    low = words.lower()
    found = {int(digits.replace(",", "")) for digits in _DIGITS.findall(low)}
    listed = _WORD.findall(low)
    for word, following in zip(listed, [*listed[1:], ""], strict=False):
        both = number(f"{word}-{following}") if word in TENS else None
        found.update(value for value in (_COUNT_WORDS.get(word), number(word), both) if value is not None)
    return found


def years(words: str) -> Iterator[int]:
    """Yield the years that words name: 1951; 1951-53 and from 1951 to 1953 with 1952 between; '51 of any century."""
    for found in _YEARS.finditer(words):
        first, last, short = found.groups()
        if short:
            yield from (century + int(short) for century in _CENTURIES)
            continue
        until = last_year(int(first), last) if last else int(first)
        yield from range(int(first), min(max(until, int(first)), int(first) + 60) + 1)


def last_year(first: int, last: str) -> int:
    """Return the year with which a span ends that began with `first`: 1951-53, 1998-02, 1998-2002."""
    if len(last) == 4:
        return int(last)
    year = first // 100 * 100 + int(last)
    return year if year >= first else year + 100
