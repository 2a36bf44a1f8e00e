"""The manifest: the contents of the last complete build, and the contract of each of its tables."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from skipper.errors import SkipperError
from skipper.lake.contract import Table
from skipper.lake.location import ABSENT, ChangedError, Location, create, names_in, read, remove, replace, version_of

FILE_NAME = "manifest.json"
FORMAT = 5  # version of the manifest and the tables' layout; lakes of another format are refused

COPIES = "_manifests"  # folder of all published manifests, which never change
FIRST = "_first_build"  # folder that exists from the beginning of a lake's first build until it is published
PUBLISHED = "the new build is published"  # note on an error that is raised after that


class LakeFile(NamedTuple):
    """A Parquet file: its path in the table's folder, its season (null if it has several), its number of rows, and a
    digest of its bytes."""

    path: str
    season: int | None
    rows: int
    digest: str


class SourceFile(NamedTuple):
    """A source's file as a build read it.

    `kind` is the option that names the source, `place` the option's value, and `path` the file's path in that place,
    empty if the place is the file; for a store of responses, `path` is a season. `version` differs between any two
    versions of the file, but also between two copies, and `digest` only between two contents. `seasons` has the seasons
    of the lake that were made from this content, each with the digest of the season's part of a file that was split by
    season, else an empty text.
    """

    kind: str
    place: str
    path: str
    version: str
    digest: str
    seasons: dict[int, str]


@dataclass(frozen=True)
class Manifest:
    """One complete build.

    `tables` maps a table's name to its Delta version, `files` to its Parquet files at that version, and `contracts` to
    its contract, so that a query needs neither Delta's log nor the modules that build tables. `made_of` maps each table
    to its inputs. `withheld` maps a table without rows, because a check over all seasons failed, to the reason.
    `seasons` has all seasons in the lake, not only those that the build wrote. `simulated` is true if the games are
    fictional. `notices` has the sources' terms, shown with every figure. `sources` maps each kind of source to the
    place given last, and `source_files` has the files of all places; it is empty if the lake was built before files
    were recorded. `asked` has the seasons to which builds were limited (null: a build read all seasons), and `without`
    the publishers that the last build left out.
    """

    build: str
    built_at: str
    skipper_version: str
    tables: dict[str, int]
    seasons: list[int]
    sources: dict[str, str]
    notices: list[str]
    simulated: bool = False
    files: dict[str, list[LakeFile]] = field(default_factory=dict)
    contracts: dict[str, dict[str, Any]] = field(default_factory=dict)
    made_of: dict[str, list[str]] = field(default_factory=dict)
    withheld: dict[str, str] = field(default_factory=dict)
    source_files: list[SourceFile] = field(default_factory=list)
    asked: list[int] | None = None
    without: list[str] = field(default_factory=list)
    format: int = FORMAT

    def seasons_of(self, table: str) -> list[int]:
        """Return the seasons with rows in a table that has one file per season."""
        return sorted({file.season for file in self.files.get(table, ()) if file.season is not None})

    def tables_promised(self) -> dict[str, Table]:
        """Return the contracts by table."""
        return {name: Table.from_json(stated) for name, stated in self.contracts.items()}


class BrokenManifestError(SkipperError):
    """The manifest cannot be read."""


class OlderLakeError(SkipperError):
    """The lake was built by a version of Skipper that used a different table layout."""


def read_manifest(lake: Location) -> Manifest | None:
    """Read the manifest in `lake`; null if no build was ever completed.

    Raises BrokenManifestError for a file that is not a manifest, and OlderLakeError for a manifest in another format.
    """
    try:
        return _read(lake, lake / FILE_NAME)
    except FileNotFoundError:
        return None


def manifest_version(lake: Location) -> str:
    """Return a value that differs between any two published manifests of a lake."""
    return version_of(lake / FILE_NAME)


def copies(lake: Location) -> list[Location]:
    """Return the manifests of the lake's builds, newest first."""
    names = [name for name in names_in(lake / COPIES) if name.endswith(".json")]
    return [lake / COPIES / name for name in reversed(names)]


