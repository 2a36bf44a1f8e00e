"""Charts of tactics: an index on a logarithmic scale, where 100 is the league's rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2

from markupsafe import Markup
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import IdentityTransform

from skipper.render.html.svg import ACCENT, INK, LINE, MUTED, PAPER, drawing, inline

WIDTH = 340.0  # width of every chart; a unit is one CSS pixel on a narrow phone
MARKED = (25, 50, 100, 200, 400)  # ends of the scale; values beyond an end are drawn there as open marks
_ACROSS = 2  # panels in a line


@dataclass(frozen=True)
class Index:
    """An index (100 is the league's rate) and the ends of its interval, which are None if there is no interval."""

    label: str
    index: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Panel:
    """One tendency, season by season."""

    title: str
    seasons: Sequence[tuple[int, Index]]


def indexes_chart(rows: Sequence[Index], key: str, label: str) -> Markup:
    """Draw a line per tendency, with its index as a mark and its interval as a bar. Raises ValueError if there are no
    rows."""
    if not rows:
        raise ValueError("no index to draw")
    left, step = 168.0, 15.0
    wide = WIDTH - left - 14
    with drawing():
        sheet = _Sheet(step * len(rows) + 20)
        bottom, top = 4.0, sheet.height - 16
        for value in MARKED:
            x = left + wide * _share(value)
            sheet.line((x, x), (bottom, top), MUTED if value == 100 else LINE)
            sheet.write(x, sheet.height - 7, str(value), MUTED, ha="center")
        for place, row in enumerate(rows):
            y = top - step * (place + 0.5)
            sheet.write(left - 8, y, row.label, ha="right")
            if row.low is not None and row.high is not None:
                sheet.line((left + wide * _share(row.low), left + wide * _share(row.high)), (y, y), ACCENT, 1.4)
            sheet.mark(left + wide * _share(row.index), y, row.index, 6.0)
        return inline(sheet.figure, key, label)


def panels_chart(panels: Sequence[Panel], key: str, label: str) -> Markup:
    """Draw a small panel per tendency, with seasons from left to right. Raises ValueError if there are no seasons.

    The middle line of a panel is the league's rate; faint lines mark half and twice that rate.
    """
    years = [year for panel in panels for year, _ in panel.seasons]
    if not years:
        raise ValueError("no season to draw")
    with drawing():
        sheet = _Sheet(78.0 * ceil(len(panels) / _ACROSS) + 4)
        for place, panel in enumerate(panels):
            corner = (place % _ACROSS) * (WIDTH / _ACROSS), sheet.height - 78.0 * (place // _ACROSS + 1)
            _draw(sheet, panel, corner, (min(years), max(years)))
        return inline(sheet.figure, key, label)


def _draw(sheet: _Sheet, panel: Panel, corner: tuple[float, float], span: tuple[int, int]) -> None:
    left, bottom = corner[0] + 26, corner[1] + 14
    wide, high = WIDTH / _ACROSS - 40, 44.0
    first, last = span
    sheet.write(corner[0], bottom + high + 11, panel.title)
    for value in (50, 100, 200):
        y = bottom + high * _share(value)
        sheet.line((left, left + wide), (y, y), MUTED if value == 100 else LINE)
        sheet.write(left - 4, y, str(value), MUTED, ha="right")
    for year in sorted({first, last}):
        sheet.write(left + wide * _place(year, first, last), bottom - 6, str(year), MUTED, ha="center")
    for year, one in panel.seasons:
        x = left + wide * _place(year, first, last)
        if one.low is not None and one.high is not None:
            sheet.line((x, x), (bottom + high * _share(one.low), bottom + high * _share(one.high)), ACCENT, 1.2)
        sheet.mark(x, bottom + high * _share(one.index), one.index, 4.5)


def _place(year: int, first: int, last: int) -> float:
    return 0.5 if first == last else (year - first) / (last - first)


def _share(index: float) -> float:
    """Return the position of an index on the scale, from 0 to 1, clamped to its ends."""
    low, high = log2(MARKED[0]), log2(MARKED[-1])
    return min(max((log2(index) - low) / (high - low), 0.0), 1.0) if index > 0 else 0.0


class _Sheet:
    """A figure with drawing methods in its own units."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        FigureCanvasSVG(self.figure)

    def line(self, xs: tuple[float, float], ys: tuple[float, float], color: str, width: float = 0.8) -> None:
        self.figure.add_artist(Line2D(xs, ys, color=color, lw=width, transform=IdentityTransform()), clip=False)

    def mark(self, x: float, y: float, index: float, size: float) -> None:
        """Draw a mark, which is open if the index is beyond the scale."""
        face = ACCENT if MARKED[0] <= index <= MARKED[-1] else PAPER
        spot = Line2D([x], [y], ls="none", marker="o", ms=size, mfc=face, mec=ACCENT, mew=1.2)
        spot.set_transform(IdentityTransform())
        self.figure.add_artist(spot, clip=False)

    def write(self, x: float, y: float, words: str, color: str = INK, ha: str = "left") -> None:
        own = IdentityTransform()
        self.figure.text(x, y, words, color=color, ha=ha, va="center_baseline", parse_math=False, transform=own)
