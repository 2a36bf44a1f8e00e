"""Claims of the four pieces as the rules once read them, so that verdicts are tested apart from reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from skipper.press.claim import Claim, Link, Report
from skipper.press.documents import read_documents

FROZEN = Path(__file__).with_name("press_frozen.yaml")


def frozen(real_data: Path) -> tuple[list[Report], list[tuple[Claim, str]]]:
    """The four pieces beside the real data, their frozen claims, and the verdict on each; skips without the pieces."""
    pieces = real_data.parent / "press"
    if len(list(pieces.glob("*.txt"))) != 4:
        pytest.skip("the four pieces are not beside SKIPPER_DATA")
    reports, _refused = read_documents(sorted(pieces.glob("*.txt")))
    by_name = {report.name: report for report in reports}
    rows = YAML(typ="safe").load(FROZEN.read_text("utf-8"))
    return list(reports), [
        (
            Claim(
                name,
                row["type"],
                row["fields"],
                *row["at"],
                by_name[name].text[slice(*row["at"])],
                tuple(row.get("by", ())),
                links=tuple(Link(*link[:4], tuple(link[4:])) for link in row["links"]),
                **dict.fromkeys(row.get("marks", ()), True),
            ),
            row["verdict"],
        )
        for name in rows
        for row in rows[name]
    ]
