"""The files of a build's sources, and the seasons of a lake that are not made from them as they are now.

A season is made from its own files of games and from the books: the sources, and the files beside games, that belong to
no season. The manifest has these files with their digests, season by season (`SourceFile`). A season is stale if one of
its files has another digest, or if it has a file more. A file that is gone makes no season stale: what was made from it
cannot be made again.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from skipper.build.inputs import GAMES, READERS, Inputs, Plan, SeasonFiles, Split, split
from skipper.build.withholding import DEFECTS, MACHINE_FAULTS, by_error
from skipper.lake.location import Location, folder_of, location, source, text_of, version_of
from skipper.lake.location import read as lake_file
from skipper.lake.manifest import SourceFile
from skipper.sources.archive import fault_of
from skipper.sources.fetch.integrity import size_and_sha256
from skipper.sources.parsed import Rejected, SourceError
from skipper.sources.retrosheet import gamelogs
from skipper.sources.retrosheet.csvs.files import CsvText
from skipper.sources.retrosheet.csvs.splitting import SOURCE as CSV_SOURCE
from skipper.sources.retrosheet.events.files import BESIDE
from skipper.sources.retrosheet.events.listing import ListedFile
from skipper.sources.retrosheet.gamelog_season import GamelogText
from skipper.sources.statsapi.reading import files_of_season, stored_seasons
from skipper.sources.statsapi.store import Store, body_of, content_of

TEAMS = "teams"  # the path of the Stats API's lists of clubs, which every season reads
_YEAR = re.compile(r"\d{4}")

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
        place = str(getattr(inputs, kind))
        version = "/".join(map(version_of, _members(kind, place, path)))
        if kind == "statsapi":
            version = hashlib.sha256(version.encode()).hexdigest()
        digest = digests.get((kind, place, path, version)) or digest_of(kind, place, path)
        return SourceFile(kind, place, path, version, digest, {})

    with ThreadPoolExecutor(READERS) as pool:  # hashing releases Python's lock
        return list(pool.map(measured, *zip(*_listed(inputs), strict=True)))


def _listed(inputs: Inputs) -> list[tuple[str, str]]:
    """Return the kind and path of each file, in order, each once."""
    found = [
        (kind, _path_in(place, file))
        for kind, place in ((kind, getattr(inputs, kind)) for kind in inputs.sources())
        for file in inputs.files_of(kind)
    ]
    if inputs.statsapi is not None:
        found += [("statsapi", path) for path in (TEAMS, *map(str, sorted(stored_seasons(Store.at(inputs.statsapi)))))]
    return sorted(set(found))


def _path_in(place: Location, file: Location) -> str:
    if file == place:
        return ""
    beside = place if place.is_dir() else place.parent
    return text_of(str(file)).removeprefix(f"{text_of(str(beside))}/")


def _members(kind: str, place: str, path: str) -> Sequence[Location]:
    """Return the files behind an entry: one, or the responses of a store's season."""
    at = source(place)
    if kind == "statsapi":
        store = Store.at(at)
        if path == TEAMS:
            return [file for _params, file in store.files(TEAMS)]
        return files_of_season(store, int(path))
    return [_file_at(at, path, path != "" and at.is_dir())]


def _file_at(place: Location, path: str, is_folder: bool) -> Location:
    if not path:
        return place
    return (place if is_folder else place.parent) / path


def by_path(found: Iterable[SourceFile]) -> dict[str, SourceFile]:
    """Return the files by their whole paths, as the plan of a build has them; without those of a store of responses."""
    files = [file for file in found if file.kind != "statsapi"]
    folders = {place: source(place).is_dir() for place in {file.place for file in files}}
    return {str(_file_at(source(file.place), file.path, folders[file.place])): file for file in files}


def digest_of(kind: str, place: str, path: str) -> str:
    """Return the digest of a file's content, or of a store's responses; empty for a file that is gone or has a fault
    (see `fault_of`).

    For an object, it is the store's tag. Of the Stats API's lists of clubs, only the bodies count, because every fetch
    notes its time beside them.
    """
    files = _members(kind, place, path)
    try:
        if kind == "statsapi":
            parts = [(body_of if path == TEAMS else content_of)(source(str(file))) for file in files]
            return _joined(
                f"{file.name} {hashlib.sha256(part).hexdigest()}" for file, part in zip(files, parts, strict=True)
            )
        (file,) = files
        if fault_of(file):
            return ""
        here = folder_of(file)
        return version_of(file) if here is None else size_and_sha256(here)[1]
    except (FileNotFoundError, NotADirectoryError):
        return ""


