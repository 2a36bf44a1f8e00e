"""Retrosheet's lists over all seasons, each by itself or in an archive.

`ejections.csv` has one line per ejection since 1889, `teams.csv` one per code of a club, with the club's name and
years, and `coaches.csv` one per coach, club, season and role, with the days of the first and last game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from skipper.lake.location import files_below
from skipper.sources.archive import UnreadableError, read_texts
from skipper.sources.leagues.reading import OF_RETROSHEET
from skipper.sources.parsed import Parsed, Rejected, SourceError, UnusableFileError
from skipper.sources.retrosheet.csvs.files import Content
from skipper.sources.retrosheet.csvs.reading import LINE, read_columns

SOURCE = "retrosheet_reference"
EJECTION = pa.schema(
    [
        ("season", pa.int32()),
        ("date", pa.date32()),
        ("game_number", pa.string()),
        ("home", pa.string()),
        ("club", pa.string()),
        ("ejected_id", pa.string()),
        ("role", pa.string()),
        ("umpire_id", pa.string()),
        ("reason", pa.string()),
        ("source_file", pa.string()),
        ("source_line", pa.int64()),
    ]
)
TEAM = pa.schema(
    [
        ("club", pa.string()),
        ("leagues", pa.list_(pa.string())),
        ("city", pa.string()),
        ("nickname", pa.string()),
        ("first_season", pa.int32()),
        ("last_season", pa.int32()),
        ("source_line", pa.int64()),
    ]
)
COACH = pa.schema(
    [
        ("season", pa.int32()),
        ("club", pa.string()),
        ("coach_id", pa.string()),
        ("role", pa.string()),
        ("first_day", pa.date32()),
        ("last_day", pa.date32()),
        ("source_line", pa.int64()),
    ]
)
RECORD_SETS = {"listed_ejection": EJECTION, "listed_team": TEAM, "listed_coach": COACH}

_MEMBER = re.compile(r"(ejections|teams|coaches)\.csv$", re.IGNORECASE)
_FILE = re.compile(r"(ejections|teams|coaches)\.csv(\.gz)?$|(ejections|teams|coaches|reference)\.zip$", re.IGNORECASE)
_NONE = "no list of Retrosheet's (ejections.csv, teams.csv, coaches.csv)"
_EJECTION_COLUMNS = ("gameid", "ejectee", "team", "job", "umpire", "reason")
_TEAM_COLUMNS = ("team", "first", "last", "league", "city", "nickname")
_COACH_COLUMNS = ("id", "year", "team", "role", "start", "end")
_GAME_ID = re.compile(r"([A-Z][A-Z0-9]{2})(\d{4})(\d{2})(\d{2})(\d)")
# T is a trainer; N is none of these.
_ROLES = {"P": "player", "M": "manager", "C": "coach", "T": "other", "N": "other"}
# B and U are told apart by coaches whose post is known: Boston's bench coach of 2015, and its bullpen coach.
_COACHES = {
    **{"B": "bench", "C": "coach", "H": "hitting", "P": "pitching", "U": "bullpen"},
    **{"1": "first base", "3": "third base"},
}
RowOf = Callable[[dict[str, Any]], dict[str, Any]]


def find_files(path: Path) -> list[Path]:
    """Return the files at a path (a folder, an archive or a list) that may hold lists. Raises SourceError if there are
    none."""
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    if not path.is_dir():
        return [path]
    found = [file for file in files_below(path) if _FILE.fullmatch(file.name) and not file.is_dir()]
    if not found:
        raise SourceError(f"{path}: {_NONE}")
    return found


def parse(path: Path) -> Parsed:
    """Read the lists of one file into record sets; quarantine the lines that cannot be used.

    Raises UnusableFileError for an archive without a list.
    """
    parsed = Parsed(SOURCE)
    texts = list(read_texts(path, _MEMBER))
    if not texts:
        raise UnusableFileError(path, _NONE)
    for label, content in texts:
        if isinstance(content, UnreadableError):
            parsed.rejected.append(Rejected(label, None, None, None, str(content)))
            continue
        for name, (record_set, columns, row_of) in _LISTS.items():
            if re.search(rf"{name}\.csv(\.gz)?$", label, re.IGNORECASE):
                _read(Content(label, content), record_set, columns, row_of, parsed)
    return parsed


def _read(text: Content, name: str, columns: tuple[str, ...], row_of: RowOf, parsed: Parsed) -> None:
    """Add a list's lines to record set `name`, or to the quarantine. The first three columns are required."""
    found = read_columns(text, columns, columns[:3])
    parsed.read[text.label, None] += found.read
    parsed.rejected += found.rejected
    rows = []
    for line in found.table.to_pylist():
        try:
            rows.append({"source_file": text.label, "source_line": line[LINE], **row_of(line)})
        except ValueError as error:
            stated = ",".join(line[column] or "" for column in columns)
            parsed.rejected.append(Rejected(text.label, line[LINE], None, stated, str(error)))
    parsed.kept[text.label, None] += len(rows)
    parsed.add(name, pa.Table.from_pylist(rows, RECORD_SETS[name]))


