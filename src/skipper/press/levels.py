"""Levels of play as claims state them, in the form in which they are compared."""

from __future__ import annotations

from functools import lru_cache

from skipper.answers.people import plain

_MAJOR_WORDS = frozenset({"mlb", "major league", "major leagues", "majors", "big league", "big leagues", "bigs"})
_LEVEL_WORDS = {
    "triple a": "aaa",
    "class aaa": "aaa",
    "double a": "aa",
    "class aa": "aa",
    "single a": "a",
    "class a": "a",
    "high a": "a",
    "low a": "a",
    "short season": "a",
    "short season a": "a",
    "minors": "minor league",
    "minor leagues": "minor league",
    "independent": "ind",
    "independent league": "ind",
}


@lru_cache(maxsize=1 << 10)
def level_of_words(level: str) -> str:
    """Return the level that words name: `MLB`, `aaa`, `aa`, `a` (all of Class A), `minor league` and so on."""
    words = plain(level)
    return "MLB" if words in _MAJOR_WORDS else _LEVEL_WORDS.get(words, words)
