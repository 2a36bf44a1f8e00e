"""The manifest: which version of every table belongs to the last complete build."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

FILE_NAME = "manifest.json"


@dataclass(frozen=True)
class Manifest:
    """One complete build: `tables` maps a table's name to its Delta version.

    `seasons` are all seasons in the lake, not only those the build wrote. `simulated` is true when the games
    are fictional. `notices` are the sources' terms, to be shown with every figure.
    """

    build: str
    built_at: str
    skipper_version: str
    tables: dict[str, int]
    seasons: list[int]
    sources: dict[str, str]
    notices: list[str]
    simulated: bool = False


class BrokenManifestError(Exception):
    """The manifest cannot be read."""


def read_manifest(lake: Path) -> Manifest | None:
    """The manifest in `lake`, or null when no build there was ever completed. Raises BrokenManifestError."""
    path = lake / FILE_NAME
    if not path.is_file():
        return None
    try:
        return Manifest(**json.loads(path.read_text("utf-8")))
    except (ValueError, TypeError) as error:
        raise BrokenManifestError(f"{path}: not a manifest of this Skipper: {error}") from error


def publish(lake: Path, manifest: Manifest) -> None:
    """Put the manifest in place in one step: a reader sees the old one or the new one, never half of it."""
    draft = lake / f".{FILE_NAME}.{manifest.build}"
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(manifest), file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(lake / FILE_NAME)
