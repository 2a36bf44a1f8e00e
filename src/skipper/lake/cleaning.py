"""Delete the data files that neither a reader nor a build can still need.

deltalake's `vacuum` would not do: of a file that was removed, restored and removed again, it counts the age from the
first removal, and it knows only the table's log, in which a build that was never published may come last.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from skipper.lake.location import Location, remove_all, written_in
from skipper.lake.manifest import COPIES, FILE_NAME, read_copy

KEEP_HOURS = 168  # what readers saw in this time stays, so that a running query keeps its files


def clean(lake: Location, tables: Iterable[str]) -> None:
    """Delete the tables' files that are older than KEEP_HOURS, except those of the builds that readers saw in that
    time. Newer files may be those of a build that runs elsewhere.

    Raises BrokenManifestError for a damaged manifest among those builds, and OSError.
    """
    since = time.time() - KEEP_HOURS * 3600
    needed = _needed(lake, since)
    for name in tables:
        of_builds = {path for one, path in needed if one == name}
        remove_all(
            lake / name,
            [
                path
                for path, written in written_in(lake / name).items()
                if written < since and path.endswith(".parquet") and path not in of_builds
            ],
        )


def _needed(lake: Location, since: float) -> set[tuple[str, str]]:
    """Return the files, by table and path, of the published build and of those that readers have seen since then.

    These are the builds whose copies of the manifest were written since then, and the last one before.
    """
    written = written_in(lake / COPIES)
    newest_first = sorted(written, key=lambda name: written[name], reverse=True)
    seen = [name for name in newest_first if written[name] >= since]
    builds = [lake / FILE_NAME, *(lake / COPIES / name for name in newest_first[: len(seen) + 1])]
    return {
        (table, file.path)
        for build in builds
        for table, files in read_copy(lake, build).files.items()
        for file in files
    }
