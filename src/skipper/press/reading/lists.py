"""Lists of phrases by name, read from `words.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from skipper.press.data_file import read_yaml

WORDS = files("skipper.press.reading").joinpath("words.yaml")  # of the package, which may be in a zip


@dataclass(frozen=True)
class Lists:
    """`words` gives the phrases of each list, in lower case; `codes` what a phrase of a list means, where it says.

    `phrases` are all of more than one word, each of which is one unit of a sentence; `every` are all.
    """

    words: Mapping[str, frozenset[str]]
    codes: Mapping[str, Mapping[str, str]]
    phrases: frozenset[str]
    every: frozenset[str]

    def code(self, name: str, phrase: str) -> str:
        """Return what a phrase of a list means: its code, or itself where the list has none."""
        return self.codes.get(name, {}).get(phrase, phrase)


@cache
def lists() -> Lists:
    """Return all lists. A list is of phrases, or gives the phrases of each code."""
    given = read_yaml(WORDS)
    words: dict[str, frozenset[str]] = {}
    codes: dict[str, dict[str, str]] = {}
    for name, listed in given.items():
        if isinstance(listed, dict):
            codes[name] = {_plain(phrase): code for code, phrases in listed.items() for phrase in phrases}
        words[name] = frozenset(codes[name] if name in codes else (_plain(phrase) for phrase in listed))
    every = frozenset(phrase for listed in words.values() for phrase in listed)
    return Lists(words, codes, frozenset(phrase for phrase in every if " " in phrase), every)


def _plain(phrase: str) -> str:
    return str(phrase).replace("-", " ")
