"""The graph of tables as a picture: columns from the sources to the tables over all seasons."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from math import fsum

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # after the backend is chosen

INK, LINE, SOURCE, TABLE = "#22313f", "#9fb1bd", "#f3ead7", "#e3edf3"
ROW, COLUMN, WIDTH, HEIGHT = 0.34, 3.1, 2.1, 0.25  # inches
SWEEPS = 12  # of the ordering within columns


def columns(edges: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The names by the longest way from a source, ordered within a column so that lines cross little."""
    depth: dict[str, int] = {}

    def of(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max(map(of, edges[name])) if name in edges else 0
        return depth[name]

    for name in edges:
        of(name)
    found = [sorted(name for name in depth if depth[name] == step) for step in range(max(depth.values()) + 1)]
    neighbours: dict[str, set[str]] = {name: set() for name in depth}
    for name, parts in edges.items():
        for part in parts:
            neighbours[name].add(part)
            neighbours[part].add(name)
    for _ in range(SWEEPS):
        place = {name: (at + 0.5) / len(column) for column in found for at, name in enumerate(column)}
        for column in found:
            column.sort(key=lambda name: (fsum(place[one] for one in neighbours[name]) / len(neighbours[name]), name))
            place |= {name: (at + 0.5) / len(column) for at, name in enumerate(column)}
    return found


def picture(edges: Mapping[str, Sequence[str]]) -> str:
    """The SVG text, the same for the same edges."""
    laid_out = columns(edges)
    tall = max(map(len, laid_out))
    wide, high = COLUMN * (len(laid_out) - 1) + WIDTH + 0.2, ROW * tall + 0.3
    place = {
        name: (step * COLUMN + 0.1, high - (at + 0.5) * (high / len(column)))
        for step, column in enumerate(laid_out)
        for at, name in enumerate(column)
    }
    with matplotlib.rc_context({"svg.hashsalt": "skipper", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = pyplot.figure(figsize=(wide, high))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, wide), ylim=(0, high))
        axes.set_axis_off()
        for name, parts in edges.items():
            for part in parts:
                _line(axes, place[part], place[name])
        for name, (left, middle) in place.items():
            colour = TABLE if name in edges else SOURCE
            axes.add_patch(
                pyplot.Rectangle((left, middle - HEIGHT / 2), WIDTH, HEIGHT, facecolor=colour, edgecolor=INK, lw=0.6)
            )
            axes.text(left + WIDTH / 2, middle, name, ha="center", va="center", fontsize=8, color=INK)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        pyplot.close(figure)
    return out.getvalue()


def _line(axes: pyplot.Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    (left, low), (right, high) = (start[0] + WIDTH, start[1]), end
    bend = min(0.5 * (right - left), 1.2)
    points = [(left, low), (left + bend, low), (right - bend, high), (right, high)]
    path = Path(points, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
    axes.add_patch(PathPatch(path, facecolor="none", edgecolor=LINE, lw=0.6))
