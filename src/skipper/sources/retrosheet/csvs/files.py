"""List the texts of Retrosheet's CSV distribution: `1936csvs.zip`, `1936gameinfo.csv`, `gameinfo.csv` of all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import files_below, location, read, source, text_of
from skipper.sources.archive import UnreadableError, list_texts, read_texts
from skipper.sources.parsed import Rejected, SourceError

GAMES, CLUBS, PLAYERS, PLAYS = "gameinfo", "teamstats", "allplayers", "plays"
BATTING, PITCHING, FIELDING = "batting", "pitching", "fielding"
KINDS = (GAMES, CLUBS, PLAYERS, PLAYS, BATTING, PITCHING, FIELDING)
_TEXT = re.compile(rf"(?P<prefix>[\w-]*?)_?(?P<kind>{'|'.join(KINDS)})\.csv(\.gz)?$", re.IGNORECASE)
_ARCHIVE = re.compile(r"(?P<season>\d{4})csvs\.zip$", re.IGNORECASE)
_ANY = re.compile(r".*\.csv(\.gz)?$", re.IGNORECASE)
_NOTHING = "no file of Retrosheet's CSV distribution (such as 1936csvs.zip or gameinfo.csv)"
_OTHER = f"the name is of no kind of CSV file that Skipper reads: {', '.join(KINDS)}"


@dataclass(frozen=True)
class Content:
    """The bytes of a text, header first; `numbers` has each line's number in the file if lines were left out."""

    label: str
    content: bytes
    numbers: pa.Array | None = None


@dataclass(frozen=True)
class CsvText:
    """One text: the file or archive that has it, its label in reports, its name, its kind (one of KINDS), its size.

    `season` is the season in the name; null for a text of several seasons. `parts` has the staged files with the lines
    of one season, if the text was split, and `header` its first line.
    """

    path: str
    label: str
    name: str
    kind: str
    size: int
    season: int | None
    parts: tuple[str, ...] = ()
    header: bytes = b""

    @property
    def work(self) -> int:
        """Return the approximate work of reading the text, in bytes."""
        return self.size

    @property
    def own_name(self) -> re.Pattern[str]:
        """Return a pattern for the text's name in its archive."""
        return re.compile(rf"{re.escape(self.name)}$", re.IGNORECASE)

    def contents(self) -> Iterator[Content | Rejected]:
        """Yield the content, or the reason why it cannot be read; an archive may repeat a name."""
        if self.parts:
            yield self._staged()
            return
        for label, content in read_texts(source(self.path), self.own_name, self.label):
            if isinstance(content, UnreadableError):
                yield Rejected(label, None, self.season, None, str(content))
            else:
                yield Content(label, content)

    def _staged(self) -> Content:
        lines = pa.concat_tables(pq.read_table(pa.BufferReader(read(location(part)))) for part in self.parts)
        content = b"\n".join([self.header, *lines["text"].to_pylist(), b""])
        numbers = pa.concat_arrays([pa.array([1], pa.int64()), *lines["number"].chunks])
        return Content(self.label, content, numbers)


def list_csvs(path: Path, seasons: Collection[int] | None = None) -> tuple[list[CsvText], list[Rejected]]:
    """Return the texts at a path (a folder, an archive or one text) by name, and the files that are not read: damaged
    archives, and `.csv` files that are of none of the KINDS.

    `seasons` leaves out the texts of other seasons. Raises SourceError if there is no text.
    """
    found: list[CsvText] = []
    unreadable: list[Rejected] = []
    other: list[Rejected] = []
    for file, label in _files(path):
        try:
            for name, size in list_texts(file, _ANY):
                matched = _TEXT.match(name)
                if matched is None:
                    of_archive = label if name == file.name else f"{label}/{name}"
                    other.append(Rejected(of_archive, None, None, None, _OTHER))
                    continue
                prefix, kind = matched["prefix"], matched["kind"].lower()
                season = int(prefix) if re.fullmatch(r"\d{4}", prefix) else None
                found.append(CsvText(text_of(file), label, name, kind, size, season))
        except UnreadableError as error:
            unreadable.append(Rejected(label, None, _season_of_archive(file), None, str(error)))
    if not found and not unreadable:
        raise SourceError(f"{path}: {_NOTHING}")
    wanted = []
    for text in found:
        if text.season is not None and not FIRST_SEASON <= text.season <= LAST_SEASON:
            unreadable.append(Rejected(text.label, None, None, text.name, f"{text.season} is no season"))
        elif text.season is None or seasons is None or text.season in seasons:
            wanted.append(text)
    return sorted(wanted, key=lambda text: (text.name.lower(), text.label)), unreadable + other


def _season_of_archive(file: Path) -> int | None:
    """Return the season of an archive named by year; null for any other file, and for a year that is no season."""
    named = _ARCHIVE.fullmatch(file.name)
    season = int(named["season"]) if named else None
    return season if season is not None and FIRST_SEASON <= season <= LAST_SEASON else None


def find_files(path: Path) -> list[Path]:
    """Return the files at a path that may hold texts. Raises SourceError if there are none."""
    found = [file for file, _label in _files(path) if _may_hold_texts(file)]
    if not found:
        raise SourceError(f"{path}: {_NOTHING}")
    return found


def _files(path: Path) -> Iterable[tuple[Path, str]]:
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    if not path.is_dir():
        return [(path, path.name)]
    of_folder = [(file, text_of(file.relative_to(path).as_posix())) for file in files_below(path)]
    return [
        (file, label)
        for file, label in of_folder
        if (_may_hold_texts(file) or _ANY.fullmatch(file.name)) and not file.is_dir()
    ]


def _may_hold_texts(file: Path) -> bool:
    return _TEXT.fullmatch(file.name) is not None or file.suffix.lower() == ".zip"
