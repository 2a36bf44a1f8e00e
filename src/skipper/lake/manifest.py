"""The manifest: the contents of the last complete build, and the contract of each of its tables."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from skipper.lake.contract import Table

FILE_NAME = "manifest.json"
FORMAT = 3  # version of the manifest and the tables' layout; lakes of another format are refused

COPIES = "_manifests"  # folder of every published manifest; none is ever changed


class LakeFile(NamedTuple):
    """A Parquet file: path in the table's folder, season (null if not of a single one), rows, digest of its bytes."""

    path: str
    season: int | None
    rows: int
    digest: str


@dataclass(frozen=True)
class Manifest:
    """One complete build.

    `tables` maps a table's name to its Delta version, `files` to its Parquet files at that version, and `contracts` to
    its contract, so that a query needs neither Delta's log nor the modules that build tables. `made_of` maps a table to
    its inputs. `seasons` has all seasons in the lake, not only those that the build wrote. `simulated` is true if the
    games are fictional. `notices` has the sources' terms, shown with every figure.
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
    format: int = FORMAT

    def seasons_of(self, table: str) -> list[int]:
        """Return the seasons with rows in a table that has a file per season."""
        return sorted({file.season for file in self.files.get(table, ()) if file.season is not None})

    def tables_promised(self) -> dict[str, Table]:
        """Return the contracts by table."""
        return {name: Table.from_json(stated) for name, stated in self.contracts.items()}


class BrokenManifestError(Exception):
    """The manifest cannot be read."""


class OlderLakeError(Exception):
    """The lake was built by a version of Skipper with a different table layout."""


def read_manifest(lake: Path) -> Manifest | None:
    """Read the manifest in `lake`; null if no build there was ever completed.

    Raises BrokenManifestError for a file that is not a manifest, and OlderLakeError for a manifest in another format.
    """
    path = lake / FILE_NAME
    return _read(lake, path) if path.is_file() else None


def copies(lake: Path) -> list[Path]:
    """Return the manifests of the lake's builds, newest first."""
    return sorted((lake / COPIES).glob("*.json"), reverse=True)


def read_copy(lake: Path, path: Path) -> Manifest:
    """Read one build's own manifest. Raises BrokenManifestError and OlderLakeError as read_manifest does."""
    return _read(lake, path)


def _read(lake: Path, path: Path) -> Manifest:
    try:
        stated = json.loads(path.read_text("utf-8"))
        if "build" in stated and stated.get("format") != FORMAT:
            raise OlderLakeError(
                f"{lake}: built by another version of Skipper, whose layout this one does not read; build it again "
                f"into a new folder: skipper build --lake NEW_FOLDER {_sources_given(stated.get('sources') or {})}"
            )
        files = {name: [LakeFile(*file) for file in listed] for name, listed in stated["files"].items()}
        return Manifest(**{**stated, "files": files})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenManifestError(f"{path}: not a manifest of this Skipper: {error}") from error


def _sources_given(sources: dict[str, str]) -> str:
    """Return the options of `skipper build` that name the sources of a build."""
    return " ".join(f"--{name} {shlex.quote(path)}" for name, path in sources.items()) or "--gamelogs FOLDER"


def publish(lake: Path, manifest: Manifest) -> None:
    """Replace the manifest atomically: a reader sees the old one or the new one, never a partial one.

    The build's own copy is written first, so that the lake can be restored to any build whose files still exist.
    """
    folder = lake / COPIES
    folder.mkdir(exist_ok=True)
    number = len(list(folder.glob(f"{manifest.build}.*.json"))) + 1  # `skipper press --keep` adds tables to a build
    _write(folder / f"{manifest.build}.{number:03}.json", manifest)
    put_in_place(lake, manifest)


def put_in_place(lake: Path, manifest: Manifest) -> None:
    """Publish a build to readers."""
    draft = lake / f".{FILE_NAME}.{manifest.build}"
    draft.unlink(missing_ok=True)
    _write(draft, manifest)
    draft.replace(lake / FILE_NAME)


def _write(path: Path, manifest: Manifest) -> None:
    with path.open("x", encoding="utf-8") as file:
        json.dump(asdict(manifest), file, separators=(",", ":"))
        file.flush()
        os.fsync(file.fileno())
