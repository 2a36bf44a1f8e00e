"""What an update of a lake has to do: compare the files that the lake was made from with those that are there now.

Nothing here starts Spark. A lake may have seasons from several places, such as a folder with all game logs and a file
with those of one season; the seasons that came from the same places are built together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from skipper.build.account import Account
from skipper.build.inputs import Inputs, plan
from skipper.build.source_files import (
    by_path,
    files_by_season,
    find_files,
    name_of,
    recorded_after,
    stale_seasons,
)
from skipper.lake.location import Location, source
from skipper.lake.manifest import Manifest, SourceFile
from skipper.lake.store import LakeInUseError, LakeWriter
from skipper.sources.source import game_sources

Seasons = frozenset[int]


@dataclass
class Update:
    """What to build, with `only_stale`, and what was found.

    `changed` has the names of new and changed files, `gone` the seasons that lack a file of games, with these files,
    and `files` the number of files compared. `manifest` is the lake's, with the files where they are now.
    """

    manifest: Manifest
    builds: list[Inputs] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    gone: dict[int, list[str]] = field(default_factory=dict)
    files: int = 0


def find_update(published: Manifest, moved: Mapping[str, Location]) -> Update:
    """Compare a lake's sources with its manifest. `moved` maps kinds of sources to the places to which they moved.

    Raises SourceError for a book that is not there, and if no place of games is there.
    """
    found = Update(_moved(published, moved))
    groups = list(_groups(found.manifest))
    nothing_left = all(_lost(inputs) for inputs, _seasons, _is_latest in groups)
    for inputs, seasons, is_latest in groups:
        if (lost := _lost(inputs)) and not nothing_left:
            found.gone |= dict.fromkeys(seasons, lost)
        else:
            _compare(inputs, seasons, is_latest, found)
    return found


def _moved(published: Manifest, moved: Mapping[str, Location]) -> Manifest:
    places = {kind: str(place.absolute()) for kind, place in moved.items()}
    files = [file._replace(place=places.get(file.kind, file.place)) for file in published.source_files]
    return replace(published, sources=published.sources | places, source_files=files)


def _lost(inputs: Inputs) -> list[str]:
    return [str(place) for place in inputs.games if not place.exists()]


def _groups(published: Manifest) -> Iterator[tuple[Inputs, Seasons, bool]]:
    """Yield the inputs of each group of seasons that came from the same places, with the seasons; first those of the
    places given last, to which new seasons belong (true)."""
    own: dict[int, dict[str, str]] = defaultdict(dict)
    for file in published.source_files:
        for season in file.seasons if file.kind in game_sources() else ():
            own[season][file.kind] = file.place
    groups: dict[tuple[tuple[str, str], ...], set[int]] = {tuple(sorted(published.sources.items())): set()}
    for season, places in own.items():
        groups.setdefault(tuple(sorted((published.sources | places).items())), set()).add(season)
    for number, (places_of, seasons) in enumerate(groups.items()):
        inputs = Inputs(places={kind: source(place) for kind, place in places_of}, without=frozenset(published.without))
        yield inputs, frozenset(seasons), number == 0


def _compare(inputs: Inputs, seasons: Seasons, is_latest: bool, update: Update) -> None:
    """Compare a group's files with those recorded, and add what is to be done for its seasons."""
    published = update.manifest
    recorded = published.source_files
    found = find_files(inputs, recorded)
    update.files += len(found)
    update.manifest = replace(published, source_files=recorded_after(recorded, found, {}, ()))
    places = {file[:2] for file in found}
    known = {_content(file) for file in recorded if file[:2] in places}
    now = {_content(file) for file in found}
    if now == known:
        return
    update.changed += sorted({name_of(file) for file in found if _content(file) not in known} - set(update.changed))
    asked = None if published.asked is None else frozenset(published.asked)
    if not recorded:  # the lake was built before files were recorded: all its seasons are stale
        asked = frozenset(published.seasons)
    planned = plan(replace(inputs, seasons=asked), Account())
    paths = by_path(found)
    if any(_content(paths[text.path]) not in known for _kind, text in planned.unsplit):
        update.builds.append(replace(inputs, seasons=asked))  # the build splits the file, and then finds the seasons
        return
    stale = stale_seasons(files_by_season(planned, found, recorded), found, recorded)
    made = {season for file in recorded for season in file.seasons}
    of_group = {season for season in (*stale.seasons, *stale.gone) if season in seasons or is_latest > (season in made)}
    update.gone |= {season: files for season, files in stale.gone.items() if season in of_group}
    if wanted := of_group & stale.seasons.keys():
        update.builds.append(replace(inputs, seasons=frozenset(wanted)))


def _content(file: SourceFile) -> tuple[str, str, str, str]:
    return file.kind, file.place, file.path, file.digest


def move(lake: Location, update: Update) -> None:
    """Publish a lake's build again with the files where they are now. Raises LakeInUseError."""
    with LakeWriter(lake, ()) as writer:
        if writer.published is None or writer.published.build != update.manifest.build:
            raise LakeInUseError(f"{lake}: another build wrote to this lake meanwhile; the lake keeps that build")
        writer.publish(update.manifest)
