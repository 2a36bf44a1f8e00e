"""Retrosheet's list of ejections: `ejections.csv`, by itself or in an archive; one line per ejection since 1889."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from skipper.lake.location import files_below
from skipper.sources.archive import UnreadableError, is_file, read_texts
from skipper.sources.parsed import Parsed, Rejected, SourceError
from skipper.sources.retrosheet.csvs.files import Content
from skipper.sources.retrosheet.csvs.reading import LINE, read_columns

SOURCE = "retrosheet_ejections"
EJECTION = pa.schema(
    [
        ("season", pa.int32()),
        ("date", pa.date32()),
        ("game_number", pa.string()),
        ("club", pa.string()),
        ("ejected_id", pa.string()),
        ("role", pa.string()),
        ("umpire_id", pa.string()),
        ("reason", pa.string()),
        ("source_file", pa.string()),
        ("source_line", pa.int64()),
    ]
)
RECORD_SETS = {"listed_ejection": EJECTION}

_MEMBER = re.compile(r"ejections\.csv$", re.IGNORECASE)
_FILE = re.compile(r"ejections\.csv(\.gz)?$|(ejections|reference)\.zip$", re.IGNORECASE)
_COLUMNS = ("gameid", "ejectee", "team", "job", "umpire", "reason")
_GAME_ID = re.compile(r"[A-Z][A-Z0-9]{2}(\d{4})(\d{2})(\d{2})(\d)")
# T is a trainer; N is none of these.
_ROLES = {"P": "player", "M": "manager", "C": "coach", "T": "other", "N": "other"}


def find_files(path: Path) -> list[Path]:
    """Return the list at a path: a folder, an archive or the file. Raises SourceError if there is none, or more than
    one."""
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    found = [path]
    if path.is_dir():
        found = [file for file in files_below(path) if _FILE.fullmatch(file.name) and is_file(file)]
    if len(found) != 1:
        raise SourceError(f"{path}: {len(found) or 'no'} files with Retrosheet's ejections.csv; one is expected")
    return found


def parse(path: Path) -> Parsed:
    """Read the list into record set `listed_ejection`; quarantine the lines that name no game or no person.

    Raises SourceError for an archive without `ejections.csv`.
    """
    parsed = Parsed(SOURCE)
    texts = list(read_texts(path, _MEMBER))
    if not texts:
        raise SourceError(f"{path}: no ejections.csv in the archive")
    for label, content in texts:
        if isinstance(content, UnreadableError):
            parsed.rejected.append(Rejected(label, None, None, None, str(content)))
            continue
        found = read_columns(Content(label, content), _COLUMNS, ("gameid", "ejectee", "team"))
        parsed.read[label, None] += found.read
        parsed.rejected += found.rejected
        rows = list(_rows(label, found.table.to_pylist(), parsed))
        parsed.kept[label, None] += len(rows)
        parsed.add("listed_ejection", pa.Table.from_pylist(rows, EJECTION))
    return parsed


def _rows(label: str, read: list[dict[str, Any]], parsed: Parsed) -> Iterator[dict[str, Any]]:
    for row in read:
        try:
            game = _game(row["gameid"])
            if not row["ejectee"] or not row["team"]:
                raise ValueError("no person or no club")
        except ValueError as error:
            text = ",".join(row[name] or "" for name in _COLUMNS)
            parsed.rejected.append(Rejected(label, row[LINE], None, text, str(error)))
        else:
            yield {
                **game,
                "club": row["team"],
                "ejected_id": row["ejectee"],
                "role": _ROLES.get(row["job"]),
                "umpire_id": row["umpire"],
                "reason": row["reason"],
                "source_file": label,
                "source_line": row[LINE],
            }


def _game(text: str | None) -> dict[str, Any]:
    """Return the day and number of a game in its id. Raises ValueError for another text.

    The column DATE differs from it for a suspended game: it has the day of the ejection.
    """
    found = _GAME_ID.fullmatch(text or "")
    if not found:
        raise ValueError(f"{text!r} is not a game id")
    year, month, day, number = found.groups()
    return {"season": int(year), "date": date(int(year), int(month), int(day)), "game_number": number}
