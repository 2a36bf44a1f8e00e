"""List the texts of Retrosheet's CSV distribution: `1936csvs.zip`, `1936gameinfo.csv`, `gameinfo.csv` of all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import files_below, source, text_of
from skipper.sources.archive import UnreadableError, is_file, list_texts, read_texts
from skipper.sources.parsed import Rejected, SourceError

GAMES, CLUBS, PLAYERS, PLAYS = "gameinfo", "teamstats", "allplayers", "plays"
KINDS = (GAMES, CLUBS, PLAYERS, PLAYS)  # `batting`, `pitching` and `fielding` repeat what the others have
_TEXT = re.compile(rf"(?P<season>\d{{4}})?_?(?P<kind>{'|'.join(KINDS)})\.csv(\.gz)?$", re.IGNORECASE)
_ARCHIVE = re.compile(r"(\d{4})?_?csvs?\.zip$|.*(gameinfo|teamstats|allplayers|plays).*\.zip$", re.IGNORECASE)


@dataclass(frozen=True)
class CsvText:
    """One text: the file or archive that has it, its label in reports, its name, its kind (one of KINDS), its size.

    `season` is the season in the name; null for a text of all seasons.
    """

    path: str
    label: str
    name: str
    kind: str
    size: int
    season: int | None

    def contents(self) -> Iterator[tuple[str, bytes | UnreadableError]]:
        """Yield the label and the content, or the reason why it cannot be read."""
        own = re.compile(rf"{re.escape(self.name)}$", re.IGNORECASE)
        yield from read_texts(source(self.path), own, self.label)


def list_csvs(path: Path, seasons: Collection[int] | None = None) -> tuple[list[CsvText], list[Rejected]]:
    """Return the texts at a path (a folder, an archive or one text) by name, and the archives that cannot be read.

    `seasons` leaves out the texts of other seasons. Raises SourceError if there is no text.
    """
    found: list[CsvText] = []
    unreadable: list[Rejected] = []
    for file, label in _files(path):
        try:
            for name, size in list_texts(file, _TEXT):
                matched = _TEXT.match(name)
                if matched is not None:
                    season = int(matched["season"]) if matched["season"] else None
                    found.append(CsvText(text_of(file), label, name, matched["kind"].lower(), size, season))
        except UnreadableError as error:
            unreadable.append(Rejected(label, None, None, None, str(error)))
    if not found and not unreadable:
        raise SourceError(f"{path}: no file of Retrosheet's CSV distribution (such as 1936csvs.zip or gameinfo.csv)")
    wanted = [text for text in found if text.season is None or _is_wanted(text.season, seasons)]
    return sorted(wanted, key=lambda text: (text.name.lower(), text.label)), unreadable


def find_files(path: Path) -> list[Path]:
    """Return the files at a path that may hold texts. Raises SourceError if there are none."""
    found = [file for file, _label in _files(path)]
    if not found:
        raise SourceError(f"{path}: no file of Retrosheet's CSV distribution (such as 1936csvs.zip or gameinfo.csv)")
    return found


def _files(path: Path) -> Iterable[tuple[Path, str]]:
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    if not path.is_dir():
        return [(path, path.name)]
    of_folder = [(file, str(file.relative_to(path))) for file in files_below(path)]
    return [
        (file, label)
        for file, label in of_folder
        if (_TEXT.fullmatch(file.name) or _ARCHIVE.fullmatch(file.name)) and is_file(file)
    ]


def _is_wanted(season: int, seasons: Collection[int] | None) -> bool:
    return FIRST_SEASON <= season <= LAST_SEASON and (seasons is None or season in seasons)
