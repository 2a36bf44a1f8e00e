"""Copy files out of archives of several seasons into an archive of one season."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath


def copy_members(archives: Sequence[Path], wanted: re.Pattern[str] | None, new: Path) -> int:
    """Write the files whose names match `wanted` (null: all) from sound zip archives to the zip archive `new`, and
    return their number; without such files there is no new archive.

    The same files make the same bytes, so that a repeated fetch can tell whether anything changed. Of several files
    with one name, the first is used.
    """
    names: set[str] = set()
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as made:
        for archive in archives:
            with zipfile.ZipFile(archive) as held:
                for member in held.infolist():
                    name = PurePosixPath(member.filename.replace("\\", "/")).name
                    if member.is_dir() or name in names or (wanted is not None and not wanted.match(name)):
                        continue
                    names.add(name)
                    made.writestr(zipfile.ZipInfo(name, member.date_time), held.read(member), zipfile.ZIP_DEFLATED)
    if not names:
        new.unlink()
    return len(names)
