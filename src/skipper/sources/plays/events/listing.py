"""List event files in batches for workers to read; read the rosters immediately, because they are small."""

from __future__ import annotations

import re
import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import Location, files_below, location, read, text_of, write
from skipper.lake.location import source as source_at
from skipper.sources.archive import UnreadableError, list_texts, read_texts
from skipper.sources.parsed import Rejected, SourceError
from skipper.sources.plays.events.accounts import BY_PRECEDENCE, account_of
from skipper.sources.plays.events.dialect import RETROSHEET, Dialect
from skipper.sources.plays.events.files import BESIDE, EventFile
from skipper.sources.plays.events.rosters import Rosters

_SEASON = re.compile(r"\d{4}")
# 2016eve.zip, 1914box.zip, 1938ngl.zip, 2016post.zip and 2016as.zip; 2010seve.zip has ten seasons.
_ARCHIVE = re.compile(r"(\d{4})(s?)(?:eve|box|ngl|post|as)\.zip$", re.IGNORECASE)
_ID = re.compile(rb'^id,"?([^",\r\n]*)', re.MULTILINE)


@dataclass(frozen=True)
class ListedFile:
    """One event file: the file or archive that holds it, that file's label in reports, the event file's name inside it,
    and its size.

    `source` is the source given by the file's dialect. `part` is the staged file with the lines of one season,
    `of_part`, if the file was split.
    """

    path: str
    label: str
    name: str
    size: int
    source: str = RETROSHEET.source
    part: str | None = None
    of_part: int | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the staged file, if the event file was split."""
        return () if self.part is None else (self.part,)

    @property
    def work(self) -> int:
        """Return the approximate work of reading the file, in bytes: plays take four times as long as game logs."""
        return 4 * self.size

    @property
    def account(self) -> str:
        """Return the kind of account of the file's games, one of BY_PRECEDENCE."""
        return account_of(self.name)

    @property
    def season(self) -> int | None:
        """Return the season of the part or, for a whole file, the one in the name; null if the name gives none."""
        found = _SEASON.search(self.name)
        return self.of_part or (int(found[0]) if found else None)


@dataclass
class Listed:
    """The contents of a path: event files sorted by season, precedence of their account and name, rosters, and
    unreadable files."""

    events: list[ListedFile] = field(default_factory=list)
    rosters: Rosters = field(default_factory=Rosters)
    unreadable: list[Rejected] = field(default_factory=list)


def list_event_files(path: Path, seasons: Set[int] | None = None, dialect: Dialect = RETROSHEET) -> Listed:
    """List the event files at a path and read the rosters.

    `seasons` leaves out files whose names give another season. Raises SourceError if there are no event files at all.
    """
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    found = Listed()
    events = re.compile(rf"{dialect.file_name.pattern}$", re.IGNORECASE)
    for file, label in _files(path, dialect):
        years = _years_of(file)
        try:
            listed = [
                ListedFile(str(file), label, *member, source=dialect.source) for member in list_texts(file, events)
            ]
            rosters = list_texts(file, BESIDE)
        except UnreadableError as error:
            season = years.start if years is not None and len(years) == 1 else None
            found.unreadable.append(Rejected(label, None, season, None, str(error)))
            continue
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
    wanted = [file for file in found.events if seasons is None or file.season is None or file.season in seasons]
    found.events = sorted(wanted, key=_precedence)
    return found


def _precedence(file: ListedFile) -> tuple[int, int, str, str]:
    return file.season or 0, BY_PRECEDENCE.index(file.account), file.name.upper(), file.label


def _years_of(file: Path) -> range | None:
    """Return the seasons in an archive's name, as Retrosheet names its archives; null for any other name."""
    match = _ARCHIVE.match(file.name)
    if match is None:
        return None
    return range(int(match[1]), int(match[1]) + (10 if match[2] else 1))


def find_files(path: Path, dialect: Dialect = RETROSHEET) -> list[Path]:
    """Return the files at a path that may hold event files or rosters: those that `list_event_files` opens."""
    return [file for file, _label in _files(path, dialect)]


