"""The section on tactics in a manager's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from skipper.answers.answer import Answer, Row, View, shown
from skipper.definitions.tendencies import BY_NAME, TENDENCIES

if TYPE_CHECKING:
    from skipper.render.html.tendencies_chart import Index

_NOTE = "95 %: interval of the index, treating the league's rate as known."
_INTERVAL = shown("95 %", "number", "interval")


@dataclass(frozen=True)
class Tactics:
    """The content of the section. `chart` is None if no index is known; `seasons` has one table per season and club."""

    lead: tuple[str, ...]
    chart: Markup | None
    caption: str
    career: View | None
    seasons: tuple[View, ...]
    notes: tuple[str, ...]


def tactics(answer: Answer) -> Tactics:
    """Return the section for an answer of `tendencies`."""
    chart, caption, _rows = drawn(answer.main.rows)
    return Tactics(
        lead=answer.lead,
        chart=chart,
        caption=caption,
        career=next(iter(answer.table("career").views), None),
        seasons=tuple(_with_interval(view) for view in answer.main.views),
        notes=(*answer.notes, _NOTE),
    )


def drawn(rows: Sequence[Row]) -> tuple[Markup | None, str, list[Row]]:
    """Return the chart of the indexes (None if none is known), its caption, and the rows drawn, with titles."""
    known = [{**row, "title": BY_NAME[row["tendency"]].title} for row in rows if row["index"] is not None]
    several = len({(row["season"], row["club"]) for row in rows}) > 1
    return (_chart(known, several) if known else None), _caption(several), known


def _with_interval(view: View) -> View:
    rows = [{**row, "interval": _range(row)} for row in view.rows]
    return replace(view, columns=(*view.columns, _INTERVAL), rows=rows)


def _range(row: Row) -> str | None:
    ends = _ends(row)
    return None if None in ends else f"{ends[0]:.0f}–{ends[1]:.0f}"


def _ends(row: Row) -> tuple[float | None, float | None]:
    """Return the interval of the index: the rate's interval divided by the league's rate, which is treated as known."""
    league = row["league_rate"]
    low, high = (row[name] if league else None for name in ("rate_low", "rate_high"))
    return (None, None) if low is None or high is None else (100 * low / league, 100 * high / league)


def _chart(known: Sequence[Row], several: bool) -> Markup:
    from skipper.render.html.tendencies_chart import Panel, indexes_chart, panels_chart

    if not several:
        return indexes_chart([_index(row) for row in known], "tactics", _label(known))
    panels = [
        Panel(one.title, [(row["season"], _index(row)) for row in known if row["tendency"] == one.name])
        for one in TENDENCIES
        if any(row["tendency"] == one.name for row in known)
    ]
    return panels_chart(panels, "tactics", _label(known))


def _index(row: Row) -> Index:
    from skipper.render.html.tendencies_chart import Index

    return Index(BY_NAME[row["tendency"]].title, row["index"], *_ends(row))


def _label(rows: Sequence[Row]) -> str:
    """Return the chart's text alternative, which lists tendencies whose interval excludes the league's rate."""
    above, below = [], []
    for row in rows:
        low, high = _ends(row)
        named = f"{BY_NAME[row['tendency']].title} {row['season']} {row['club']} {row['index']:.0f}"
        if low is not None and low > 100:
            above.append(named)
        elif high is not None and high < 100:
            below.append(named)
    return (
        "Index of each tendency, where 100 is the league's rate. Above the league, with the whole interval: "
        f"{'; '.join(above) or 'none'}. "
        f"Below it: {'; '.join(below) or 'none'}. The tables have every figure."
    )


def _caption(several: bool) -> str:
    scale = "Index of each tendency with its 95% interval; 100 is the league's rate in the same situations."
    beyond = "An open mark is beyond the scale."
    if several:
        return f"{scale} Seasons run from left to right; the lines in each chart mark 50, 100 and 200. {beyond}"
    return f"{scale} {beyond}"
