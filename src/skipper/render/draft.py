"""Terminal output of a draft with its claims marked in place."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

import click

from skipper.lake.manifest import Manifest
from skipper.press.answer import Judged, counts_of
from skipper.press.claim_groups import folded, without_claims
from skipper.press.draft import Piece, first_wrong, marked
from skipper.press.figure_lines import STATUSES
from skipper.press.unread import Unread
from skipper.render.terminal import WIDEST, foot, print_lines, printable

_COLOURS = {"contradicted": "red", "disputed": "magenta", "check_reading": "yellow", "supported": "green"}


def print_draft(
    judged: Judged, unread: Sequence[Unread], title: str, manifest: Manifest | None, unfold: bool = False
) -> None:
    """Print the draft with a number after each claim, the verdict on each claim, and the sentences not understood."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    print_lines(title, width, bold=True)
    print_lines(counts_of(judged), width)
    draft = marked(judged)
    verdicts = {row["number"]: row["verdict"] for row in draft.rows}
    for paragraph in draft.paragraphs:
        click.echo("\n" + "".join(_styled(piece, verdicts) for piece in paragraph).strip())
    shown = [row for row in first_wrong(draft.rows) if unfold or row["verdict"] != "unverifiable"]
    if shown:
        click.echo()
    for row in shown:
        print_lines(f"[{row['number']}] {row['verdict']}: {row['who_says']}. Ours: {row['ours_shown']}", width)
    for line in () if unfold else folded(draft.rows):
        print_lines(line, width)
    for line in without_claims(judged):
        print_lines(line, width)
    if judged.figures:
        click.echo()
        print_lines("Figures and dates:", width)
    for figure in sorted(judged.figures, key=lambda one: STATUSES.index(one.status)):
        said = f": {figure.said}" if figure.said else ""
        print_lines(f"- {figure.status}: {figure.words} ({figure.kind.replace('_', ' ')}){said}", width)
    if unread:
        click.echo()
        them = (
            "1 sentence with figures or names; it is"
            if len(unread) == 1
            else f"{len(unread):,} sentences with figures or names; they are"
        )
        print_lines(f"No claims were found in {them} not checked, except for the figures listed above:", width)
        for one in unread:
            print_lines(f"- {one.text}", width)
    click.echo()
    for line in foot(manifest):
        print_lines(line, width, dim=True)


def _styled(piece: Piece, verdicts: dict[int, str]) -> str:
    words = printable(piece.text)
    text = words if piece.word is None else click.style(words, fg=_COLOURS.get(piece.word), underline=True)
    wrong = ("contradicted", "disputed", "check_reading")
    marks = (f" [{n} {verdicts[n]}]" if verdicts[n] in wrong else f" [{n}]" for n in piece.numbers)
    return text + "".join(click.style(mark, bold=True) for mark in marks)
