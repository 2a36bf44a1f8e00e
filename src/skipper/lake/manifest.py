"""The manifest: the contents of the last complete build, and the contract of each of its tables."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from skipper.lake.contract import Table

FILE_NAME = "manifest.json"
FORMAT = 2  # version of the manifest and table layout; lakes in another format are refused

LakeFile = tuple[str, int | None, int]  # path in the table's folder, season (null if not a single season), rows


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
        """Return the seasons with rows in a table that has one file per season."""
        return sorted({season for _path, season, _rows in self.files.get(table, ()) if season is not None})

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
    if not path.is_file():
        return None
    try:
        stated = json.loads(path.read_text("utf-8"))
        if "build" in stated and stated.get("format") != FORMAT:
            raise OlderLakeError(
                f"{lake}: built by another version of Skipper, whose layout this one does not read; build it again "
                f"into a new folder: skipper build --lake NEW_FOLDER {_sources_given(stated.get('sources') or {})}"
            )
        return Manifest(**stated)
    except (ValueError, TypeError) as error:
        raise BrokenManifestError(f"{path}: not a manifest of this Skipper: {error}") from error


def _sources_given(sources: dict[str, str]) -> str:
    """Return the options of `skipper build` that name the sources of a build."""
    return " ".join(f"--{name} {shlex.quote(path)}" for name, path in sources.items()) or "--gamelogs FOLDER"


def publish(lake: Path, manifest: Manifest) -> None:
    """Put the manifest in place atomically, so that a reader sees the old or the new one, never a partial one."""
    draft = lake / f".{FILE_NAME}.{manifest.build}"
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(manifest), file, separators=(",", ":"))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(lake / FILE_NAME)