def loss(lake: Location) -> str | None:
    """Return advice on restoring a manifest that is missing although builds left tables; null if the manifest exists,
    or never existed because the tables are those of a first build that is running or was interrupted."""
    if manifest_version(lake) != ABSENT or not (copies(lake) or _has_tables(lake)):
        return None
    return (
        f"{lake}: has tables, but its manifest is missing: restore it with "
        f"`skipper doctor --repair --lake {shlex.quote(str(lake))}`"
    )


def _has_tables(lake: Location) -> bool:
    names = names_in(lake)
    return FIRST not in names and any((lake / name / "_delta_log").is_dir() for name in names)


def is_altered(lake: Location, manifest: Manifest) -> bool:
    """Return whether the manifest file in `lake`, which has been read as `manifest`, differs from every copy that its
    build kept."""
    own = [path for path in copies(lake) if path.name.startswith(f"{manifest.build}.")]
    return read(lake / FILE_NAME) not in map(read, own)


def read_copy(lake: Location, path: Location) -> Manifest:
    """Read one build's own manifest. Raises BrokenManifestError and OlderLakeError under the same conditions as
    read_manifest."""
    return _read(lake, path)


def _read(lake: Location, path: Location) -> Manifest:
    try:
        stated = json.loads(read(path))
        if "build" in stated and stated.get("format") != FORMAT:
            raise OlderLakeError(
                f"{lake}: built by another version of Skipper, whose layout this version cannot read; build it again "
                f"into a new folder: skipper build --lake NEW_FOLDER {_sources_given(stated.get('sources') or {})}"
            )
        return manifest_of(stated)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BrokenManifestError(f"{path}: not a manifest that this version of Skipper can read: {error}") from error


def manifest_of(stated: dict[str, Any]) -> Manifest:
    """Return the manifest that `asdict` or a manifest's JSON states. Raises ValueError, TypeError, KeyError or
    AttributeError for anything else."""
    files = {name: [LakeFile(*file) for file in listed] for name, listed in stated["files"].items()}
    for name, version in stated["tables"].items():
        if type(version) is not int:
            raise TypeError(f"version {version!r} of {name}")
    for name, listed in files.items():
        # Everybody's queries may read the files that a manifest names.
        for path in (name, *(file.path for file in listed)):
            if path.startswith("/") or ".." in path:
                raise ValueError(f"{path} is not in the lake")
    sources = [
        SourceFile(kind, place, path, version, digest, {int(season): part for season, part in seasons.items()})
        for kind, place, path, version, digest, seasons in stated.get("source_files", [])
    ]
    manifest = Manifest(**{**stated, "files": files, "source_files": sources})
    manifest.tables_promised()  # so that a damaged contract is noticed here
    return manifest


def _sources_given(sources: dict[str, str]) -> str:
    """Return the options of `skipper build` that name the sources of a build."""
    return " ".join(f"--{name} {shlex.quote(path)}" for name, path in sources.items()) or "--gamelogs FOLDER"


def publish(lake: Location, manifest: Manifest, seen: str | None = None) -> None:
    """Replace the manifest atomically: a reader sees the old manifest or the new one, never a partial one.

    The build's own copy is written first, so that the lake can be restored to any build whose files still exist, and
    is removed if the build is refused. `seen` is the version of the manifest on which the build is based; null means
    any version. Raises ChangedError if another build has been published since.
    """
    own = [path.name for path in copies(lake) if path.name.startswith(f"{manifest.build}.")]
    # `skipper press --keep` adds tables to a build, so further copies are numbered.
    number = max((int(name.split(".")[-2]) for name in own), default=0) + 1
    copy = lake / COPIES / f"{manifest.build}.{number:03}.json"
    try:
        create(copy, _as_bytes(manifest))
    except FileExistsError as error:
        raise ChangedError(f"{copy}: written meanwhile") from error
    try:
        put_in_place(lake, manifest, seen)
    except ChangedError:
        remove(copy)
        raise


def put_in_place(lake: Location, manifest: Manifest, seen: str | None = None) -> None:
    """Publish a build to readers. Raises ChangedError under the same conditions as `publish`."""
    replace(lake / FILE_NAME, _as_bytes(manifest), seen)


def _as_bytes(manifest: Manifest) -> bytes:
    return json.dumps(asdict(manifest), separators=(",", ":")).encode()
