"""How the kernels of this package are compiled, and where the compiled code is kept."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import numba
import platformdirs


def _sources_digest() -> str:
    """A digest of this package's sources: Numba sees a change in a kernel's own file, but not in one it calls."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: under $NUMBA_CACHE_DIR, or the user's cache folder.

    Beside the source, Numba's own choice, is out of the question in a read-only installation.
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
_CACHED = _writable(_CACHE_FOLDER)  # without a place to keep it, the code is compiled in every process


def kept_folder() -> Path | None:
    """The folder of what this package has compiled and learnt; None where it cannot be written."""
    return _CACHE_FOLDER if _CACHED else None


# Kernels allocate nothing: their callers hold every array. So they need not count references, which took half of their
# time (atomic operations at every row taken of an array) and a good part of the compiler's.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def kernel(function: Callable) -> Callable:
    """Compile a function that Python calls, on its first call, keeping the result for other processes."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(_CACHE_FOLDER)
    try:
        return numba.njit(cache=_CACHED, **_OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = before


def part(function: Callable) -> Callable:
    """Compile a function that only kernels call; it becomes part of them (inlining them saves a fifth of the time)."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **_OPTIONS)(function)
