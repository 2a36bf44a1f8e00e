"""HTML pages for the claims in documents, and for a draft with its claims marked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skipper.lake.manifest import Manifest
from skipper.press.answer import Judged, counts_of
from skipper.press.claim_groups import claim_group_rows, without_claims
from skipper.press.draft import marked
from skipper.press.unread import Unread
from skipper.render.html.ledger_page import WITHOUT_LAKE
from skipper.render.html.page import render, save
from skipper.render.html.reported import groups_of


def write_press(judged: Judged, title: str, manifest: Manifest | None, out: Path, unfold: bool = False) -> Path:
    """Write the documents' claims as one self-contained page and return its path. Raises OSError."""
    page = render(
        "press.html.j2",
        title=title,
        counts=counts_of(judged),
        silent=without_claims(judged),
        checked=manifest is not None,
        sections=groups_of(claim_group_rows(judged)),
        unfold=unfold,
        manifest=manifest or WITHOUT_LAKE,
    )
    return save(page, out)


def write_draft(judged: Judged, unread: Sequence[Unread], title: str, manifest: Manifest | None, out: Path) -> Path:
    """Write a draft with its claims marked, the verdict on each claim, a line for each figure, and the sentences
    without claims. Raises OSError."""
    draft = marked(judged)
    page = render(
        "draft.html.j2",
        title=title,
        counts=counts_of(judged),
        silent=without_claims(judged),
        checked=manifest is not None,
        paragraphs=draft.paragraphs,
        rows=draft.rows,
        figures=judged.figures,
        unread=unread,
        manifest=manifest or WITHOUT_LAKE,
    )
    return save(page, out)
