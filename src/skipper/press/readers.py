"""The readers by name: frames over a parse, and a language model."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from skipper.press.reader import Reader
from skipper.press.vocabulary import Vocabulary

if TYPE_CHECKING:
    from skipper.press.model import ModelSettings

By: TypeAlias = "str | ModelSettings"  # a reader's name, or the settings of one run of the model's

READERS = ("frames", "model")
DEFAULT = "frames"


@lru_cache(maxsize=2)
def reader_of(name: By, vocabulary: Vocabulary) -> Reader:
    """Return the reader of that name, made once in a process. Raises ValueError for a name that none has.

    Each is loaded where it is asked for: who reads by frames has no use for the model's client. Raises PipelineError
    where no English pipeline of spaCy can be loaded.
    """
    vocabulary.make_indexes()
    if name == "frames":
        from skipper.press.frames.reader import FrameReader  # with spaCy and a pipeline

        return FrameReader(vocabulary)
    if name == "model" or not isinstance(name, str):
        from skipper.press.model import model_settings

        settings = model_settings() if isinstance(name, str) else name
        from skipper.press.model.reader import ModelReader  # with the client, whose absence the settings say

        return ModelReader(vocabulary, settings)
    raise ValueError(f"no reader is called {name}: {', '.join(READERS)}")
