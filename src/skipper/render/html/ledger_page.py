"""HTML page for a career ledger."""

from __future__ import annotations

from pathlib import Path

from skipper import __version__
from skipper.lake.manifest import Manifest
from skipper.press.ledger.answer import answer_of, undated_words
from skipper.press.ledger.drawn import Ledger
from skipper.render.html.ledger_chart import ledger_chart
from skipper.render.html.page import render, save

WITHOUT_LAKE = Manifest(
    build="none (no lake was given)",
    built_at="",
    skipper_version=__version__,
    tables={},
    seasons=[],
    sources={},
    notices=[],
)


def write_ledger(ledger: Ledger, manifest: Manifest | None, out: Path) -> Path:
    """Write the ledger as one self-contained page and return its path. Raises OSError."""
    return save(ledger_page(ledger, manifest), out)


def ledger_page(ledger: Ledger, manifest: Manifest | None) -> str:
    """Return the page. `manifest` is the manifest of the lake used for checking, or None if no lake was used."""
    answer = answer_of(ledger)
    return render(
        "ledger.html.j2",
        answer=answer,
        views={table.name: table.views for table in answer.tables},
        years=ledger.years if ledger.stints else None,
        undated=undated_words(ledger),
        chart=ledger_chart(ledger),
        manifest=manifest or WITHOUT_LAKE,
    )
