"""Leagues and their levels by season: major and minor leagues, and the names under which Lahman has independent clubs,
from Skipper; other leagues from the user's file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from skipper.definitions.seasons import LAST_SEASON
from skipper.sources.parsed import Parsed, Rejected, SourceError
from skipper.sources.record_lines import fields_of, lines, value_of
from skipper.sources.table_file import columns_in, content_of, header_of, read_table_file

SOURCE = "leagues"
LEVELS = ("MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk", "Ind", "Mex", "Win", "For", "Col")
MAJOR_LEAGUES = Path(__file__).with_name("leagues.csv")
MINOR_LEAGUES = Path(__file__).with_name("minor_leagues.csv")
INDEPENDENT_CLUBS = Path(__file__).with_name("independent_clubs.csv")  # no leagues, and without a level

# Retrosheet's codes for leagues, in TEAM files, its list of teams and its CSV files, that are not Lahman's.
OF_RETROSHEET = {"A": "AL", "N": "NL", "F": "FL", "T": "NA", "NN1": "NNL", "EW": "EWL"}

Row = dict[str, Any]
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
_COLUMNS = {name: name for name in LEAGUE.names}


def read_leagues(own: pa.Table | None = None, with_lahman: bool = True) -> pa.Table:
    """Return Skipper's leagues and the user's, which replace those with the same code that are not major leagues.

    `with_lahman` adds the names that Lahman's readme gives to its codes for independent clubs. `last_season` is null if
    the league still plays.
    """
    major = _shipped(MAJOR_LEAGUES)
    shipped = (MINOR_LEAGUES, INDEPENDENT_CLUBS) if with_lahman else (MINOR_LEAGUES,)
    others = pa.concat_tables(_shipped(path) for path in shipped)
    if own is None:
        return pa.concat_tables([major, others])
    replaced = pc.is_in(others["league"], value_set=own["league"].combine_chunks())
    return pa.concat_tables([major, others.filter(pc.invert(replaced)), own])


def read_own(path: Path) -> Parsed:
    """Read the user's file of leagues into record set `league_file`.

    Quarantines a row that lacks a value, has an unusable one, or repeats another row; and rows that contradict each
    other, or a major league of Skipper's, about the same code in the same season. Raises UnusableFileError for a file
    that is unreadable or lacks a column, and SourceError if there is no file.
    """
    if not path.is_file():
        raise SourceError(f"{path}: no such file")
    content = content_of(path)
    header = header_of(content, path)
    columns, _lacking = columns_in(header, _COLUMNS, path)
    parsed = Parsed(SOURCE)
    texts = dict(list(lines(content.decode("utf-8", "backslashreplace")))[1:])  # without the header
    rows: dict[int, Row] = {}
    reasons: dict[int, str] = {}
    for line, text in texts.items():
        try:
            rows[line] = _row(header, columns, fields_of(text))
        except ValueError as error:
            reasons[line] = str(error)
    majors = _shipped(MAJOR_LEAGUES).to_pylist()
    for line, row in rows.items():
        if reason := _contradiction(line, row, rows, majors):
            reasons[line] = reason
    parsed.rejected = [Rejected(path.name, line, None, texts[line], reason) for line, reason in sorted(reasons.items())]
    kept = [row for line, row in rows.items() if line not in reasons]
    parsed.read[path.name, None], parsed.kept[path.name, None] = len(texts), len(kept)
    parsed.add("league_file", pa.Table.from_pylist(kept, LEAGUE))
    return parsed


def _row(header: list[str], columns: dict[str, str], values: list[str]) -> Row:
    """Return a line of the user's file. Raises ValueError for one that is no league at a level."""
    if len(values) != len(header):
        raise ValueError(f"{len(values)} fields, but the header has {len(header)}")
    texts = {ours: values[header.index(theirs)].strip() or None for ours, theirs in columns.items()}
    absent = [name for name, text in texts.items() if text is None and name != "last_season"]
    if absent:
        raise ValueError(f"{' and '.join(absent)} blank")
    row = {name: text and value_of(text, LEAGUE.field(name).type) for name, text in texts.items()}
    if row["level"] not in LEVELS:
        raise ValueError(f"level {row['level']} is not one of {', '.join(LEVELS)}")
    if row["last_season"] is not None and row["last_season"] < row["first_season"]:
        raise ValueError(f"the last season, {row['last_season']}, is before the first, {row['first_season']}")
    return row


def _contradiction(line: int, row: Row, rows: dict[int, Row], majors: list[Row]) -> str | None:
    """Return what a row of the user's file repeats or contradicts: a major league, or another row of it, by line."""
    if any(_overlap(row, major) for major in majors):
        return f"league {row['league']}: Skipper's list has a major league with this code in these seasons"
    others = {at: other for at, other in rows.items() if at != line and _overlap(row, other)}
    contradicted = [str(at) for at, other in others.items() if other != row]
    if contradicted:
        return f"league {row['league']}: contradicts line {' and '.join(contradicted)} about the same season"
    return f"duplicate of the row on line {min(others)}" if others and min(others) < line else None


def _overlap(row: Row, other: Row) -> bool:
    """Return whether two rows are of one code and have a season in common."""
    (first, last), (other_first, other_last) = (
        (one["first_season"], one["last_season"] or LAST_SEASON) for one in (row, other)
    )
    return bool(row["league"] == other["league"] and first <= other_last and other_first <= last)


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


def _shipped(path: Path) -> pa.Table:
    return pa.concat_tables(read_table_file(path, SOURCE, SOURCE, _COLUMNS, LEAGUE).records[SOURCE])
