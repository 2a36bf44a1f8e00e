"""Charts for a manager's file, drawn with matplotlib, except the grid of starts by slot."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator
from matplotlib.transforms import Transform
from numpy.typing import NDArray

from skipper.render.html.svg import ACCENT, INK, LINE, MUTED, PAPER, SHADE, canvas, colour, drawing, inline, markup

WIDTH = 340  # width of every chart; a unit is one CSS pixel on a narrow phone
_SLOTS = range(1, 10)
_LONGEST_NAME = 19
DARKEST = 0.6  # opacity of the darkest cell, at which text keeps a contrast of 4.5 to 1 in light and dark mode


@dataclass(frozen=True)
class WinsRow:
    """Actual wins, and the wins expected from runs, in a season with a club."""

    label: str
    wins: int
    expected: float


@dataclass(frozen=True)
class SlotRow:
    """Starts in slots 1 to 9 by one player or by several combined. Combined rows do not affect the color scale."""

    name: str
    starts: tuple[int, ...]
    several: bool = False


@dataclass(frozen=True)
class Strip:
    """A manager's winning percentage by season."""

    name: str
    pct: Mapping[int, float]


def wins_chart(rows: Sequence[WinsRow], key: str, label: str) -> Markup:
    """Draw actual and expected wins, with one line per season. Raises ValueError if there are no rows."""
    if not rows:
        raise ValueError("no season to draw")
    step = 16 if len(rows) <= 24 else 13
    left = max(70, 15 + 7 * max(len(row.label) for row in rows))  # an average letter is 6 px wide
    with drawing():
        height = step * len(rows) + 44
        figure = _figure(WIDTH, height)
        axes = figure.add_axes((left / WIDTH, 22 / height, (WIDTH - left - 10) / WIDTH, step * len(rows) / height))
        places = range(len(rows))
        axes.set(ylim=(len(rows) - 0.5, -0.5), xlim=_reach(rows))
        _scale(axes)
        for place, row in zip(places, rows, strict=True):
            axes.plot([row.wins, row.expected], [place, place], color=MUTED, lw=1.2, clip_on=False)
            _text(axes, -0.03, place, row.label, ha="right", transform=axes.get_yaxis_transform())
        for wins, face, edge in (
            ([row.expected for row in rows], PAPER, MUTED),
            ([row.wins for row in rows], ACCENT, ACCENT),
        ):
            axes.plot(wins, places, "o", mfc=face, mec=edge, ms=6.5, mew=1.4, clip_on=False)
        _legend(axes, figure, height)
        return inline(figure, key, label)


def slots_chart(rows: Sequence[SlotRow], label: str) -> Markup:
    """Draw a heat map of starts by player and slot, with a number in each cell. Raises ValueError if there are no
    starts."""
    fullest = max((count for row in rows if not row.several for count in row.starts), default=0)
    if not fullest:
        raise ValueError("no start to draw")
    cells = [(slot, place, row.starts[slot - 1]) for place, row in enumerate(rows) for slot in _SLOTS]
    cells = sorted((cell for cell in cells if cell[2]), key=lambda cell: cell[2])
    grid = _Grid(len(rows), label)
    for slot, place, count in cells:
        grid.shade(slot, place, count / fullest)
    for slot in _SLOTS:
        grid.write(grid.middle(slot), -1, str(slot), f"text-anchor:middle;fill:{colour(MUTED)}")
    for place, row in enumerate(rows):
        grid.write(grid.left - 5, place, _cut(row.name), "text-anchor:end")
    for slot, place, count in cells:
        grid.write(grid.middle(slot), place, str(count), "text-anchor:middle")
    return markup(grid.svg)


