"""Leagues and their levels by season: Skipper supplies the major ones, a file of the user's the others."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from skipper.sources.parsed import SourceError
from skipper.sources.table_file import read_table_file

SOURCE = "leagues"
LEVELS = ("MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk", "Ind", "Mex", "Win", "For", "Col")
MAJOR_LEAGUES = Path(__file__).with_name("leagues.csv")

LEAGUE = pa.schema(
    [
        ("league", pa.string()),
        ("name", pa.string()),
        ("first_season", pa.int32()),
        ("last_season", pa.int32()),
        ("level", pa.string()),
        ("source", pa.string()),
    ]
)


def read_leagues(path: Path | None, of_sources: pa.Table | None = None) -> pa.Table:
    """Return the major leagues, which come with Skipper, the leagues of the user's file, if given, and of sources.

    A league in the user's file is as described there alone.

    `last_season` is null where the league still plays. Raises SourceError for an unusable file, a level outside LEVELS,
    and a league listed twice for the same season.
    """
    leagues = pa.concat_tables(_read(file) for file in (MAJOR_LEAGUES, path) if file is not None)
    if of_sources is not None:
        described = pc.is_in(of_sources["league"], value_set=leagues["league"].combine_chunks())
        leagues = pa.concat_tables([leagues, of_sources.filter(pc.invert(described))])
    seen: dict[str, list[tuple[int, int]]] = {}
    for row in leagues.to_pylist():
        first, last = row["first_season"], row["last_season"] or 9999
        if row["level"] not in LEVELS:
            raise SourceError(f"{path}: league {row['league']}: level {row['level']} is not one of {', '.join(LEVELS)}")
        if any(first <= other_last and last >= other_first for other_first, other_last in seen.get(row["league"], [])):
            raise SourceError(f"{path}: league {row['league']}: already listed for a season from {first} on")
        seen.setdefault(row["league"], []).append((first, last))
    return leagues


def _read(path: Path) -> pa.Table:
    if not path.is_file():
        raise SourceError(f"{path}: no such file")
    parsed = read_table_file(path, SOURCE, SOURCE, {name: name for name in LEAGUE.names}, LEAGUE)
    if parsed.rejected:
        raise SourceError(f"{path}: line {parsed.rejected[0].line}: {parsed.rejected[0].reason}")
    return pa.concat_tables(parsed.records[SOURCE])
