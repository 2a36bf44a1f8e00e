"""Retrosheet's transaction database: `tran.txt`, by itself or in `tranDB.zip`.

One comma-separated record per transaction and player, without a header, in the columns of FIELDS. The layout is that of
the database's `readme.txt`.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import files_below
from skipper.sources.archive import UnreadableError, read_texts
from skipper.sources.parsed import Parsed, Rejected, SourceError, UnusableFileError
from skipper.sources.record_lines import fields_of, lines

SOURCE = "retrosheet_transactions"
FIELDS = (
    "date",
    "time",
    "approximate",
    "secondary_date",
    "secondary_approximate",
    "transaction_id",
    "player",
    "type_code",
    "from_club",
    "from_league",
    "to_club",
    "to_league",
    "draft_type",
    "draft_round",
    "draft_pick",
    "info",
)
TRANSACTION = pa.schema(
    [
        ("line", pa.int32()),
        ("season", pa.int32()),
        ("date", pa.date32()),
        ("date_precision", pa.string()),
        ("earliest_date", pa.date32()),
        ("latest_date", pa.date32()),
        ("time_of_day", pa.int32()),
        ("secondary_date", pa.date32()),
        ("secondary_date_precision", pa.string()),
        ("transaction_id", pa.string()),
        ("player_id", pa.string()),
        ("player_name", pa.string()),
        ("type_code", pa.string()),
        ("from_club", pa.string()),
        ("from_name", pa.string()),
        ("from_league", pa.string()),
        ("to_club", pa.string()),
        ("to_name", pa.string()),
        ("to_league", pa.string()),
        ("draft_type", pa.string()),
        ("draft_round", pa.int32()),
        ("draft_pick", pa.int32()),
        ("info", pa.string()),
    ]
)
RECORD_SETS = {"retrosheet_transaction": TRANSACTION}

_MEMBER = re.compile(r"tran\.txt$", re.IGNORECASE)
_FILE = re.compile(r"tran(db)?\.(txt|zip)$", re.IGNORECASE)
_PLAYER_ID = re.compile(r"[a-z][a-z'.-]{3}[a-z-]\d{3}")
_CLUB = re.compile(r"[A-Z][A-Z0-9]{2}")
_REQUIRED = {"time": "[0-9]?", "transaction_id": "[0-9]+", "type_code": "[A-Z][a-z]{0,2}"}


class Day(NamedTuple):
    """A date as the source states it.

    `precision` is day, approximate (the stated day is a guess), month (the day is unknown) or preseason (only the year
    is known: some day before the season's first game, perhaps of the year before). `day` is the stated day, null for a
    month or preseason. `earliest` and `latest` bound a month; they equal a known day, and are null otherwise.
    """

    day: date | None
    precision: str | None
    earliest: date | None
    latest: date | None


def find_files(path: Path) -> list[Path]:
    """Return the transaction database at a path: a folder, an archive or a text. Raises SourceError if there is none,
    or more than one."""
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    found = [path]
    if path.is_dir():
        found = [file for file in files_below(path) if _FILE.fullmatch(file.name) and not file.is_dir()]
    if len(found) != 1:
        there = "no transaction database" if not found else f"{len(found)} transaction databases"
        raise SourceError(f"{path}: {there} (one tranDB.zip or tran.txt is expected)")
    return found


def parse(path: Path) -> Parsed:
    """Read the database into record set `retrosheet_transaction`; quarantine the lines that cannot be used.

    Raises UnusableFileError for an archive without `tran.txt`.
    """
    parsed = Parsed(SOURCE)
    texts = list(read_texts(path, _MEMBER))
    if not texts:
        raise UnusableFileError(path, "no tran.txt in the archive")
    for label, content in texts:
        if isinstance(content, UnreadableError):
            parsed.rejected.append(Rejected(label, None, None, None, str(content)))
            continue
        rows = list(_rows(label, content.decode("latin-1"), parsed))
        parsed.add("retrosheet_transaction", pa.Table.from_pylist(rows, TRANSACTION))
    return parsed


def _rows(label: str, text: str, parsed: Parsed) -> Iterator[dict[str, Any]]:
    """Yield a row per usable line; add the others to the quarantine."""
    for number, line in lines(text):
        season = _season_of(line)
        parsed.read[label, season] += 1
        try:
            row, unread = _row(number, fields_of(line))
        except ValueError as error:
            parsed.rejected.append(Rejected(label, number, season, line, str(error)))
        else:
            parsed.kept[label, season] += 1
            if unread:
                reason = f"used without {' and '.join(unread)}, which is not a number"
                parsed.rejected.append(Rejected(label, number, season, line, reason, is_used=True))
            yield row


def _season_of(line: str) -> int | None:
    """Return the year of a line's date, for the quarantine and the counts; null if it has none."""
    found = re.match(r'"?(\d{4})\d{4}\b', line)
    season = int(found[1]) if found else 0
    return season if FIRST_SEASON <= season <= LAST_SEASON else None


def _row(line: int, values: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Return a line's fields as a row, and the fields of the draft that are not numbers and therefore null.

    Raises ValueError for a line that is not a transaction.
    """
    if len(values) != len(FIELDS):
        raise ValueError(f"{len(values)} fields; a transaction has {len(FIELDS)}")
    field = dict(zip(FIELDS, map(str.strip, values), strict=True))
    primary = _day(field["date"], field["approximate"])
    if primary.precision is None:
        raise ValueError("no date")
    for name, pattern in _REQUIRED.items():
        if not re.fullmatch(pattern, field[name], re.ASCII):
            raise ValueError(f"{name.replace('_', ' ')} {field[name]!r} is not of the form {pattern}")
    secondary = _day(field["secondary_date"], field["secondary_approximate"])
    is_id = _PLAYER_ID.fullmatch(field["player"]) is not None
    numbers = {name: field[name] for name in ("draft_round", "draft_pick") if field[name]}
    unread = [name for name, text in numbers.items() if not re.fullmatch(r"\d{1,4}", text, re.ASCII)]
    row = {
        "line": line,
        "season": int(field["date"][:4]),
        "date": primary.day,
        "date_precision": primary.precision,
        "earliest_date": primary.earliest,
        "latest_date": primary.latest,
        "time_of_day": int(field["time"]) if field["time"] else None,
        "secondary_date": secondary.day,
        "secondary_date_precision": secondary.precision,
        "transaction_id": field["transaction_id"],
        "player_id": field["player"] if is_id else None,
        "player_name": None if is_id else field["player"] or None,
        "type_code": field["type_code"],
        **_side("from", field["from_club"], field["from_league"]),
        **_side("to", field["to_club"], field["to_league"]),
        "draft_type": field["draft_type"] or None,
        **{name: int(text) for name, text in numbers.items() if name not in unread},
        "info": field["info"] or None,
    }
    return row, unread


def _day(text: str, mark: str) -> Day:
    """Return a date. Raises ValueError for a date that does not exist and for another mark than `@`."""
    if mark not in ("", "@"):
        raise ValueError(f"{mark!r} is not a mark for an approximate date")
    if not text:
        return Day(None, None, None, None)
    if not re.fullmatch(r"\d{8}", text) or not FIRST_SEASON <= int(text[:4]) <= LAST_SEASON:
        raise ValueError(f"{text!r} is not a date")
    year, month, day = int(text[:4]), int(text[4:6]), int(text[6:])
    if (month, day) == (0, 0):
        return Day(None, "preseason", None, None)
    try:
        first = date(year, month, day or 1)
    except ValueError:
        raise ValueError(f"{text!r} is not a date") from None
    if day == 0:
        return Day(None, "month", first, first.replace(day=monthrange(year, month)[1]))
    return Day(first, "approximate", None, None) if mark else Day(first, "day", first, first)


def _side(side: str, club: str, league: str) -> dict[str, str | None]:
    """Return a club: by its code in a major league, by its name in another, whose league is in parentheses."""
    is_major = _CLUB.fullmatch(club) is not None and not league.startswith("(")
    return {
        f"{side}_club": club if is_major else None,
        f"{side}_name": None if is_major else club or None,
        f"{side}_league": league.strip("()") or None,
    }
