"""Compile a package's kernels and cache the compiled code."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import numba
import platformdirs

# Kernels allocate nothing, because their callers hold every array. They therefore need no reference counting, which
# took half of their time (atomic operations for every array row used) and much of the compiler's.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


class Compiler:
    """Compile the kernels of one package.

    The cache is under $NUMBA_CACHE_DIR or the user's cache folder, because Numba's default, next to the source, fails
    in a read-only installation.
    """

    def __init__(self, package: str) -> None:
        self._folder = _cache_root() / _sources_digest(package)
        self._cached = _writable(self._folder)  # without a writable cache, every process compiles the code

    def kept_folder(self) -> Path | None:
        """Return the folder for the package's compiled code and parsed event strings; None if it is not writable."""
        return self._folder if self._cached else None

    def kernel(self, function: Callable) -> Callable:
        """Compile a function that Python calls, the first time it is called, and cache the result for other
        processes."""
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(self._folder)
        try:
            return numba.njit(cache=self._cached, **_OPTIONS)(function)
        finally:
            numba.config.CACHE_DIR = before

    def part(self, function: Callable) -> Callable:
        """Compile a function that only kernels call; it is inlined into them, which saves a fifth of the time."""
        return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **_OPTIONS)(function)


def _cache_root() -> Path:
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) if named else platformdirs.user_cache_path("skipper") / "kernels"


def _sources_digest(package: str) -> str:
    """Return a digest of the sources of a package, which may be in a zip.

    Numba detects a change in a kernel's own file, but not in the files of the functions that it calls.
    """
    digest = hashlib.sha256()
    for source in sorted(files(package).iterdir(), key=lambda file: file.name):
        if source.name.endswith(".py"):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK)
    except OSError:
        return False
