"""The words of baseball prose, read from `words.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from skipper.press.data_file import read_yaml

WORDS = files("skipper.press").joinpath("words.yaml")


@dataclass(frozen=True)
class Lexicon:
    """`levels` gives, for a phrase in lower case, the level code that it states.

    The words of organized baseball, of the game, of other fields, sports and walks of life and of what else than a club
    has a manager (`trades`) tell together of what a piece is. `states` are the states as newspapers shorten them.
    `parts_of_names` begin or end the names of several clubs; `epithets_of_clubs`, in lower case, are said of a club
    before its nickname. `givers` gives, for the words for who gives an award, the name that its list in the tables
    begins with; those of `other_givers` are in no table.
    """

    levels: Mapping[str, str]
    organized: tuple[str, ...]
    baseball: tuple[str, ...]
    other_fields: tuple[str, ...]
    other_sports: tuple[str, ...]
    other_walks: tuple[str, ...]
    trades: frozenset[str]
    states: tuple[str, ...]
    parts_of_names: frozenset[str]
    epithets_of_clubs: frozenset[str]
    givers: Mapping[str, str]
    other_givers: tuple[str, ...]


@cache
def lexicon() -> Lexicon:
    """Return the words as listed."""
    given = read_yaml(WORDS)
    levels = {phrase: code for code, phrases in given["levels"].items() for phrase in phrases}
    return Lexicon(
        levels,
        tuple(given["organized"]),
        tuple(given["baseball"]),
        tuple(given["other_fields"]),
        tuple(given["other_sports"]),
        tuple(given["other_walks"]),
        frozenset(given["trades"]),
        tuple(given["states"]),
        frozenset(given["parts_of_names"]),
        frozenset(given["epithets_of_clubs"]),
        {words: name for name, each in given["givers"].items() for words in each},
        tuple(given["other_givers"]),
    )
