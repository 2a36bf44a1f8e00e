"""The word lists of the frames, `words.yaml`, and of `reading/words.yaml`, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from skipper.press.data_file import read_yaml
from skipper.press.reading.lists import lists
from skipper.press.reading.tagger import Tagger
from skipper.press.vocabulary import Vocabulary

DATA = files("skipper.press.frames")
_PHRASES = (
    "role",
    "office",
    "award",
    "title",
    "slot",
    "lefties",
    "righties",
    "position",
)  # one node where several words


@cache
def words_of(name: str) -> frozenset[str]:
    """Return the words of a list of `words.yaml` of the frames: dictionary forms, in lower case."""
    given: Mapping[str, Any] = read_yaml(DATA.joinpath("words.yaml"))
    return frozenset(str(word) for word in given[name])


@cache
def codes_of(name: str) -> Mapping[str, str]:
    """Return what each word of a list means: by the frames' own lists, else by those of `reading`."""
    given: Mapping[str, Any] = read_yaml(DATA.joinpath("words.yaml"))
    if name not in given:
        return {word: lists().code(name, word) for word in lists().words[name]}
    listed = given[name] if isinstance(given[name], dict) else {word: [word] for word in given[name]}
    return {str(word): code for code, words in listed.items() for word in words}


@cache
def phrases() -> frozenset[str]:
    """Return the phrases of several words that are one node of a tree."""
    return frozenset(phrase for name in _PHRASES for phrase in lists().words[name] if " " in phrase)


@lru_cache(maxsize=2)
def tagger_of(vocabulary: Vocabulary) -> Tagger:
    """Return the tagger of a vocabulary's names and of these phrases, made once: making it takes about a second."""
    return Tagger(vocabulary, phrases())
