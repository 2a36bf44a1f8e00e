"""Defects that make a game log record unusable, in words for the quarantine."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from datetime import datetime

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.sources.retrosheet.gamelog_fields import (
    FIELDS,
    NEVER_UNKNOWN,
    NUMBERS,
    POSITIONS,
    SCORES,
    UNKNOWN,
)

EIGHT_MEN_UNTIL = 1884  # latest season with eight-player lineups, which are kept as exceptions
_SIDES = ("visitor", "home")
_INT32 = 2**31


def defect(line: bytes) -> str | None:
    """Return the reason why the record is unusable, or null if it is usable."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1} is not UTF-8"
    if re.search(r"[\x00-\x08\x0b-\x1f]", text):
        return "a control character in the text"
    try:
        fields = next(csv.reader([text], strict=True), [])
    except csv.Error as error:
        return f"not a comma-separated record: {error}"
    if len(fields) != len(FIELDS):
        return f"{len(fields)} fields, but a game log record has {len(FIELDS)}"
    record = dict(zip(FIELDS, fields, strict=True))
    return _bad_number(record) or _bad_game(record) or _bad_lineups(record)


def season_of(line: bytes) -> int | None:
    """Return the season from the record's date; null if the date is unreadable or its year is not a season."""
    match = re.match(rb'"?(\d{4})(0[1-9]|1[0-2])\d\d', line)
    return int(match[1]) if match and FIRST_SEASON <= int(match[1]) <= LAST_SEASON else None


def eight_men(card: Sequence[str | None], season: int) -> bool:
    """Return whether the lineup has eight different players, as clubs used in the earliest seasons."""
    players = [player for player in card if player]
    return len(players) == 8 == len(set(players)) and season <= EIGHT_MEN_UNTIL


def _place(name: str) -> str:
    return f"field {FIELDS.index(name) + 1} ({name})"


def _bad_number(record: dict[str, str]) -> str | None:
    for name in FIELDS:
        value = record[name]
        if name in NUMBERS and value and not _is_count(name, value):
            return f"{_place(name)}: {value!r} is not a number"
    for name in SCORES:
        if not record[name]:
            return f"{_place(name)}: there is no score"
    for name in POSITIONS:
        if record[name] and not 1 <= int(record[name]) <= 10:
            return f"{_place(name)}: {record[name]} is not a position (1 to 10)"
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


def _bad_lineups(record: dict[str, str]) -> str | None:
    for side in _SIDES:
        card = [record[f"{side}_{slot}_id"] for slot in range(1, 10)]
        players = [player for player in card if player]
        if not players or len(set(players)) == 9 or eight_men(card, int(record["date"][:4])):
            continue
        if len(set(players)) < len(players):
            twice = next(player for player in players if players.count(player) > 1)
            return f"the {side} lineup has {twice} in two slots"
        return f"the {side} lineup has {len(players)} players"
    return None
