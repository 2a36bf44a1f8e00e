"""A file to fetch: its address and its required contents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

ARCHIVES = "archives"  # collection of archives of several seasons, for `skipper fetch` alone


@dataclass(frozen=True)
class Target:
    """One file to fetch.

    `collection` is the source whose folder in the cache has the file, or ARCHIVES. `must_match` is a pattern for a
    file name inside a zip, or for a column name in a table's header line. `optional` names the kind of file if the
    publisher has it for some seasons only: then it may be missing, unless all files of its kind are. If the server
    lacks the file, it is made of the files in `wholes`, archives of several seasons, whose names match `members`.
    """

    url: str
    collection: str
    name: str
    must_match: re.Pattern[str]
    optional: str | None = None
    wholes: tuple[Target, ...] = ()
    members: re.Pattern[str] | None = None


def column(name: str, renamed: Mapping[str, str] = MappingProxyType({})) -> re.Pattern[str]:
    """Return a pattern for the column, under its own name or that of other releases."""
    names = [name, renamed[name]] if name in renamed else [name]
    return re.compile(f"({'|'.join(map(re.escape, names))})$")
