"""Match a source's clubs with those of another source that names them differently."""

from __future__ import annotations


def letters(column: str) -> str:
    """Return SQL for DuckDB: a name's letters and digits, ignoring case, accents, spaces and punctuation."""
    return rf"regexp_replace(lower(strip_accents({column})), '[^a-z0-9]', '', 'g')"


def of_place(name: str, place: str) -> str:
    """Return SQL for DuckDB: the length of the place name if the club's name begins with it (Salem, Salem Red Sox),
    otherwise null."""
    return f"CASE WHEN starts_with({letters(name)}, {letters(place)}) THEN length({letters(place)}) END"


def linked(alike: str) -> str:
    """Return a SELECT for DuckDB that returns the rows of `alike` in which each club is the other's only best match.

    `alike` is a SELECT with season, code (in one source), club (in the other) and evidence, greater for a better match
    and null if there is no evidence.
    """
    return f"""
SELECT season, code, club FROM (
    SELECT * FROM (
        SELECT season, code, club, max(evidence) AS evidence FROM ({alike}) WHERE evidence IS NOT NULL
        GROUP BY season, code, club
    )
    QUALIFY evidence = max(evidence) OVER (PARTITION BY season, code)
        AND evidence = max(evidence) OVER (PARTITION BY season, club)
)
QUALIFY count(*) OVER (PARTITION BY season, code) = 1 AND count(*) OVER (PARTITION BY season, club) = 1
"""
