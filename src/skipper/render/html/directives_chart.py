"""Chart for a directive: the running rate, game by game, and the target."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from skipper.render.html.svg import ACCENT, INK, LINE, MUTED, drawing, inline

WIDTH, HEIGHT = 340, 150
ROOM = 12  # width of a month's name on the scale, in days


def rate_chart(games: Sequence[tuple[date, bool]], target: float, key: str, label: str) -> Markup:
    """Draw the running share of applicable games that followed the directive, and the target. Raises ValueError if
    there are no games."""
    if not games:
        raise ValueError("no game to draw")
    followed, days, rates = 0, [], []
    for number, (day, kept) in enumerate(games, 1):
        followed += kept
        days.append(day.toordinal())
        rates.append(followed / number)
    with drawing():
        figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72)
        FigureCanvasSVG(figure)
        axes = figure.add_axes((36 / WIDTH, 22 / HEIGHT, (WIDTH - 84) / WIDTH, (HEIGHT - 32) / HEIGHT))
        _scales(axes, games[0][0], games[-1][0])
        axes.axhline(target, color=INK, lw=1.0, ls=(0, (4, 3)))
        axes.step(days, rates, where="post", color=ACCENT, lw=1.6, clip_on=False)
        axes.plot(days[-1:], rates[-1:], "o", color=ACCENT, markersize=4.5, clip_on=False)
        _names(axes, rates[-1], target)
        return inline(figure, key, label)


def _scales(axes: Axes, first: date, last: date) -> None:
    months = [date(first.year, month, 1) for month in range(first.month, last.month + 1)]
    months = [month for month in months if (last - month).days >= ROOM or month == months[0]]
    axes.set(xlim=(first.toordinal() - 2, last.toordinal() + 2), ylim=(0, 1))
    axes.set_xticks([max(month, first).toordinal() for month in months], [f"{month:%b}" for month in months], ha="left")
    axes.set_yticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
    axes.tick_params(length=0, labelcolor=MUTED, pad=3)
    axes.grid(axis="y", color=LINE, lw=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _names(axes: Axes, rate: float, target: float) -> None:
    """Label the line's end and the target on the right, without overlap."""
    apart = 0.11
    at_rate, at_target = rate, target
    if abs(rate - target) < apart:
        middle, up = (rate + target) / 2, 1 if rate >= target else -1
        at_rate, at_target = middle + up * apart / 2, middle - up * apart / 2
    for place, words, color in ((at_rate, f"{rate:.0%}", ACCENT), (at_target, "target", INK)):
        axes.text(1.03, place, words, color=color, va="center_baseline", transform=axes.get_yaxis_transform())
