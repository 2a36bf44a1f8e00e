"""Skipper: baseball managers' records, from game data.

`skipper.open(lake)` offers the commands' answers in Python.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from skipper.answers.errors import (
    AmbiguousNameError,
    AnswerError,
    NothingKnownError,
    UnknownClubError,
    UnknownColumnError,
    UnknownNameError,
    UnknownOptionError,
    UnknownSeasonError,
    UnknownTableError,
)
from skipper.version import __version__

if TYPE_CHECKING:
    from skipper.api import Lake
    from skipper.lake.reader import NoLakeError


__all__ = [
    "AmbiguousNameError",
    "AnswerError",
    "NoLakeError",
    "NothingKnownError",
    "UnknownClubError",
    "UnknownColumnError",
    "UnknownNameError",
    "UnknownOptionError",
    "UnknownSeasonError",
    "UnknownTableError",
    "__version__",
    "open",
]


def open(lake: str | os.PathLike[str] | None = None) -> Lake:
    """Open the lake in the given folder; by default, the lake named by `$SKIPPER_LAKE` or, if that is not set,
    `./lake`.

    Raises NoLakeError if the lake has no complete build.
    """
    from skipper.api import Lake

    return Lake(lake)


def __getattr__(name: str) -> Any:
    """Import NoLakeError lazily, because its module needs DuckDB, which commands without a lake should not load."""
    if name == "NoLakeError":
        from skipper.lake.reader import NoLakeError

        return NoLakeError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
