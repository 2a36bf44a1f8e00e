"""Kinds of reasons for which records are quarantined."""

from __future__ import annotations

import re

_VALUE = re.compile(r"(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)|\"(?:[^\"\\]|\\.)*\"|\b[\w.-]*\d[\w.-]*\b|\b[A-Z]{2}[A-Z0-9-]+\b")
_LIST = re.compile("…(?:, …)+")


def kind_of(reason: str) -> str:
    """Return a reason without what belongs to one record: quoted values, numbers, ids and codes, and lists of them."""
    return _LIST.sub("…", _VALUE.sub("…", reason))