def _joined(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()


def changed(files: Iterable[SourceFile]) -> list[str]:
    """Return the names of the files whose content is no longer the one that was found."""
    return [name_of(file) for file in files if digest_of(file.kind, file.place, file.path) != file.digest]


def name_of(file: SourceFile) -> str:
    """Return a file's name for messages: its kind and path, or its place."""
    return f"{file.kind}/{file.path}" if file.path else file.place


def split_file(
    text: GamelogText | ListedFile | CsvText, file: SourceFile, folder: Location, seasons: frozenset[int] | None
) -> Split:
    """Split a text of a source's file by season: a Spark task. `parts` and `changed` of the result are set.

    A text whose content raises an error has no part: it is withheld in the account, and in quarantine. Raises
    SourceError for a file that a worker cannot open.
    """
    try:
        found = split(text, folder, seasons)
    except DEFECTS as error:
        if isinstance(error, (*MACHINE_FAULTS, SourceError)):
            raise
        found = Split()
        fault = by_error(error, None, making=text.label)
        found.account.withheld.append(replace(fault, source_file=text.label))
        found.account.reject(source_of(text), [Rejected(text.label, None, None, None, fault.says)])
    parts = [*(one.part for one in found.gamelogs), *(one.part for one in found.events)]
    parts += [part for one in found.csvs for part in one.parts]
    found.parts = {part: hashlib.sha256(lake_file(location(part))).hexdigest() for part in parts if part}
    found.changed = frozenset(changed([file]))
    return found


def source_of(text: GamelogText | ListedFile | CsvText) -> str:
    """Return the name of a text's source in the quarantine."""
    if isinstance(text, ListedFile):
        return text.source
    return gamelogs.SOURCE if isinstance(text, GamelogText) else CSV_SOURCE


def files_by_season(
    planned: Plan, found: Sequence[SourceFile], recorded: Sequence[SourceFile] = ()
) -> dict[int, list[SourceFile]]:
    """Return each planned season's files, each with the season and the digest of its part.

    The parts of files that the plan still has to split are those `recorded` for the same content.
    """
    files = {(file.kind, file.place, file.path): file for file in found}
    paths = by_path(found)
    named: dict[int, dict[SourceFile | str, tuple[SourceFile, str]]] = defaultdict(dict)
    used: set[tuple[str, str, str]] = set()

    def add(file: SourceFile, season: int, part: str) -> None:
        used.add(file[:3])
        named[season][name_of(file)] = file, part

    for season, own in planned.seasons.items():
        for path, parts in _read_for(own).items():
            add(paths[path], season, "" if None in parts else _joined(planned.parts[part] for part in parts if part))
        if own.statsapi is not None:
            add(files["statsapi", str(own.statsapi), str(season)], season, "")
    for text in planned.unsplit:
        file = paths[text.path]
        used.add(file[:3])
        for one in recorded:
            if one[:3] == file[:3] and one.digest == file.digest:
                for season, part in one.seasons.items():
                    add(file, season, part)
    for file in found:
        if file[:3] not in used:
            for season in named:
                if _concerns(file, season):
                    named[season][name_of(file)] = file, ""
    return {
        season: [file._replace(seasons={season: part}) for file, part in own.values()] for season, own in named.items()
    }


def _read_for(own: SeasonFiles) -> dict[str, list[str | None]]:
    """Return the paths of a season's files, each with its parts, or null where a text of it was not split."""
    found: dict[str, list[str | None]] = defaultdict(list)
    for log in own.gamelogs:
        found[log.path].append(log.part)
    for event_file in own.events:
        found[event_file.path].append(event_file.part)
    for csv in own.csvs:
        found[csv.path] += csv.parts or [None]
    if own.scores is not None:
        found[str(own.scores)].append(None)
    return found


def _concerns(file: SourceFile, season: int) -> bool:
    """Return whether a season may be made from a file that no season's plan names: a book, which concerns all seasons,
    or a roster, an archive of rosters or a file of minor-league plays, which concerns those in its name."""
    if file.kind not in ("events", "minors"):
        return file.kind not in GAMES or file.path == TEAMS
    name = file.path.rpartition("/")[2]
    if file.kind == "events" and not BESIDE.fullmatch(name) and not name.lower().endswith(".zip"):
        return False
    years = _YEAR.findall(name)
    return not years or str(season) in years


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
            if kind in GAMES and (kind, path) not in there and (kind, file.digest) not in there
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
