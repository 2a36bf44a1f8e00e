"""Answers on a terminal, or as plain text where the output is piped."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from skipper.answers.answer import Answer, View
from skipper.lake.manifest import Manifest
from skipper.render.figures import UNKNOWN, cell, is_right_aligned

SIMULATED = "Simulated: every league, club and person here is fictional."
WIDEST = 120  # a line of text much longer than this is hard to read
SHORTEST = 10  # where a table is too wide, names are cut to no less than this, and figures never
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
        console.print(_grid(view))
    for line in view.notes:
        console.print(Text(line))


def _grid(view: View) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    cells = [[cell(column, row) for column in view.columns] for row in view.rows]
    for place, column in enumerate(view.columns):
        right = is_right_aligned(column.kind)
        longest = max(len(column.heading), *(len(row[place]) for row in cells))
        grid.add_column(
            Text(column.heading),
            justify="right" if right else "left",
            no_wrap=column.kind not in _FLEXIBLE,
            min_width=longest if right else min(longest, SHORTEST),
            overflow="fold" if column.kind in _FLEXIBLE else "ellipsis",
        )
    for row in cells:
        grid.add_row(*map(Text, row))
    return grid


def _unknown_note(views: list[View]) -> tuple[str, ...]:
    seen = any(cell(column, row) == UNKNOWN for view in views for row in view.rows for column in view.columns)
    return (f"{UNKNOWN} none, or not known.",) if seen else ()


def _foot(manifest: Manifest | None) -> list[str]:
    if manifest is None:
        return []
    return [*manifest.notices, f"Build {manifest.build}, Skipper {manifest.skipper_version}."]