def strips_chart(strips: Sequence[Strip], key: str, label: str) -> Markup:
    """Draw a strip for each manager, stacked, on common scales. Raises ValueError if there are no seasons.

    Lines join consecutive seasons, and a horizontal line marks .500.
    """
    years = [year for strip in strips for year in strip.pct]
    if not years:
        raise ValueError("no season to draw")
    high, gap, below = 58.0, 22.0, 18.0
    height = len(strips) * (high + gap) + below
    reach = _around_half([value for strip in strips for value in strip.pct.values()])
    with drawing():
        figure = _figure(WIDTH, height)
        for place, strip in enumerate(strips):
            bottom = height - (place + 1) * (high + gap)
            axes = figure.add_axes((34 / WIDTH, bottom / height, (WIDTH - 48) / WIDTH, high / height))
            axes.set(xlim=(min(years) - 0.6, max(years) + 0.6), ylim=reach)
            _strip(axes, strip, last=place == len(strips) - 1)
            _text(axes, -34 / (WIDTH - 48), 1 + 10 / high, _printable(strip.name), transform=axes.transAxes)
        return inline(figure, key, label)


def _strip(axes: Axes, strip: Strip, last: bool) -> None:
    _scale(axes)
    axes.tick_params(axis="x", labelbottom=last)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda year, _: f"{year:.0f}"))
    for value in _tenths(axes.get_ylim()):
        axes.axhline(value, color=MUTED if value == 0.5 else LINE, lw=1.0 if value == 0.5 else 0.8, zorder=0.9)
        _text(axes, -0.015, value, _pct(value), MUTED, ha="right", transform=axes.get_yaxis_transform())
    seasons = sorted(strip.pct)
    for year in seasons:
        if year + 1 in strip.pct:
            axes.plot([year, year + 1], [strip.pct[year], strip.pct[year + 1]], color=ACCENT, lw=1.2, clip_on=False)
    size = 4.5 if axes.get_xlim()[1] - axes.get_xlim()[0] <= 45 else 3.0
    axes.plot(seasons, [strip.pct[year] for year in seasons], "o", ms=size, mfc=ACCENT, mec=ACCENT, clip_on=False)


def _around_half(values: Sequence[float]) -> tuple[float, float]:
    """Return axis limits that include every value and .500."""
    return min(*values, 0.45) - 0.02, max(*values, 0.55) + 0.02


def _tenths(reach: tuple[float, float]) -> list[float]:
    """Return the tenths to mark, including .500, or every second one if there are many."""
    marks = [tenth for tenth in range(11) if reach[0] <= tenth / 10 <= reach[1]]
    return [tenth / 10 for tenth in marks if len(marks) <= 5 or tenth % 2 == 1]


def _pct(value: float) -> str:
    return "1.000" if value == 1 else f".{value * 1000:03.0f}"


class _Grid:
    """Nine columns of cells to the right of the names and below the headings.

    Written as SVG without matplotlib, which takes a tenth of a second to place two hundred numbers; a site has tens of
    thousands of these charts.
    """

    left, column, row, gap = 112.0, 25.0, 16.0, 1.4
    baseline = 3.8  # of text, below the middle of its row

    def __init__(self, rows: int, label: str) -> None:
        self.svg = canvas(WIDTH, self.row * (rows + 1) + 4, label)

    def middle(self, slot: int) -> float:
        return self.left + self.column * (slot - 0.5)

    def shade(self, slot: int, place: int, share: float) -> None:
        x, y, wide, high = self.middle(slot), self._row(place), self.column - self.gap, self.row - self.gap
        left, right, top, bottom = map(_number, (x - wide / 2, x + wide / 2, y - high / 2, y + high / 2))
        drawn = f"M{left} {bottom}L{right} {bottom}L{right} {top}L{left} {top} z"
        style = f"fill:{colour(SHADE)};fill-opacity:{_number(_shade(share))}"
        ET.SubElement(self.svg, "path", {"d": drawn, "style": style})

    def write(self, x: float, place: int, words: str, style: str) -> None:
        at = {"x": _number(x), "y": _number(self._row(place) + self.baseline), "style": style}
        ET.SubElement(self.svg, "text", at).text = words

    def _row(self, place: int) -> float:
        """Return the middle of a row; the headings are in row -1."""
        return self.row * (place + 1.5) + 2


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def orders_chart(runs: NDArray[np.float64], used: float, key: str, label: str) -> Markup:
    """Draw the number of orders by expected runs, with a mark at the order used. Raises ValueError if there are no
    orders."""
    if not len(runs):
        raise ValueError("no order to draw")
    height = 130.0
    with drawing():
        figure = _figure(WIDTH, height)
        axes = figure.add_axes((10 / WIDTH, 24 / height, (WIDTH - 20) / WIDTH, (height - 44) / height))
        _scale(axes)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
        axes.hist(runs, bins=60, color=SHADE)
        axes.axvline(used, color=INK, lw=1.8)
        ends = axes.get_xlim()
        place = (used - ends[0]) / (ends[1] - ends[0])
        _text(axes, place, 1.08, "used", ha="center", transform=axes.transAxes)
        return inline(figure, key, label)


