"""The files of a build's sources, and the seasons of a lake that are not made from them as they are now.

A season is made from its own files of games and from the books: the sources, and the files beside games, that belong to
no season. The manifest has these files with their digests, season by season (`SourceFile`). A season is stale if one of
its files has another digest, or if it has a file more. A file that is gone makes no season stale: what was made from it
cannot be made again.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from skipper.build.inputs import FileSplit, Inputs, Plan, SeasonFiles, split_text
from skipper.build.withholding import DEFECTS, MACHINE_FAULTS, by_error
from skipper.lake.location import Location, location, source
from skipper.lake.location import read as lake_file
from skipper.lake.manifest import SourceFile
from skipper.sources.books import READERS
from skipper.sources.digests import joined_digest
from skipper.sources.parsed import Rejected, SourceError
from skipper.sources.source import SeasonText, file_at, game_sources, sources

Content = tuple[str, str, str]  # kind, path and digest of a file


@dataclass
class Stale:
    """The seasons of a lake that differ from their sources.

    `seasons` maps each season that must be made again to its new and changed files, and `gone` each season that lacks a
    file of games from which it was made to these files. `unsplit` is true if a file has changed whose seasons are not
    known before it is split.
    """

    seasons: dict[int, list[str]] = field(default_factory=dict)
    gone: dict[int, list[str]] = field(default_factory=dict)
    unsplit: bool = False


def find_files(inputs: Inputs, known: Iterable[SourceFile] = ()) -> list[SourceFile]:
    """Return all files of the sources as they are now, without seasons.

    The digest of a file whose version is `known` is not computed again. Raises SourceError for a source without files.
    """
    digests = {(file.kind, file.place, file.path, file.version): file.digest for file in known}

    def measured(kind: str, path: str) -> SourceFile:
        place = inputs.places[kind]
        version = sources()[kind].version(place, path)
        digest = digests.get((kind, str(place), path, version)) or digest_of(kind, str(place), path)
        return SourceFile(kind, str(place), path, version, digest, {})

    with ThreadPoolExecutor(READERS) as pool:  # hashing releases Python's lock
        return list(pool.map(measured, *zip(*sorted(set(inputs.entries())), strict=True)))


def by_path(found: Iterable[SourceFile]) -> dict[str, SourceFile]:
    """Return the files by their whole paths, as the plan of a build has them."""
    files = list(found)
    folders = {place: source(place).is_dir() for place in {file.place for file in files}}
    return {str(file_at(source(file.place), file.path, folders[file.place])): file for file in files}


def digest_of(kind: str, place: str, path: str) -> str:
    """Return the digest of a file's content, or of a store's responses; empty for a file that is gone or has a fault
    (see `fault_of`)."""
    try:
        return sources()[kind].digest(source(place), path)
    except (FileNotFoundError, NotADirectoryError):
        return ""


def changed(files: Iterable[SourceFile]) -> list[str]:
    """Return the names of the files whose content is no longer the one that was found."""
    return [name_of(file) for file in files if digest_of(file.kind, file.place, file.path) != file.digest]


def name_of(file: SourceFile) -> str:
    """Return a file's name for messages: its kind and path, or its place."""
    return f"{file.kind}/{file.path}" if file.path else file.place


def split_file(
    kind: str, text: SeasonText, file: SourceFile, folder: Location, seasons: frozenset[int] | None
) -> FileSplit:
    """Split a text of a source's file into one staged file per season, in `folder`: a Spark task.

    A text whose content raises an error has no part: it is withheld in the account, and in quarantine. Raises
    SourceError for a file that a worker cannot open.
    """
    label = str(text.label)
    try:
        found = split_text(kind, text, folder, seasons)
    except DEFECTS as error:
        if isinstance(error, (*MACHINE_FAULTS, SourceError)):
            raise
        found = FileSplit(kind)
        fault = by_error(error, None, making=label)
        found.account.withheld.append(replace(fault, source_file=label))
        found.account.reject(game_sources()[kind].in_tables, [Rejected(label, None, None, None, fault.says)])
    parts = [part for one in found.texts for part in one.parts]
    found.parts = {part: hashlib.sha256(lake_file(location(part))).hexdigest() for part in parts}
    found.changed = frozenset(changed([file]))
    return found