def _ejection(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line of the ejections. Raises ValueError for one that names no game, no person or no club."""
    game = _game(line["gameid"])
    if not line["ejectee"] or not line["team"]:
        raise ValueError("no person or no club")
    return {
        **game,
        "club": line["team"],
        "ejected_id": line["ejectee"],
        "role": _ROLES.get(line["job"]),
        "umpire_id": line["umpire"],
        "reason": line["reason"],
    }


def _team(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line of the clubs. Raises ValueError for one without a code, a name or years."""
    seasons = [line["first"], line["last"]]
    if not line["team"] or not (line["city"] or line["nickname"]):
        raise ValueError("no code or no name")
    if not all(re.fullmatch("[0-9]{4}", season or "") for season in seasons):
        raise ValueError(f"{seasons} are not a first and a last season")
    first, last = map(int, seasons)
    return {
        "club": line["team"],
        "leagues": [OF_RETROSHEET.get(code, code) for code in re.findall(r"[^;\s]+", line["league"] or "")],
        "city": line["city"],
        "nickname": line["nickname"],
        "first_season": first,
        "last_season": last,
    }


def _coach(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line of the coaches. Raises ValueError for one without a person, a club, a season or days."""
    if not line["id"] or not line["team"]:
        raise ValueError("no person or no club")
    if not re.fullmatch("[0-9]{4}", line["year"] or ""):
        raise ValueError(f"{line['year']!r} is not a season")
    first, last = (_day(line[column]) for column in ("start", "end"))
    if last < first:
        raise ValueError(f"the last day, {line['end']}, is before the first, {line['start']}")
    return {
        "season": int(line["year"]),
        "club": line["team"],
        "coach_id": line["id"],
        "role": _COACHES.get(line["role"]),
        "first_day": first,
        "last_day": last,
    }


def _day(text: str | None) -> date:
    """Return a day written as month/day/year. Raises ValueError for another text."""
    if not re.fullmatch(r"[0-9]{2}/[0-9]{2}/[0-9]{4}", text or ""):
        raise ValueError(f"{text!r} is not a day (MM/DD/YYYY)")
    month, day, year = map(int, str(text).split("/"))
    return date(year, month, day)


def _game(text: str | None) -> dict[str, Any]:
    """Return the home club, day and number of a game in its id. Raises ValueError for another text.

    The column DATE differs from it for a suspended game: it has the day of the ejection.
    """
    found = _GAME_ID.fullmatch(text or "")
    if not found:
        raise ValueError(f"{text!r} is not a game id")
    home, year, month, day, number = found.groups()
    return {"season": int(year), "date": date(int(year), int(month), int(day)), "game_number": number, "home": home}


_LISTS: dict[str, tuple[str, tuple[str, ...], RowOf]] = {
    "ejections": ("listed_ejection", _EJECTION_COLUMNS, _ejection),
    "teams": ("listed_team", _TEAM_COLUMNS, _team),
    "coaches": ("listed_coach", _COACH_COLUMNS, _coach),
}
