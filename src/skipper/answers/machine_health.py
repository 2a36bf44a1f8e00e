"""Checks of Java, Python, packages and disk space."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from skipper.answers.health import Finding, size_in_words

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

JAVA_NEEDED = 17  # copied from skipper.session, whose import needs Spark
JAVA_SECONDS = 20  # time limit for `java -version`
NAMED = ("pyspark", "pandas", "pyarrow", "duckdb", "deltalake")  # listed individually; other packages share a line
# Our estimate. A lake of all seasons since 1871 takes 60 MB; a build keeps old files for a week, and Spark keeps
# its own.
DISK_PROBLEM, DISK_WARNING = 500_000_000, 2_000_000_000
_GET_JAVA = "install Java 17 or newer (Debian: apt-get install openjdk-17-jre-headless), or set JAVA_HOME to it"
_GET_PACKAGES = "reinstall Skipper in its environment: pip install the skipper-baseball wheel, or run make setup"


def java() -> Iterator[Finding]:
    """Check the Java that Spark would use: the one in JAVA_HOME or, if that is not set, the first on the path."""
    home = os.environ.get("JAVA_HOME")
    program = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if program is None or not Path(program).is_file():
        where = f"JAVA_HOME is {home}, but {program} does not exist" if home else "none on the path or in JAVA_HOME"
        yield Finding("Java", "problem", where, _GET_JAVA)
        return
    try:
        done = subprocess.run([program, "-version"], capture_output=True, text=True, check=False, timeout=JAVA_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        yield Finding("Java", "problem", f"{program} does not run: {error}", _GET_JAVA)
        return
    version = re.search(r'version "((\d+)[^"]*)"', done.stderr)
    if done.returncode or version is None:
        said = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
        yield Finding("Java", "problem", f"{program} does not report its version: {said[0]}", _GET_JAVA)
    elif int(version[2]) < JAVA_NEEDED:
        yield Finding("Java", "problem", f"{version[1]} at {program}: Spark needs {JAVA_NEEDED} or newer", _GET_JAVA)
    else:
        yield Finding("Java", "ok", f"{version[1]} at {program}")


def packages() -> Iterator[Finding]:
    """Check Python and the packages against the versions that Skipper supports."""
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet

    try:
        about = metadata.metadata("skipper-baseball")
    except metadata.PackageNotFoundError:
        yield Finding("packages", "warning", "not checked: Skipper is not installed as a package", _GET_PACKAGES)
        return
    here, range_ = ".".join(map(str, sys.version_info[:3])), about["Requires-Python"] or ""
    fits = here in SpecifierSet(range_)
    yield Finding("Python", "ok" if fits else "problem", f"{here} ({range_})", "" if fits else _GET_PACKAGES)
    needed = [Requirement(text) for text in about.get_all("Requires-Dist") or []]
    needed = [one for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})]
    found = {one.name.lower(): _package(one.name, one.specifier) for one in needed}
    yield from (found[name] for name in NAMED if name in found)
    others = [one for name, one in found.items() if name not in NAMED]
    yield from (one for one in others if one.status != "ok")
    fine = [one.check for one in others if one.status == "ok"]
    if fine:
        yield Finding("other packages", "ok", f"in their ranges: {', '.join(fine)}")


def _package(name: str, supported: SpecifierSet) -> Finding:
    """Check that a supported version of the package is installed, without importing it or starting Spark."""
    shown = "PySpark" if name == "pyspark" else name
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(shown, "problem", f"not installed; {supported} is needed", _GET_PACKAGES)
    if version not in supported:
        return Finding(shown, "problem", f"{version} is installed; {supported} is needed", _GET_PACKAGES)
    return Finding(shown, "ok", f"{version} ({supported})")


def disk(*folders: tuple[str, Path]) -> Iterator[Finding]:
    """Check the free disk space where each folder is or would be."""
    for name, folder in folders:
        place = next(part for part in (folder.absolute(), *folder.absolute().parents) if part.is_dir())
        free = shutil.disk_usage(place).free
        found = f"{size_in_words(free)} free at {place}"
        if free < DISK_PROBLEM:
            yield Finding(f"disk: {name}", "problem", found, "free some space: a build needs about 1 GB")
        elif free < DISK_WARNING:
            yield Finding(
                f"disk: {name}", "warning", found, "free some space: a build needs about 1 GB, fetching 0.5 GB"
            )
        elif not os.access(place, os.W_OK):
            yield Finding(
                f"disk: {name}", "warning", f"{found}, and it cannot be written to", "only reading is possible"
            )
        else:
            yield Finding(f"disk: {name}", "ok", found)
