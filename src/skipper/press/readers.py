"""The readers by name: the rules, and a language model."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from skipper.press.reader import Reader
from skipper.press.vocabulary import Vocabulary

READERS = ("rules", "model")
DEFAULT = "rules"


@lru_cache(maxsize=2)
def reader_of(name: str, vocabulary: Vocabulary) -> Reader:
    """Return the reader of that name, made once in a process. Raises ValueError for a name that none has.

    The model's is loaded where it is asked for: who reads by rules has no use for its client.
    """
    vocabulary.make_indexes()
    if name == "rules":
        from skipper.press.reading import RulesReader  # with spaCy

        return RulesReader(vocabulary)
    if name == "model":
        reader: Reader = import_module("skipper.press.model").model_reader(vocabulary)
        return reader
    raise ValueError(f"no reader is called {name}: {', '.join(READERS)}")
