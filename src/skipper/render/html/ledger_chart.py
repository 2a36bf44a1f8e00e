"""Career chart: level by season, with years down the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from skipper.press.ledger.answer import chart_label
from skipper.press.ledger.drawn import Ledger
from skipper.press.ledger.stint import CLUB_NOT_STATED, Stint
from skipper.render.html.charts import WIDTH
from skipper.render.html.svg import ACCENT, INK, LINE, MUTED, PAPER, drawing, inline

# From lowest to highest; leagues outside the order of levels come first.
LEVELS = ("Col", "For", "Win", "Mex", "Ind", "Rk", "Rk+", "A-", "A", "A+", "AA", "AAA", "MLB")
NOT_TOLD = "?"
_ROW, _LANE, _LEFT, _TOP = 12.0, 24.0, 34.0, 34.0
_LONGEST = 24


def level_chart(stints: Sequence[Stint], drafted: int | None, disputed: Iterable[int], key: str, label: str) -> Markup:
    """Draw a bar per stint in its level's column and join consecutive stints. Raises ValueError if there are no stints.

    `drafted` is the year of the draft, or None if it is not reported. The years in `disputed` are marked.
    """
    if not stints:
        raise ValueError("no stint to draw")
    lanes = _lanes(stints)
    first = min([one.first for one in stints] + ([drafted] if drafted else []))
    years = max(one.last for one in stints) - first + 1
    height = _TOP + years * _ROW + 6
    with drawing():
        figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        FigureCanvasSVG(figure)
        wide = _LANE * len(lanes)
        axes = figure.add_axes((_LEFT / WIDTH, 6 / height, wide / WIDTH, years * _ROW / height))
        axes.set(xlim=(-0.5, len(lanes) - 0.5), ylim=(first + years - 0.5, first - 0.5))
        _frame(axes, lanes, range(first, first + years))
        _draw(axes, stints, lanes)
        for year in sorted(set(disputed)):
            axes.plot([len(lanes) - 0.3], [year], "D", mfc=PAPER, mec=INK, ms=5, mew=1.2, clip_on=False)
        if drafted:
            axes.plot([len(lanes) - 0.3], [drafted], "o", mfc=MUTED, mec=MUTED, ms=4, clip_on=False)
            _text(axes, len(lanes) + 0.1, drafted, "drafted", MUTED)
        _legend(figure, height)
        return inline(figure, key, label)


def ledger_chart(ledger: Ledger) -> Markup | None:
    """Return the chart for a ledger, with disputed years marked, or None if there are no stints."""
    if not ledger.stints:
        return None
    disputed = [one.year for one in ledger.disputes if one.year is not None]
    return level_chart(ledger.stints, ledger.drafted, disputed, "level", chart_label(ledger))


def _lanes(stints: Sequence[Stint]) -> list[str]:
    present = {one.level or NOT_TOLD for one in stints}
    return [level for level in (NOT_TOLD, *LEVELS) if level in present]


def _frame(axes: Axes, lanes: Sequence[str], years: range) -> None:
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0, labelbottom=False, labelleft=False)
    for place, lane in enumerate(lanes):
        axes.axvline(place, color=LINE, lw=0.8, zorder=0.5)
        _text(axes, place, years[0] - 1, lane, MUTED, ha="center")
    for year in years:
        if year % 5 == 0 or year in (years[0], years[-1]):
            _text(axes, -0.6, year, str(year), MUTED, ha="right")


def _draw(axes: Axes, stints: Sequence[Stint], lanes: Sequence[str]) -> None:
    """Draw the bars, the lines that join them, and the clubs' names next to them, with at most one name per row."""
    taken: set[int] = set()
    for place, one in enumerate(stints):
        x = lanes.index(one.level or NOT_TOLD)
        colour = ACCENT if one.role == "manager" else MUTED
        axes.plot([x, x], [one.first - 0.4, one.last + 0.4], color=colour, lw=6, solid_capstyle="butt", clip_on=False)
        for after in stints[place + 1 :]:
            if after.first == one.last + 1:
                edge, to = one.last + 0.5, lanes.index(after.level or NOT_TOLD)
                axes.plot([x, to], [edge, edge], color=INK, lw=0.8, clip_on=False)
        row = _free_row(one, taken)
        if row is not None:
            taken.add(row)
            _text(axes, len(lanes) + 0.1, row, _cut(one.club or CLUB_NOT_STATED), INK if one.club else MUTED)


def _free_row(stint: Stint, taken: set[int]) -> int | None:
    """Return the year nearest the stint's middle whose row has no name yet, or None if every row has one."""
    middle = (stint.first + stint.last) // 2
    free = [year for year in range(stint.first, stint.last + 1) if year not in taken]
    return min(free, key=lambda year: abs(year - middle), default=None)


def _legend(figure: Figure, height: float) -> None:
    for left, colour, marker, words in (
        (4, MUTED, "s", "player"),
        (58, ACCENT, "s", "manager"),
        (124, PAPER, "D", "disputed point"),
    ):
        edge, y = INK if colour == PAPER else colour, 1 - 8 / height
        figure.add_artist(Line2D([left / WIDTH], [y], ls="none", marker=marker, mfc=colour, mec=edge))
        figure.text((left + 8) / WIDTH, y, words, color=INK, va="center_baseline", parse_math=False)


def _text(axes: Axes, x: float, y: float, words: str, color: str, ha: str = "left") -> None:
    axes.text(x, y, words, color=color, ha=ha, va="center_baseline", parse_math=False, clip_on=False)


def _cut(name: str) -> str:
    """Return the name, shortened to fit, without control characters, which SVG forbids."""
    name = "".join(letter for letter in name if letter.isprintable())
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"
