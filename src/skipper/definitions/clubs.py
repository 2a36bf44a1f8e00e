"""How clubs' names are compared across sources."""

from __future__ import annotations


def letters(column: str) -> str:
    """Return SQL for DuckDB: a name's letters and digits, without case, accents, spaces and punctuation."""
    return rf"regexp_replace(lower(strip_accents({column})), '[^a-z0-9]', '', 'g')"
