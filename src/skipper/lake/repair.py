"""Restore a lake to its newest intact build if the manifest is lost or names damaged files."""

from __future__ import annotations

import duckdb
from deltalake.exceptions import DeltaError

from skipper.lake import manifest as manifests
from skipper.lake.checks import failures
from skipper.lake.delta import existing_table
from skipper.lake.location import ChangedError, HeldError, Location, locked, read
from skipper.lake.manifest import BrokenManifestError, Manifest, OlderLakeError
from skipper.lake.reader import LakeReader, NoLakeError
from skipper.lake.sql import tables_in
from skipper.lake.storage import digest_of


class NotRepairableError(Exception):
    """There is no build in the lake whose files are all intact."""


def damage(lake: Location, manifest: Manifest) -> list[str]:
    """Return a sentence for each of the build's files that is missing, unreadable or altered.

    Reads every byte of the build.
    """
    found = []
    for name, files in manifest.files.items():
        for file in files:
            path = lake / name / file.path
            try:
                if digest_of(read(path)) != file.digest:
                    found.append(f"{path}: the bytes differ from those written")
            except OSError as error:
                found.append(f"{path}: {error.strerror or error}")
    return found


def repair(lake: Location) -> Manifest:
    """Publish the newest build whose files are intact, whose versions of the tables exist, and whose tables satisfy
    their contracts.

    Deletes nothing. Raises NotRepairableError, with the reason for each build, if there is no such build, or if another
    build is being written or was published meanwhile.
    """
    if not manifests.copies(lake):
        raise NotRepairableError(f"{lake}: no build can be restored: no manifest in {lake / manifests.COPIES}")
    try:
        with locked(lake):
            return _repaired(lake, manifests.manifest_version(lake))
    except (HeldError, ChangedError) as error:
        raise NotRepairableError(f"{lake}: another build is writing to this lake") from error


def _repaired(lake: Location, seen: str) -> Manifest:
    reasons = []
    for copy in manifests.copies(lake):
        try:
            manifest = manifests.read_copy(lake, copy)
            wrong = damage(lake, manifest) or _lost_versions(lake, manifest) or _broken_contracts(lake, manifest)
        except (BrokenManifestError, OlderLakeError, NoLakeError, OSError, duckdb.Error) as error:
            wrong = [str(error)]
        if not wrong:
            manifests.put_in_place(lake, manifest, seen)
            return manifest
        reasons.append(f"{copy.name}: {wrong[0]}" + (f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""))
    raise NotRepairableError(f"{lake}: no build can be restored: {'; '.join(reasons)}")


def _lost_versions(lake: Location, manifest: Manifest) -> list[str]:
    """Return a sentence for each table whose log lacks the build's version: no build could follow."""
    found = []
    for name, version in manifest.tables.items():
        try:
            existing_table(lake / name, version)
        except DeltaError as error:
            found.append(f"version {version} of table {name} is lost: {error}")
    return found


def _broken_contracts(lake: Location, manifest: Manifest) -> list[str]:
    reader = LakeReader(lake, manifest)
    checks = [
        check
        for table in reader.contracts.values()
        for check in table.all_checks()
        if set(tables_in(check.violations)) <= set(reader.contracts)  # others need tables that only a build has
    ]
    return list(map(str, failures(checks, reader.rows)))
