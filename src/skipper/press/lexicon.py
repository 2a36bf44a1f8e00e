"""The words of baseball prose, read from `words.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

WORDS = Path(__file__).with_name("words.yaml")


@dataclass(frozen=True)
class Lexicon:
    """`classes` gives, for a phrase in lower case, the classes that it is in; `levels` the level code it states."""

    classes: Mapping[str, frozenset[str]]
    levels: Mapping[str, str]
    verbs: frozenset[str]
    baseball: tuple[str, ...]
    other_fields: tuple[str, ...]


@cache
def lexicon() -> Lexicon:
    """The words as listed. A phrase can be in several classes: `selected` hires and drafts."""
    given = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    classes: dict[str, set[str]] = {}
    for name, phrases in given["classes"].items():
        for phrase in phrases:
            classes.setdefault(phrase, set()).add(name)
    levels = {phrase: code for code, phrases in given["levels"].items() for phrase in phrases}
    return Lexicon(
        {phrase: frozenset(names) for phrase, names in classes.items()},
        levels,
        frozenset(given["verbs"]),
        tuple(given["baseball"]),
        tuple(given["other_fields"]),
    )
