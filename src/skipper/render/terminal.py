"""Answers on a terminal, or as plain text where the output is piped."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from skipper.answers.answer import Answer, Shown, View
from skipper.lake.manifest import Manifest
from skipper.render.figures import UNKNOWN, cell, is_right_aligned

SIMULATED = "Simulated: every league, club and person here is fictional."
WIDEST = 120  # a line of text much longer than this is hard to read
SHORTEST = 10  # where a table is too wide, names are cut to no less than this, and figures never
GAP = 2  # between columns
_FLEXIBLE = ("prose", "names")


def print_answer(answer: Answer, manifest: Manifest | None, console: Console | None = None) -> None:
    """Print the answer, what it rests on, and the sources' notices. Names are never taken for markup."""
    console = console or Console(markup=False, highlight=False, emoji=False)
    if console.width > WIDEST:
        console.width = WIDEST
    if manifest is not None and manifest.simulated:
        console.print(Text(SIMULATED, style="bold reverse"))
        console.print()
    console.print(Text(answer.title, style="bold"))
    for line in answer.lead:
        console.print(Text(line))
    views = [view for table in answer.tables for view in table.views if view.rows or view.notes]
    for view in views:
        _print_view(view, console)
    console.print()
    for line in (*answer.notes, *_unknown_note(views)):
        console.print(Text(line, style="dim"))
    for line in _foot(manifest):
        console.print(Text(line, style="dim"))


def _print_view(view: View, console: Console) -> None:
    console.print()
    if view.title:
        console.print(Text(view.title, style="bold"))
    if view.rows:
        console.print(_grid(view, console.width))
    for line in view.notes:
        console.print(Text(line))


def _grid(view: View, width: int) -> Grid:
    """The table; or where it is too wide for its figures and codes, each row as a list of its fields."""
    cells = [[cell(column, row) for column in view.columns] for row in view.rows]
    longest = [max(map(len, texts)) for texts in zip(*([c.heading for c in view.columns], *cells), strict=True)]
    widths = _fitted(view.columns, longest, width - GAP * (len(longest) - 1))
    if widths is None:
        return _records(view, cells)
    grid = _plain_grid()
    for column, given in zip(view.columns, widths, strict=True):
        wraps = column.kind in _FLEXIBLE
        grid.add_column(
            Text(column.heading),
            justify="right" if is_right_aligned(column.kind) else "left",
            no_wrap=not wraps,
            width=given,
            overflow="fold" if wraps else "ellipsis",
        )
    for row in cells:
        grid.add_row(*map(Text, row))
    return grid


def _fitted(columns: tuple[Shown, ...], longest: list[int], width: int) -> list[int] | None:
    """The columns' widths within `width`; null when figures and codes alone are wider.

    What wraps gives way first, since nothing of it is lost; then names, the widest first. Rich would take from
    every column alike, and crop the last when figures do not yield.
    """
    widths = list(longest)
    for kinds in (_FLEXIBLE, ("text",)):
        yielding = [place for place, column in enumerate(columns) if column.kind in kinds]
        while sum(widths) > width:
            place = max(yielding, key=lambda place: widths[place], default=None)
            if place is None or widths[place] <= SHORTEST:
                break
            widths[place] -= 1
    return widths if sum(widths) <= width else None


def _records(view: View, cells: list[list[str]]) -> Grid:
    grid = _plain_grid(headings=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in cells:
        for column, text in zip(view.columns, row, strict=True):
            grid.add_row(Text(column.heading), Text(text))
        grid.add_section()
    return grid


def _plain_grid(headings: bool = True) -> Grid:
    return Grid(
        box=box.SIMPLE_HEAD,
        show_header=headings,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
    )


def _unknown_note(views: list[View]) -> tuple[str, ...]:
    seen = any(cell(column, row) == UNKNOWN for view in views for row in view.rows for column in view.columns)
    return (f"{UNKNOWN} none, or not known.",) if seen else ()


def _foot(manifest: Manifest | None) -> list[str]:
    if manifest is None:
        return []
    return [*manifest.notices, f"Build {manifest.build}, Skipper {manifest.skipper_version}."]