def _files(path: Path, dialect: Dialect) -> Iterator[tuple[Path, str]]:
    events = re.compile(rf"{dialect.file_name.pattern}$", re.IGNORECASE)
    if path.is_file():
        yield path, text_of(path.name)
        return
    for file in files_below(path):
        if (file.suffix.lower() == ".zip" or events.match(file.name) or BESIDE.match(file.name)) and not file.is_dir():
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


def split(
    file: ListedFile, folder: Location, seasons: Collection[int] | None
) -> tuple[list[ListedFile], list[EventFile], list[Rejected]]:
    """Split an event file whose name gives no season into one staged file per season of its games, in `folder`.

    A line before the first game, or in a game whose id gives no season, stays with the earliest season of the file.
    The second value has the texts without any season, and the third the unreadable ones. `seasons` selects seasons.
    """
    parts: list[ListedFile] = []
    texts, unreadable = read_batch([file])
    whole: list[EventFile] = []
    for text in texts:
        pieces = _games_in(text.content)
        of_file = {season for season, _, _ in pieces if season is not None}
        if not of_file:
            whole.append(text)
        for season in sorted(of_file if seasons is None else of_file.intersection(seasons)):
            none = {None} if season == min(of_file) else set()
            own = [(number, content) for year, number, content in pieces if year in {season, *none}]
            size = sum(len(content) for _, content in own)
            part = _stage(own, folder)
            parts.append(replace(file, label=text.label, size=size, part=part, of_part=season))
    return parts, whole, unreadable


def _games_in(content: bytes) -> list[tuple[int | None, int, bytes]]:
    """Return the season, first line number and bytes of the text before the first `id` record and of each game."""
    found: list[tuple[int | None, int, bytes]] = []
    ids = list(_ID.finditer(content))
    starts = [0, *(each.start() for each in ids)]
    seasons = [None, *(_season_of(each[1]) for each in ids)]
    number = 1
    for season, start, end in zip(seasons, starts, [*starts[1:], len(content)], strict=True):
        if end > start:
            found.append((season, number, content[start:end]))
            number += content.count(b"\n", start, end)
    return found


def _season_of(game_id: bytes) -> int | None:
    match = RETROSHEET.game_id.fullmatch(game_id)
    return int(match["season"]) if match and FIRST_SEASON <= int(match["season"]) <= LAST_SEASON else None


def _stage(pieces: Sequence[tuple[int, bytes]], folder: Location) -> str:
    file, sink = folder / f"{uuid.uuid4().hex}.parquet", pa.BufferOutputStream()
    numbers, texts = zip(*pieces, strict=True)
    pq.write_table(pa.table({"number": pa.array(numbers, pa.int64()), "text": pa.array(texts, pa.binary())}), sink)
    write(file, sink.getvalue().to_pybytes())
    return str(file)


def _read_part(file: ListedFile) -> EventFile:
    """Read a part of a file, with the numbers that its lines have in the file."""
    pieces = pq.read_table(pa.BufferReader(read(location(str(file.part))))).to_pylist()
    texts = [piece["text"] if piece["text"].endswith(b"\n") else piece["text"] + b"\n" for piece in pieces]
    numbers = [piece["number"] + np.arange(text.count(b"\n")) for piece, text in zip(pieces, texts, strict=True)]
    return EventFile(file.label, b"".join(texts), np.concatenate(numbers))


def read_batch(batch: Iterable[ListedFile]) -> tuple[list[EventFile], list[Rejected]]:
    """Return the bytes of a batch's files, and the unreadable files."""
    texts: list[EventFile] = []
    unreadable: list[Rejected] = []
    for (path, label, is_part), files in groupby(
        batch, key=lambda file: (file.path, file.label, file.part is not None)
    ):
        listed = list(files)
        if is_part:
            texts += map(_read_part, listed)
            continue
        names = re.compile("|".join(re.escape(name) + "$" for name in sorted({file.name for file in listed})))
        for member, content in read_texts(source_at(path), names, label):
            if isinstance(content, UnreadableError):
                unreadable.append(Rejected(member, None, listed[0].season, None, str(content)))
            else:
                texts.append(EventFile(member, content))
    return texts, unreadable
