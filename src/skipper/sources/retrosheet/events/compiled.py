"""Compile the kernels of this package, and cache the compiled code."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import numba
import platformdirs


def _sources_digest() -> str:
    """Return a digest of this package's source files.

    Numba detects a change in a kernel's own file, but not in the files of the functions that the kernel calls.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder for compiled kernels, under $NUMBA_CACHE_DIR or the user's cache folder.

    Numba's default folder, next to the source, fails in a read-only installation.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(named) if named else platformdirs.user_cache_path("skipper") / "kernels"
    return root / _sources_digest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK)
    except OSError:
        return False


_CACHE_FOLDER = cache_folder()
_CACHED = _writable(_CACHE_FOLDER)  # without a writable cache, every process compiles the code


def kept_folder() -> Path | None:
    """Return the folder for this package's compiled code and stored event texts; None if it is not writable."""
    return _CACHE_FOLDER if _CACHED else None


# Kernels allocate nothing, because their callers hold every array. They therefore need no reference counting, which
# took half of their time (atomic operations at every row taken from an array) and much of the compiler's.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def kernel(function: Callable) -> Callable:
    """Compile a function that Python calls, on its first call, and cache the result for other processes."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(_CACHE_FOLDER)
    try:
        return numba.njit(cache=_CACHED, **_OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = before


def part(function: Callable) -> Callable:
    """Compile a function that only kernels call; it is inlined into them, which saves a fifth of the time."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **_OPTIONS)(function)
