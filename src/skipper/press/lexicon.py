"""The words of baseball prose, read from `words.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

_FINITE = frozenset(["be", "have", "finite"])
OTHER_TRADE = "other_trade"  # the class of a manager who has no club (the city manager)
WORDS = Path(__file__).with_name("words.yaml")


@dataclass(frozen=True)
class Lexicon:
    """`classes` gives, for a phrase in lower case, the classes that it is in; `levels` the level code it states.

    The words of organized baseball, of the game, of other fields, sports and walks of life and of what else than a club
    has a manager (`trades`) tell together of what a piece is. `states` are the states as newspapers shorten them,
    `club_states` in lower case those after which clubs are called too. `parts_of_names` begin or end the names of
    several clubs; `epithets_of_clubs`, in lower case, are said of a club before its nickname. `givers` gives, for the
    words for who gives an award, the name that its list in the tables begins with; those of `other_givers` are in no
    table. `parted` gives, for a verb in one word, by the particle behind whom it is done to, the class of the two.
    """

    classes: Mapping[str, frozenset[str]]
    levels: Mapping[str, str]
    verbs: frozenset[str]
    parted: Mapping[str, Mapping[str, str]]
    organized: tuple[str, ...]
    baseball: tuple[str, ...]
    other_fields: tuple[str, ...]
    other_sports: tuple[str, ...]
    other_walks: tuple[str, ...]
    trades: frozenset[str]
    states: tuple[str, ...]
    club_states: frozenset[str]
    parts_of_names: frozenset[str]
    epithets_of_clubs: frozenset[str]
    givers: Mapping[str, str]
    other_givers: tuple[str, ...]


@cache
def lexicon() -> Lexicon:
    """The words as listed. A phrase can be in several classes: `selected` hires and drafts."""
    given = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    classes: dict[str, set[str]] = {}
    for name, phrases in given["classes"].items():
        for phrase in phrases:
            classes.setdefault(phrase, set()).add(name)
    for trade in given["trades"]:
        classes[f"{trade} manager"] = classes[f"{trade} managers"] = {OTHER_TRADE}
    for phrase, names in classes.items():
        if " " in phrase and "hedge" not in names and classes.get(phrase.split()[0], set()) & _FINITE:
            names.add("finite")  # `will not renew` is one unit, and a verb
    levels = {phrase: code for code, phrases in given["levels"].items() for phrase in phrases}
    return Lexicon(
        {phrase: frozenset(names) for phrase, names in classes.items()},
        levels,
        frozenset(given["verbs"]),
        _parted(given["parted"]),
        tuple(given["organized"]),
        tuple(given["baseball"]),
        tuple(given["other_fields"]),
        tuple(given["other_sports"]),
        tuple(given["other_walks"]),
        frozenset(given["trades"]),
        tuple(given["states"]),
        frozenset(state.lower() for state in given["club_states"]),
        frozenset(given["parts_of_names"]),
        frozenset(given["epithets_of_clubs"]),
        {words: name for name, each in given["givers"].items() for words in each},
        tuple(given["other_givers"]),
    )


def _parted(given: Mapping[str, list[str]]) -> Mapping[str, Mapping[str, str]]:
    """From `called … up` in a class to the class of `called` with `up`."""
    found: dict[str, dict[str, str]] = {}
    for name, phrases in given.items():
        for phrase in phrases:
            verb, _, particle = phrase.partition(" … ")
            found.setdefault(verb, {})[particle] = name
    return found
