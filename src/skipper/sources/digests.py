"""Digests of files, and of several texts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def size_and_sha256(path: Path) -> tuple[int, str]:
    """Return the file's size in bytes and its SHA-256 in hexadecimal. Raises OSError if the file is unreadable."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return file.tell(), digest


def joined_digest(texts: Iterable[str]) -> str:
    """Return the digest of texts in any order."""
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()