def runs_by_slot_chart(runs: Sequence[float], key: str, label: str) -> Markup:
    """Draw, for each slot, the runs of nine copies of its batter. Raises ValueError unless there are nine slots."""
    if len(runs) != len(_SLOTS):
        raise ValueError(f"{len(runs)} slots, not 9")
    height = 150.0
    with drawing():
        figure = _figure(WIDTH, height)
        axes = figure.add_axes((10 / WIDTH, 22 / height, (WIDTH - 20) / WIDTH, (height - 40) / height))
        _scale(axes)
        axes.grid(visible=False)
        axes.xaxis.set_major_locator(FixedLocator(list(_SLOTS)))
        axes.bar(list(_SLOTS), runs, color=SHADE, width=0.7)
        for slot, value in zip(_SLOTS, runs, strict=True):
            _text(axes, slot, value + max(runs) * 0.06, f"{value:.1f}", ha="center", transform=axes.transData)
        return inline(figure, key, label)


def _shade(share: float) -> float:
    """Return the share rounded up to one of ten opacities."""
    return ceil(min(share, 1) * 10) / 10 * DARKEST


def _figure(width: float, height: float) -> Figure:
    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    FigureCanvasSVG(figure)
    return figure


def _scale(axes: Axes) -> None:
    """Draw the horizontal scale below the chart, with faint vertical lines and no frame."""
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=2))
    axes.tick_params(axis="x", length=0, labelcolor=MUTED, pad=3)
    axes.tick_params(axis="y", length=0, labelleft=False)
    axes.grid(axis="x", color=LINE, lw=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _reach(rows: Sequence[WinsRow]) -> tuple[float, float]:
    values = [value for row in rows for value in (row.wins, row.expected)]
    room = max((max(values) - min(values)) * 0.04, 1)
    return max(min(values) - room, -0.5), max(values) + room


def _legend(axes: Axes, figure: Figure, height: float) -> None:
    over = 10 / height
    for left, face, edge, words in (
        (72, ACCENT, ACCENT, "wins"),
        (120, PAPER, MUTED, "expected from runs (Pythagorean)"),
    ):
        figure.add_artist(
            Line2D([left / WIDTH], [1 - over], ls="none", marker="o", mfc=face, mec=edge, ms=6.5, mew=1.4)
        )
        _text(axes, (left + 8) / WIDTH, 1 - over, words, transform=figure.transFigure)


def _text(
    axes: Axes, x: float, y: float, words: str, color: str = INK, *, ha: str = "left", transform: Transform
) -> None:
    """Draw text literally, so that a dollar sign in a name does not start a formula."""
    axes.text(x, y, words, color=color, ha=ha, va="center_baseline", parse_math=False, transform=transform)


def _cut(name: str) -> str:
    """Return the name, shortened to fit."""
    name = _printable(name)
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1].rstrip() + "…"


def _printable(name: str) -> str:
    """Return the name without control characters, which SVG forbids."""
    return "".join(letter for letter in name if letter.isprintable())
