"""List event files in batches for workers to read; read the rosters immediately, because they are small."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from skipper.lake.location import source as source_at
from skipper.lake.location import text_of
from skipper.sources.archive import UnreadableError, is_file, list_texts, read_texts
from skipper.sources.parsed import Rejected, SourceError
from skipper.sources.retrosheet.events.dialect import RETROSHEET, Dialect
from skipper.sources.retrosheet.events.files import BESIDE, EventFile
from skipper.sources.retrosheet.events.rosters import Rosters

_SEASON = re.compile(r"\d{4}")
_ARCHIVE = re.compile(r"(\d{4})(s?)eve\.zip$", re.IGNORECASE)  # 2016eve.zip, and 2010seve.zip for ten seasons
_GAME_ID = re.compile(rb"^(?:\xef\xbb\xbf)?id,\"?\w{3}(\d{4})", re.MULTILINE)


@dataclass(frozen=True)
class ListedFile:
    """One event file: the file or archive that holds it, that file's label in reports, the event file's name inside it,
    and its size.

    `seasons` are the seasons of its games if the file name does not give a season; otherwise empty. `source` is the
    source given by the file's dialect.
    """

    path: str
    label: str
    name: str
    size: int
    seasons: tuple[int, ...] = ()
    source: str = RETROSHEET.source

    @property
    def season(self) -> int | None:
        """Return the season in the name; null if the name does not give one."""
        found = _SEASON.search(self.name)
        return int(found[0]) if found else None


@dataclass
class Listed:
    """The contents of a path: event files sorted by season and name, rosters, and unreadable files."""

    events: list[ListedFile] = field(default_factory=list)
    rosters: Rosters = field(default_factory=Rosters)
    unreadable: list[Rejected] = field(default_factory=list)


def list_event_files(path: Path, seasons: Set[int] | None = None, dialect: Dialect = RETROSHEET) -> Listed:
    """List the event files at a path and read the rosters; `seasons` selects files whose names give those seasons.

    Raises SourceError if there are no event files for any of the seasons, and for a link to a missing file.
    """
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    found = Listed()
    events = re.compile(rf"{dialect.file_name.pattern}$", re.IGNORECASE)
    for file, label in _files(path, events):
        try:
            listed = [
                ListedFile(str(file), label, *member, source=dialect.source) for member in list_texts(file, events)
            ]
            rosters = list_texts(file, BESIDE)
        except UnreadableError as error:
            found.unreadable.append(Rejected(label, None, None, None, str(error)))
            continue
        years = _years_of(file)
        for member in listed:
            if years is None or member.season is None or member.season in years:
                found.events.append(member)
            else:
                found.unreadable.append(
                    Rejected(f"{label}/{member.name}", None, None, None, f"named after another season than {label}")
                )
        if rosters:
            _read_rosters(file, label, found, seasons)
    if not found.events and not found.unreadable:
        raise SourceError(f"{path}: no event file (such as {dialect.example}), in a folder or a zip archive")
    listed = [file if file.season else replace(file, seasons=_seasons_of(file)) for file in found.events]
    wanted = [
        file for file in listed if seasons is None or file.season in seasons or not seasons.isdisjoint(file.seasons)
    ]
    found.events = sorted(wanted, key=lambda file: (file.season or 0, file.name.upper(), file.label))
    return found


def _years_of(file: Path) -> range | None:
    """Return the seasons in an archive's name, as Retrosheet names its archives; null for any other name."""
    match = _ARCHIVE.match(file.name)
    if match is None:
        return None
    return range(int(match[1]), int(match[1]) + (10 if match[2] else 1))


def _seasons_of(file: ListedFile) -> tuple[int, ...]:
    """Return the seasons in the ids of a file's games."""
    name = re.compile(re.escape(file.name) + "$")
    texts = (content for _, content in read_texts(source_at(file.path), name, file.label))
    ids = (_GAME_ID.findall(content) for content in texts if not isinstance(content, UnreadableError))
    return tuple(sorted({int(season) for found in ids for season in found}))


def _files(path: Path, events: re.Pattern[str]) -> Iterator[tuple[Path, str]]:
    if path.is_file():
        yield path, text_of(path.name)
        return
    for file in sorted(path.rglob("*")):
        if (file.suffix.lower() == ".zip" or events.match(file.name) or BESIDE.match(file.name)) and is_file(file):
            yield file, text_of(file.relative_to(path).as_posix())


def _read_rosters(path: Path, label: str, found: Listed, seasons: Collection[int] | None) -> None:
    for member, content in read_texts(path, BESIDE, label):
        name = _name(member)
        season = int(_SEASON.findall(name[3:])[0])
        if seasons is not None and season not in seasons:
            continue
        if isinstance(content, UnreadableError):
            found.unreadable.append(Rejected(member, None, season, None, str(content)))
        else:
            found.rosters.read(member, name, content)


def _name(label: str) -> str:
    """Return the file name in a label, without the number of a repeated archive member."""
    return re.sub(r" \(\d+\)$", "", label.rsplit("/", 1)[-1])


def batches(files: Iterable[ListedFile], most: int) -> list[list[ListedFile]]:
    """Return the files in lists of one season each, not much larger than `most` bytes and of similar size."""
    found: list[list[ListedFile]] = []
    for _, of_season in groupby(files, key=lambda file: file.season):
        listed = list(of_season)
        total = sum(file.size for file in listed)
        share = total / max(1, round(total / most))
        read = 0
        for file in listed:
            if read == 0 or read // share < (read + file.size // 2) // share:
                found.append([])
            found[-1].append(file)
            read += file.size
    return found


def read_batch(batch: Iterable[ListedFile]) -> tuple[list[EventFile], list[Rejected]]:
    """Return the bytes of a batch's files, and the unreadable files."""
    read: list[EventFile] = []
    unreadable: list[Rejected] = []
    for (path, label), files in groupby(batch, key=lambda file: (file.path, file.label)):
        listed = list(files)
        names = re.compile("|".join(re.escape(name) + "$" for name in sorted({file.name for file in listed})))
        for member, content in read_texts(source_at(path), names, label):
            if isinstance(content, UnreadableError):
                unreadable.append(Rejected(member, None, listed[0].season, None, str(content)))
            else:
                read.append(EventFile(member, content))
    return read, unreadable
