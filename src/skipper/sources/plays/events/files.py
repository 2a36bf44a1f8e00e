"""Find event files, rosters and club files in a folder, a file or a zip archive, in any letter case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import numpy as np

from skipper.lake.location import files_below
from skipper.sources.archive import UnreadableError, read_texts
from skipper.sources.parsed import Rejected, SourceError
from skipper.sources.plays.events.rosters import Rosters

EVENT_NAME = re.compile(r".+\.E[VD]\w", re.IGNORECASE)  # files with plays
BESIDE = re.compile(r"(?:\w{3}\d{4}\.ROS|TEAM\d{4}(?:\.TXT)?)$", re.IGNORECASE)  # rosters and club files
_WANTED = re.compile(rf"(?:{EVENT_NAME.pattern}|{BESIDE.pattern[:-1]})$", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class EventFile:
    """One event file: its label in reports, and its bytes.

    `places` gives the place to report for each line of `content`, if that is not the line's number: its number in the
    whole file, of which `content` is a part, or the place in the response from which it was written.
    """

    label: str
    content: bytes
    places: np.ndarray | None = None


def cut(file: EventFile, most: int) -> Iterator[EventFile]:
    """Yield a file in parts of whole games, each of about `most` bytes; the file itself if it is not longer."""
    if len(file.content) <= most:
        yield file
        return
    start = line = 0
    while start < len(file.content):
        next_game = file.content.find(b"\nid,", start + most)
        end = len(file.content) if next_game < 0 else next_game + 1
        content = file.content[start:end]
        lines = content.count(b"\n") + (not content.endswith(b"\n"))
        numbers = np.arange(line + 1, line + lines + 1) if file.places is None else file.places[line : line + lines]
        yield EventFile(file.label, content, numbers)
        start, line = end, line + lines


@dataclass
class Found:
    """The contents of a path: event files sorted by name, rosters, and unreadable files."""

    events: list[EventFile]
    rosters: Rosters
    unreadable: list[Rejected]


def find_event_files(path: Path, season: int | None = None) -> Found:
    """Read the event files, rosters and club files at a path; `season` selects files whose names give that season.

    Raises SourceError if there are no event files at all.
    """
    found = Found([], Rosters(), [])
    texts = [(_name(label), label, content) for label, content in _texts(path, season)]
    for name, label, content in sorted(texts, key=lambda text: text[0].upper()):
        if isinstance(content, UnreadableError):
            found.unreadable.append(Rejected(label, None, None, None, str(content)))
        elif EVENT_NAME.fullmatch(name):
            found.events.append(EventFile(label, content))
        else:
            found.rosters.read(label, name, content)
    if not found.events:
        raise SourceError(f"{path}: no event file (such as 2019ANA.EVA), in a folder or a zip archive")
    return found


def _name(label: str) -> str:
    """Return the file name at the end of a label such as `2019eve.zip/2019ANA.EVA (2)`."""
    return PurePosixPath(label.removesuffix(")").rsplit(" (", 1)[0]).name


def _texts(path: Path, season: int | None) -> Iterator[tuple[str, bytes | UnreadableError]]:
    """Yield the texts at a path, except those of seasons other than the given one."""
    for label, content in _all_texts(path):
        if season is None or str(season) in _name(label) or isinstance(content, UnreadableError):
            yield label, content


def _all_texts(path: Path) -> Iterator[tuple[str, bytes | UnreadableError]]:
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    if not path.is_dir():
        yield from read_texts(path, _WANTED)
        if path.suffix.lower() != ".zip":  # the rosters of a single event file are next to it
            for file in sorted(path.parent.iterdir()):
                if file.is_file() and BESIDE.fullmatch(file.name):
                    yield from read_texts(file, _WANTED)
        return
    for file in files_below(path):
        label = str(file.relative_to(path))
        if file.is_file() and (file.suffix.lower() == ".zip" or _WANTED.fullmatch(file.name)):
            yield from read_texts(file, _WANTED, label)
