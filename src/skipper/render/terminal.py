"""Terminal output for answers, or plain text if the output is piped.

It does not use a table library, because importing one takes longer than answering.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from textwrap import wrap

import click

from skipper.answers.answer import Answer, Shown, View
from skipper.definitions.notices import shortened
from skipper.lake.manifest import Manifest
from skipper.render.figures import UNKNOWN, cell, is_right_aligned

SIMULATED = "Simulated: every league, club and person here is fictional."
WIDEST = 120  # lines of text much longer than this are hard to read
SHORTEST = 10  # minimum length of truncated names in a table that is too wide; figures are never truncated
GAP = 2  # between columns
_FLEXIBLE = ("prose", "names")


def print_answer(answer: Answer, manifest: Manifest | None) -> None:
    """Print the answer, its coverage, and the sources' notices."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    click.echo("\n".join(_lines(answer, manifest, width)))


def plain_text(answer: Answer, manifest: Manifest | None) -> str:
    """Return what `print_answer` prints on the widest terminal, without styles."""
    return click.unstyle("\n".join(_lines(answer, manifest, WIDEST)))


def _lines(answer: Answer, manifest: Manifest | None, width: int) -> Iterator[str]:
    if manifest is not None and manifest.simulated:
        yield from _styled(SIMULATED, width, bold=True, reverse=True)
        yield ""
    yield from _styled(answer.title, width, bold=True)
    for line in answer.lead:
        yield from _styled(line, width)
    views = [view for table in answer.tables for view in table.views if view.rows or view.notes]
    for view in views:
        yield from _view_lines(view, width)
    yield ""
    for line in (*answer.notes, *_unknown_note(views), *foot(manifest)):
        yield from _styled(line, width, dim=True)


def print_lines(text: str, width: int, **style: bool) -> None:
    """Print text, wrapped to the width."""
    click.echo("\n".join(_styled(text, width, **style)))


def _styled(text: str, width: int, **style: bool) -> Iterator[str]:
    return (click.style(line, **style) if style else line for line in _wrapped(text, width))


def _wrapped(text: str, width: int) -> list[str]:
    """Return the text wrapped into at least one line. Words are broken only if longer than a line."""
    return wrap(printable(text), width, break_on_hyphens=False) or [""]


def folded(text: str, width: int, indent: str = "") -> list[str]:
    """Return the text as the lines of a terminal that it takes, none wider than the terminal. An East Asian character
    is two columns wide. Lines after the first are indented further than `indent`, if they have room."""
    from rich.console import Console  # loaded only here: it takes longer than answering
    from rich.text import Text

    room = width - 2 * len(indent)
    if room < SHORTEST:
        indent, room = "", max(width, 2)
    first, *more = (line.plain.rstrip() for line in Text(printable(text)).wrap(Console(width=width), room))
    return [f"{indent}{first}", *(f"{2 * indent}{line}" for line in more)]


def printable(text: str) -> str:
    """Return the text on one line, without control characters or direction marks that a terminal would interpret."""
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() else " " if mark.isspace() else "" for mark in text)


def printable_lines(text: str) -> str:
    """Apply `printable` to each line of the text, keeping the line breaks."""
    return "\n".join(map(printable, text.split("\n")))


def _view_lines(view: View, width: int) -> Iterator[str]:
    yield ""
    if view.title:
        yield from _styled(view.title, width, bold=True)
    if view.rows:
        yield from _grid(view, width)
    for line in view.notes:
        yield from _styled(line, width)


def _grid(view: View, width: int) -> Iterable[str]:
    """Yield the table's lines, or each row as a list of fields if the figures and codes are too wide for a table."""
    cells = [[printable(cell(column, row)) for column in view.columns] for row in view.rows]
    headings = [printable(column.heading) for column in view.columns]
    longest = [max(map(len, texts)) for texts in zip(*(headings, *cells), strict=True)]
    whole_names = [
        max((len(word) for text in texts for word in text.split()), default=0) if column.kind == "names" else 0
        for column, *texts in zip(view.columns, *cells, strict=True)
    ]
    widths = _fitted(view.columns, longest, whole_names, width - GAP * (len(longest) - 1))
    if widths is None:
        yield from _records(view, cells, width)
        return
    heading = _line(view.columns, widths, headings)
    yield click.style(heading, bold=True)
    yield "─" * (sum(widths) + GAP * (len(widths) - 1))
    for row in cells:
        parts = [
            _wrapped(text, given) if column.kind in _FLEXIBLE else [_cut(text, given)]
            for column, given, text in zip(view.columns, widths, row, strict=True)
        ]
        for texts in zip_longest(*parts, fillvalue=""):
            yield _line(view.columns, widths, texts)


def _line(columns: tuple[Shown, ...], widths: list[int], texts: Iterable[str]) -> str:
    aligned = (
        text.rjust(given) if is_right_aligned(column.kind) else text.ljust(given)
        for column, given, text in zip(columns, widths, texts, strict=True)
    )
    return (" " * GAP).join(aligned).rstrip()


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _fitted(columns: tuple[Shown, ...], longest: list[int], whole: list[int], width: int) -> list[int] | None:
    """Return column widths that fit in `width`, or None if the figures and codes alone are too wide.

    Columns that wrap shrink first, because no text is lost, but none below its width in `whole`, at which no word is
    broken; then names shrink, widest first, and at last whole words. Rich would shrink every column equally and crop
    the last one if figures do not fit.
    """
    widths = list(longest)
    for kinds, least in ((_FLEXIBLE, whole), (("text",), [0] * len(whole)), (_FLEXIBLE, [0] * len(whole))):
        floor = [max(SHORTEST, given) for given in least]
        yielding = [place for place, column in enumerate(columns) if column.kind in kinds]
        while sum(widths) > width:
            free = [place for place in yielding if widths[place] > floor[place]]
            if not free:
                break
            widths[max(free, key=lambda place: widths[place])] -= 1
    return widths if sum(widths) <= width else None


def _records(view: View, cells: list[list[str]], width: int) -> Iterable[str]:
    """Yield each row as a list of its fields, with a blank line between rows."""
    named = max(len(column.heading) for column in view.columns)
    for number, row in enumerate(cells):
        if number:
            yield ""
        for column, text in zip(view.columns, row, strict=True):
            first, *more = _wrapped(text, max(width - named - GAP, SHORTEST))
            yield f"{column.heading:<{named}}{' ' * GAP}{first}".rstrip()
            yield from (" " * (named + GAP) + line for line in more)


def _unknown_note(views: list[View]) -> tuple[str, ...]:
    seen = any(cell(column, row) == UNKNOWN for view in views for row in view.rows for column in view.columns)
    return (f"{UNKNOWN} none, or unknown.",) if seen else ()


def foot(manifest: Manifest | None) -> list[str]:
    """Return the last lines of the output: the sources' notices in short form, where they are complete, and the
    build."""
    if manifest is None:
        return []
    short = shortened(manifest.notices)
    complete = "" if short == manifest.notices else " Complete notices: JSON and HTML."
    return [*short, f"Build {manifest.build}, Skipper {manifest.skipper_version}.{complete}"]
