"""The manager file: hand-compiled managers, with dates and a source page, for clubs whose game data do not name a
manager.

Skipper ships one file; the user's file adds rows. Columns: season, club and league (as named on the page), manager, id
(MLBAM, Baseball-Reference or the Register; blank if unknown), role, from, to, source (the page), and optionally
confidence, official_wins and official_losses.

`from` and `to` are a day, a month or a year. A month or a year makes the manager certain on fewer days: a manager from
2007-08 is certain to be in charge from 31 August on, and a manager to 2007-08 until 1 August. Games on uncertain days
are not assigned to anybody. A `suspended` row removes the manager's games on the days that it certainly covers; an
`ejected` row is stored but does not remove any games.
"""

from __future__ import annotations

import unicodedata
from calendar import monthrange
from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from skipper.definitions import notices
from skipper.definitions.seasons import LAST_SEASON
from skipper.sources.parsed import Parsed, Rejected, UnusableFileError
from skipper.sources.record_lines import fields_of, lines, value_of
from skipper.sources.table_file import content_of, header_of

SOURCE = "managers"
NOTICE = notices.MANAGERS
SHIPPED = Path(__file__).with_name("managers.csv")
ROLES = ("manager", "interim", "suspended", "ejected")

_REQUIRED = ("season", "club", "league", "manager", "id", "role", "from", "to", "source")
_OPTIONAL = ("confidence", "official_wins", "official_losses")
MANAGER = pa.schema(
    [
        ("season", pa.int32()),
        ("club", pa.string()),
        ("league", pa.string()),
        ("manager", pa.string()),
        ("id", pa.string()),
        ("role", pa.string()),
        ("from", pa.string()),
        ("to", pa.string()),
        ("first_day", pa.date32()),
        ("last_day", pa.date32()),
        ("source", pa.string()),
        ("confidence", pa.string()),
        ("official_wins", pa.int32()),
        ("official_losses", pa.int32()),
        ("given_by", pa.string()),
    ]
)
RECORD_SETS = {"manager_file": MANAGER}
Row = dict[str, Any]
_KEY = ("season", "code", "club", "manager", "role", "from", "to")


def read_managers(path: Path | None, leagues: pa.Table) -> list[Parsed]:
    """Read the shipped file and the user's file, if given, into record set `manager_file`.

    The user's rows for a club's season replace the shipped ones, whether they give the league's name or its code in
    `leagues` (as `skipper.sources.leagues.reading.LEAGUE`), and the club's full name or only its place, in any letter
    case. Quarantines a row that lacks a name or a page, has an unusable figure, date or role, or repeats a row of its
    file; and a user's row whose league is not in `leagues` that season. Raises UnusableFileError for a file that
    cannot be read or lacks a column.
    """
    known = leagues.to_pylist()
    shipped, rows = _read(SHIPPED, "skipper", known)
    given = [_read(path, "user", known)] if path is not None else []
    users: dict[tuple[int, str], list[str]] = defaultdict(list)
    for row in (row for _, own in given for row in own):
        users[row["season"], row["code"]].append(row["club"])
    kept_rows = [
        row for row in rows if not any(_same_club(row["club"], club) for club in users[row["season"], row["code"]])
    ]
    for parsed, kept in ((shipped, kept_rows), *given):
        parsed.add("manager_file", pa.Table.from_pylist(kept, MANAGER))
    return [shipped, *(parsed for parsed, _ in given)]


def _same_club(one: str, other: str) -> bool:
    """Return whether two names that a season's league has for its clubs are of the same club: whether one begins with
    the other in whole words."""
    pairs = list(zip(_words(one), _words(other), strict=False))
    return bool(pairs) and all(mine == yours for mine, yours in pairs)


def _words(club: str) -> list[str]:
    """Return the words of a club's name, without case, accents and punctuation."""
    words = unicodedata.normalize("NFD", club).casefold().split()
    return [word for word in ("".join(filter(str.isalnum, word)) for word in words) if word]


def _read(path: Path, given_by: str, leagues: list[Row]) -> tuple[Parsed, list[Row]]:
    """Return a file's account and rows, each with its league's code (`code`; null for a shipped row whose league a
    user's league file replaced)."""
    content = content_of(path)
    header = header_of(content, path)
    lacking = [name for name in _REQUIRED if name not in header]
    if lacking:
        raise UnusableFileError(path, f"no column called {' or '.join(lacking)}", 1)
    parsed = Parsed(SOURCE)
    rows: dict[tuple[object, ...], tuple[int, Row]] = {}
    records = lines(content.decode("utf-8", "backslashreplace"))
    next(records)  # the header
    for number, line in records:
        parsed.read[path.name, None] += 1
        try:
            row = _row(header, fields_of(line)) | {"given_by": given_by}
            row["code"] = _code(row["league"], row["season"], leagues)
            if row["code"] is None and given_by == "user":
                raise ValueError(f"league {row['league']} is not in the list of leagues for {row['season']}")
            own = tuple(row[name] for name in _KEY)
            if own in rows:
                raise ValueError(f"duplicate of the row on line {rows[own][0]}")
            rows[own] = number, row
        except ValueError as error:
            parsed.rejected.append(Rejected(path.name, number, None, line, str(error)))
    parsed.kept[path.name, None] = len(rows)
    return parsed, [row for _, row in rows.values()]


def _code(league: str, season: int, leagues: list[Row]) -> str | None:
    """Return the code of the league that has this name or code in the season, or null."""
    codes = (
        row["league"]
        for row in leagues
        if league in (row["name"], row["league"])
        and row["first_season"] <= season <= (row["last_season"] or LAST_SEASON)
    )
    return next(codes, None)


def _row(header: list[str], values: list[str]) -> Row:
    if len(values) != len(header):
        raise ValueError("not as many fields as the header has")
    fields = dict(zip(header, values, strict=True))
    row: Row = {name: (fields.get(name) or "").strip() or None for name in (*_REQUIRED, *_OPTIONAL)}
    absent = [name for name in ("season", "club", "league", "manager", "source") if row[name] is None]
    if absent:
        raise ValueError(f"{' and '.join(absent)} blank")
    if row["role"] not in ROLES:
        raise ValueError(f"role {row['role']} is not one of {', '.join(ROLES)}")
    for name in ("season", "official_wins", "official_losses"):
        row[name] = value_of(str(row[name]), pa.int32()) if row[name] is not None else None
    days = [_days(str(row[name])) if row[name] is not None else None for name in ("from", "to")]
    return row | {"first_day": days[0] and days[0][1], "last_day": days[1] and days[1][0]}


def _days(text: str) -> tuple[date, date]:
    """Return the first and last day of a day, month or year in ISO form. Raises ValueError for other text."""
    if len(text) == 10:
        return date.fromisoformat(text), date.fromisoformat(text)
    year, _, month = text.partition("-")
    first, last = (int(month), int(month)) if month else (1, 12)
    return date(int(year), first, 1), date(int(year), last, monthrange(int(year), last)[1])
