"""Leagues and their levels by season: major and minor leagues from Skipper, other leagues from the user's file."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from skipper.sources.parsed import SourceError
from skipper.sources.table_file import read_table_file

SOURCE = "leagues"
LEVELS = ("MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk", "Ind", "Mex", "Win", "For", "Col")
MAJOR_LEAGUES = Path(__file__).with_name("leagues.csv")
MINOR_LEAGUES = Path(__file__).with_name("minor_leagues.csv")

# Retrosheet's codes for leagues, in TEAM files, its list of teams and its CSV files, that are not Lahman's.
OF_RETROSHEET = {"A": "AL", "N": "NL", "F": "FL", "T": "NA", "NN1": "NNL", "EW": "EWL"}

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


def read_leagues(path: Path | None) -> pa.Table:
    """Return Skipper's leagues and those in the user's file, if given, which replace minor leagues with the same code.

    `last_season` is null if the league still plays. Raises SourceError for an unusable file, a level outside LEVELS, or
    a league listed twice for the same season.
    """
    minor = _read(MINOR_LEAGUES)
    given = [_read(path)] if path is not None else []
    for own in given:
        minor = minor.filter(pc.invert(pc.is_in(minor["league"], value_set=own["league"].combine_chunks())))
    leagues = pa.concat_tables([_read(MAJOR_LEAGUES), minor, *given])
    seen: dict[str, list[tuple[int, int]]] = {}
    for row in leagues.to_pylist():
        first, last = row["first_season"], row["last_season"] or 9999
        if row["level"] not in LEVELS:
            raise SourceError(f"{path}: league {row['league']}: level {row['level']} is not one of {', '.join(LEVELS)}")
        if any(first <= other_last and last >= other_first for other_first, other_last in seen.get(row["league"], [])):
            raise SourceError(f"{path}: league {row['league']}: already listed for a season from {first} on")
        seen.setdefault(row["league"], []).append((first, last))
    return leagues


def unlisted(teams: pa.Table, listed: pa.Table) -> pa.Table:
    """Return the leagues in the Stats API whose names are missing from `listed` that season, one row per season.

    Their code is the API's id, and their level comes from the season's snapshot."""
    spans = {(row["name"], row["first_season"], row["last_season"] or 9999) for row in listed.to_pylist()}
    rows = {
        (team["league_id"], team["season"]): {
            "league": team["league_id"],
            "name": team["league"],
            "first_season": team["season"],
            "last_season": team["season"],
            "level": team["level"],
            "source": "MLB Stats API",
        }
        for team in teams.to_pylist()
        if team["league_id"]
        and team["league"]
        and team["level"]
        and not any(name == team["league"] and first <= team["season"] <= last for name, first, last in spans)
    }
    return pa.Table.from_pylist(list(rows.values()), LEAGUE)


def _read(path: Path) -> pa.Table:
    if not path.is_file():
        raise SourceError(f"{path}: no such file")
    parsed = read_table_file(path, SOURCE, SOURCE, {name: name for name in LEAGUE.names}, LEAGUE)
    if parsed.rejected:
        raise SourceError(f"{path}: line {parsed.rejected[0].line}: {parsed.rejected[0].reason}")
    return pa.concat_tables(parsed.records[SOURCE])
