"""The list of a site's pages, kept beside its index: a later run may replace and remove them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

FOLDER = "managers"
LIST_FILE = "skipper-site.json"
_ADDRESS = re.compile(rf"{FOLDER}/[a-z0-9-]+\.html")
_GENERATOR = b'<meta name="generator" content="Skipper '
_HEAD = 1000  # leading bytes of a page that contain its generator


def listed_pages(out: Path) -> set[str]:
    """Return the site's pages in the folder as relative addresses; none without a readable list.

    Addresses that no site writes are dropped, so an edited list cannot point elsewhere.
    """
    try:
        pages = list(json.loads((out / LIST_FILE).read_text("utf-8"))["pages"])
    except (OSError, ValueError, TypeError, KeyError):
        return set()
    return {page for page in pages if isinstance(page, str) and _ADDRESS.fullmatch(page)}


def list_pages(out: Path, pages: Iterable[str]) -> None:
    """Write the list, creating the folder. Raises OSError on failure."""
    out.mkdir(parents=True, exist_ok=True)
    (out / LIST_FILE).write_text(json.dumps({"pages": sorted(pages)}, indent=1) + "\n", encoding="utf-8")


def remove_pages(out: Path, pages: Iterable[str]) -> int:
    """Remove the existing pages whose generator is Skipper and return their number.

    Raises OSError if a page cannot be read or removed.
    """
    removed = 0
    for page in sorted(pages):
        path = out / page
        if path.is_file() and not path.is_symlink() and _says_skipper(path):
            path.unlink()
            removed += 1
    return removed


def _says_skipper(path: Path) -> bool:
    with path.open("rb") as file:
        return _GENERATOR in file.read(_HEAD)
