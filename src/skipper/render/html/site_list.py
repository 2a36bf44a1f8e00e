"""The pages that a site wrote, listed beside its index: what a later one may replace and remove."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

FOLDER = "managers"
LIST_FILE = "skipper-site.json"
_ADDRESS = re.compile(rf"{FOLDER}/[a-z0-9-]+\.html")
_GENERATOR = b'<meta name="generator" content="Skipper '
_HEAD = 1000  # bytes of a page within which it says who wrote it


def listed_pages(out: Path) -> set[str]:
    """The pages of the site in the folder, as addresses relative to it; none where no list can be read.

    An address that no site writes is left out, so that a list changed by hand leads nowhere else.
    """
    try:
        pages = list(json.loads((out / LIST_FILE).read_text("utf-8"))["pages"])
    except (OSError, ValueError, TypeError, KeyError):
        return set()
    return {page for page in pages if isinstance(page, str) and _ADDRESS.fullmatch(page)}


def list_pages(out: Path, pages: Iterable[str]) -> None:
    """Write the list, making the folder. Raises OSError where that cannot be done."""
    out.mkdir(parents=True, exist_ok=True)
    (out / LIST_FILE).write_text(json.dumps({"pages": sorted(pages)}, indent=1) + "\n", encoding="utf-8")


def remove_pages(out: Path, pages: Iterable[str]) -> int:
    """Remove those of the pages that are there and that Skipper wrote, by their own word; returns how many.

    Raises OSError where one cannot be read or removed.
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
