"""What several processes of one run of the tests share, and only one of them makes."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

T = TypeVar("T")


def made_once(folder: Path, make: Callable[[Path], T]) -> T:
    """What `make` returned of the new, empty folder, in whichever process asked first; the others wait for it.

    Where `make` fails there is nothing to share, and the next to ask tries again.
    """
    kept = folder.with_suffix(".pickle")
    with FileLock(folder.with_suffix(".lock")):
        if not kept.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            kept.write_bytes(pickle.dumps(make(folder)))
    return pickle.loads(kept.read_bytes())
