"""HTML page for the claims in documents and their verdicts."""

from __future__ import annotations

from pathlib import Path

from skipper.lake.manifest import Manifest
from skipper.press.answer import Judged, counts_of, rows_told_once
from skipper.render.html.ledger_page import WITHOUT_LAKE
from skipper.render.html.page import render, save
from skipper.render.html.reported import groups_of


def write_press(judged: Judged, title: str, manifest: Manifest | None, out: Path) -> Path:
    """Write the documents' claims as one self-contained page and return its path. Raises OSError."""
    rows = rows_told_once(judged.pairs, judged.group_of)
    page = render(
        "press.html.j2",
        title=title,
        counts=counts_of(judged),
        checked=manifest is not None,
        sections=groups_of(rows),
        manifest=manifest or WITHOUT_LAKE,
    )
    return save(page, out)