def files_by_season(
    planned: Plan, found: Sequence[SourceFile], recorded: Sequence[SourceFile] = ()
) -> dict[int, list[SourceFile]]:
    """Return each planned season's files, each with the season and the digest of its part.

    The parts of files that the plan still has to split are those `recorded` for the same content.
    """
    paths = by_path(found)
    named: dict[int, dict[SourceFile | str, tuple[SourceFile, str]]] = defaultdict(dict)
    used: set[tuple[str, str, str]] = set()

    def add(file: SourceFile, season: int, part: str) -> None:
        used.add(file[:3])
        named[season][name_of(file)] = file, part

    for season, own in planned.seasons.items():
        for path, parts in _read_for(own).items():
            digests = (planned.parts[part] for part in parts if part)
            add(paths[path], season, "" if None in parts else joined_digest(digests))
    for _kind, text in planned.unsplit:
        file = paths[text.path]
        used.add(file[:3])
        for one in recorded:
            if one[:3] == file[:3] and one.digest == file.digest:
                for season, part in one.seasons.items():
                    add(file, season, part)
    for file in found:
        if file[:3] not in used:
            for season in named:
                if sources()[file.kind].concerns(file.path, season):
                    named[season][name_of(file)] = file, ""
    return {
        season: [file._replace(seasons={season: part}) for file, part in own.values()] for season, own in named.items()
    }


def _read_for(own: SeasonFiles) -> dict[str, list[str | None]]:
    """Return the paths of a season's files, each with its parts, or null where a text of it was not split."""
    found: dict[str, list[str | None]] = defaultdict(list)
    for text in own.all_texts:
        found[text.path] += text.parts or [None]
    return found


def stale_seasons(
    now: Mapping[int, list[SourceFile]], found: Sequence[SourceFile], recorded: Sequence[SourceFile]
) -> Stale:
    """Compare each season's files with those from which it was made.

    `now` has the files by season, `found` all files, and `recorded` the files in the manifest.
    """
    before: dict[int, dict[Content, SourceFile]] = defaultdict(dict)
    for file in recorded:
        for season, part in file.seasons.items():
            before[season][file.kind, file.path, part or file.digest] = file
    there = {(file.kind, file.path) for file in found} | {(file.kind, file.digest) for file in found}
    stale = Stale()
    for season in sorted({*now, *before}):
        contents = {(file.kind, file.path, file.seasons[season] or file.digest): file for file in now.get(season, ())}
        lost = [
            file
            for (kind, path, _digest), file in before[season].items()
            if kind in game_sources() and (kind, path) not in there and (kind, file.digest) not in there
        ]
        new = [name_of(contents[content]) for content in contents.keys() - before[season].keys()]
        fewer = {content[:2] for content in before[season]} - {content[:2] for content in contents}
        if lost:
            stale.gone[season] = sorted(map(name_of, lost))
        elif season in now and (new or fewer):
            stale.seasons[season] = sorted(new or ("/".join(filter(None, content)) for content in fewer))
    return stale


def recorded_after(
    recorded: Iterable[SourceFile],
    found: Iterable[SourceFile],
    made_from: Mapping[int, list[SourceFile]],
    built: Iterable[int],
) -> list[SourceFile]:
    """Return the files for the manifest after a build: those of the seasons `built` and, as before, of the others."""
    built = set(built)
    files: dict[tuple[str, str, str, str], SourceFile] = {}
    for file in found:
        files[*file[:3], file.digest] = file._replace(seasons={})
    for season in sorted(built):
        for file in made_from.get(season, ()):
            files[*file[:3], file.digest].seasons.update(file.seasons)
    for file in recorded:
        kept = {season: part for season, part in file.seasons.items() if season not in built}
        key = *file[:3], file.digest
        if key in files:
            files[key].seasons.update(kept)
        elif kept:
            files[key] = file._replace(seasons=kept)
    return sorted(files.values(), key=lambda file: file[:5])
