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

from calendar import monthrange
from datetime import date
from pathlib import Path

import pyarrow as pa

from skipper.sources.parsed import Parsed, Rejected, SourceError
from skipper.sources.record_lines import fields_of, lines, value_of
from skipper.sources.table_file import content_of, header_of

SOURCE = "managers"
NOTICE = "Minor-league managers: a hand-compiled file that cites a page for each row (table listed_manager)."
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


def read_managers(path: Path | None) -> list[Parsed]:
    """Read the shipped file and the user's file, if given, into record set `manager_file`.

    The user's rows for a club's season replace the shipped ones. Quarantines a row that lacks a name or a page or has
    an unusable figure, date or role. Raises SourceError for a file that cannot be read or lacks a column.
    """
    files = [(SHIPPED, "skipper"), *([(path, "user")] if path is not None else [])]
    found = [(_read(file, given_by), file.name) for file, given_by in files]
    replaced = {_club_season(row) for _, rows in (one for one, _ in found[1:]) for row in rows}
    for at, ((parsed, rows), name) in enumerate(found):
        kept = [row for row in rows if at > 0 or _club_season(row) not in replaced]
        parsed.kept[name, None] = len(rows)
        parsed.add("manager_file", pa.Table.from_pylist(kept, MANAGER))
    return [parsed for (parsed, _), _ in found]


def _club_season(row: dict[str, object]) -> tuple[object, ...]:
    return row["season"], row["league"], row["club"]


def _read(path: Path, given_by: str) -> tuple[Parsed, list[dict[str, object]]]:
    content = content_of(path)
    header = header_of(content, path)
    lacking = [name for name in _REQUIRED if name not in header]
    if lacking:
        raise SourceError(f"{path}: line 1: no column called {' or '.join(lacking)}")
    parsed = Parsed(SOURCE)
    rows: list[dict[str, object]] = []
    records = lines(content.decode("utf-8", "backslashreplace"))
    next(records)  # the header
    for number, line in records:
        parsed.read[path.name, None] += 1
        try:
            rows.append(_row(header, fields_of(line)) | {"given_by": given_by})
        except ValueError as error:
            parsed.rejected.append(Rejected(path.name, number, None, line, str(error)))
    return parsed, rows


def _row(header: list[str], values: list[str]) -> dict[str, object]:
    if len(values) != len(header):
        raise ValueError("not as many fields as the header has")
    fields = dict(zip(header, values, strict=True))
    row: dict[str, object] = {name: (fields.get(name) or "").strip() or None for name in (*_REQUIRED, *_OPTIONAL)}
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
