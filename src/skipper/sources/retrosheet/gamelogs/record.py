"""Defects of a game log record, in words for the quarantine: of the game, or of single facts."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from datetime import datetime

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.sources.retrosheet.gamelogs.fields import (
    FIELDS,
    NEVER_UNKNOWN,
    NUMBERS,
    POSITIONS,
    SCORES,
    UNKNOWN,
)

_OF_GAME = frozenset(["date", "game_number", "visitor_club", "home_club", "forfeit", *SCORES])
_NOT_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\ud800-\udfff]")
_INT32 = 2**31


@dataclass(frozen=True)
class Record:
    """A game log record: the line without the facts that cannot be read, and the reasons for those.

    `defect` is the reason why the game itself cannot be used, else null.
    """

    line: bytes
    unread: tuple[str, ...] = ()
    defect: str | None = None


def read_record(line: bytes) -> Record:
    """Read one record. A defect in the game's date, number, clubs, score or forfeit, or in the record's form, makes the
    game unusable; any other defective field is blank in the line returned."""
    text = line.decode("utf-8", "surrogateescape")
    try:
        fields = next(csv.reader([text], strict=True), [])
    except csv.Error as error:
        return Record(line, defect=f"not a comma-separated record: {error}")
    if len(fields) != len(FIELDS):
        return Record(line, defect=f"{len(fields)} fields, but a game log record has {len(FIELDS)}")
    record = dict(zip(FIELDS, fields, strict=True))
    reasons = {name: reason for name, value in record.items() if (reason := _unreadable(name, value))}
    of_game = [reason for name, reason in reasons.items() if name in _OF_GAME]
    if of_game or (bad := _bad_game(record)):
        return Record(line, defect=of_game[0] if of_game else bad)
    if not reasons:
        return Record(line)
    left = io.StringIO()
    csv.writer(left, lineterminator="").writerow("" if name in reasons else record[name] for name in FIELDS)
    return Record(left.getvalue().encode(), tuple(reasons.values()))


def season_of(line: bytes) -> int | None:
    """Return the season from the record's date; null if the date is unreadable or its year is not a season."""
    match = re.match(rb'"?(\d{4})(0[1-9]|1[0-2])\d\d', line)
    return int(match[1]) if match and FIRST_SEASON <= int(match[1]) <= LAST_SEASON else None


def _place(name: str) -> str:
    return f"field {FIELDS.index(name) + 1} ({name})"


def _unreadable(name: str, value: str) -> str | None:
    """Return why a field has no value that can be used; null if it has one or is blank."""
    if _NOT_TEXT.search(value):
        return f"{_place(name)}: {value!a} has a control character or is not UTF-8"
    if name in SCORES and not value:
        return f"{_place(name)}: there is no score"
    if name in NUMBERS and value and not _is_count(name, value):
        return f"{_place(name)}: {value!r} is not a number"
    if name in POSITIONS and value and not 1 <= int(value) <= 10:
        return f"{_place(name)}: {value} is not a position (1 to 10)"
    return None


def _is_count(name: str, value: str) -> bool:
    if value == str(UNKNOWN):
        return name not in NEVER_UNKNOWN
    return re.fullmatch(r"[0-9]+", value) is not None and int(value) < _INT32


def _bad_game(record: dict[str, str]) -> str | None:
    date = record["date"]
    if not re.fullmatch(r"[0-9]{8}", date) or not _is_date(date):
        return f"{_place('date')}: {date!r} is not a date"
    if not FIRST_SEASON <= int(date[:4]) <= LAST_SEASON:
        return f"{_place('date')}: {date[:4]} is not a season"
    if record["game_number"] not in {"0", "1", "2", "3", "A", "B"}:
        return f"{_place('game_number')}: {record['game_number']!r} is not 0 to 3, A or B"
    for name in ("visitor_club", "home_club"):
        if not re.fullmatch(r"[0-9A-Za-z_]{3}", record[name]):
            return f"{_place(name)}: {record[name]!r} is not a club code"
    if record["visitor_club"] == record["home_club"]:
        return f"{_place('home_club')}: {record['home_club']} plays itself"
    if record["forfeit"] not in {"", "V", "H", "T"}:
        return f"{_place('forfeit')}: {record['forfeit']!r} is not V, H or T"
    return None


def _is_date(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y%m%d")
    except ValueError:
        return False
    return True
