"""The list of a site's files, stored next to the site's first page. A later run may replace or remove the listed
files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from skipper.render.html.site_inputs import Inputs, Made

LIST_FILE = "skipper-site.json"
_ADDRESS = re.compile(r"(?:[a-z0-9-]+/)*")
_FILE = re.compile(r"(?:page-\d+/)?[a-z0-9_-]+\.(?:html|json|csv|css|js|xml|txt)")
Listed = dict[str, tuple[str, list[str]]]  # by page address: a digest of the files' contents, and their names


def read_list(out: Path) -> tuple[str, Listed]:
    """Return the digest of the site's inputs, and the site's files; both are empty if there is no readable list.

    Addresses and names that a site would not write are dropped, so that an edited list cannot refer to other files.
    """
    try:
        stated = json.loads((out / LIST_FILE).read_text("utf-8"))
        pages = {
            address: (str(digest), [name for name in names if _FILE.fullmatch(name)])
            for address, (digest, *names) in stated["pages"].items()
            if _ADDRESS.fullmatch(address)
        }
        return str(stated["made_of"]), pages
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return "", {}


def read_inputs(out: Path) -> Inputs:
    """Return the inputs of the pages of the last finished run; empty if there is no readable list."""
    try:
        stated = json.loads((out / LIST_FILE).read_text("utf-8"))["inputs"]
        pages = {
            address: Made(str(digest), tuple(map(str, unlinked)))
            for address, (digest, *unlinked) in stated["pages"].items()
        }
        return Inputs(dict(stated["addresses"]), pages)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Inputs({}, {})


def write_list(
    out: Path, made_of: str, pages: Mapping[str, tuple[str, list[str]]], inputs: Inputs | None = None
) -> None:
    """Write the list, creating the folder. `made_of` is empty, and `inputs` null, while the site is being written.
    Raises OSError."""
    out.mkdir(parents=True, exist_ok=True)
    stated: dict[str, Any] = {
        "made_of": made_of,
        "pages": {address: [pages[address][0], *pages[address][1]] for address in sorted(pages)},
    }
    if inputs is not None:
        of_pages = {address: [made.inputs, *made.unlinked] for address, made in inputs.pages.items()}
        stated["inputs"] = {"addresses": dict(inputs.addresses), "pages": of_pages}
    text = json.dumps(stated, separators=(",", ":")).replace('],"', '],\n"')  # a line a page
    (out / LIST_FILE).write_text(text + "\n", encoding="utf-8")


def is_whole(out: Path, pages: Listed) -> bool:
    """Return whether every listed file exists."""
    return all((out / address / name).is_file() for address, (_digest, names) in pages.items() for name in names)


def remove_files(out: Path, files: Iterable[str]) -> int:
    """Remove those of the files that exist, and the folders that become empty. Return the number of files removed.

    Symbolic links are not removed. Raises OSError if a file cannot be removed.
    """
    removed = 0
    for name in sorted(files, reverse=True):
        path = out / name
        if path.is_file() and not path.is_symlink():
            path.unlink()
            removed += 1
            _remove_empty(path.parent, out)
    return removed


def _remove_empty(folder: Path, out: Path) -> None:
    while folder != out and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
