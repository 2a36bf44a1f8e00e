"""The page of what documents say, and what holds."""

from __future__ import annotations

from pathlib import Path

from skipper.lake.manifest import Manifest
from skipper.pages.html import render, save
from skipper.press.answer import Judged, claim_row, counts_of
from skipper.press.ledger.page import WITHOUT_LAKE
from skipper.press.reported import groups_of


def write_press(judged: Judged, title: str, manifest: Manifest | None, out: Path) -> Path:
    """Write the documents' claims as one self-contained page; returns its path. Raises OSError."""
    rows = [claim_row(claim, verdict) for claim, verdict in judged.pairs]
    page = render(
        "press.html.j2",
        title=title,
        counts=counts_of(judged),
        checked=manifest is not None,
        sections=groups_of(rows),
        manifest=manifest or WITHOUT_LAKE,
    )
    return save(page, out)
