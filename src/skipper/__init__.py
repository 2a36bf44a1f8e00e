"""Skipper: the manager's file, from the games themselves.

`skipper.open(lake)` answers in Python what the commands answer in a terminal.
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
    """The lake in that folder, ready to answer; without one, that of `$SKIPPER_LAKE`, else `./lake`.

    Raises NoLakeError where no build was ever completed.
    """
    from skipper.api import Lake

    return Lake(lake)


def __getattr__(name: str) -> Any:
    """NoLakeError, whose module needs DuckDB: a command that reads no lake should not wait for that."""
    if name == "NoLakeError":
        from skipper.lake.reader import NoLakeError

        return NoLakeError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
