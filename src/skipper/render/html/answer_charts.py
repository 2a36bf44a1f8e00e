"""The charts of an answer, on its page and in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from skipper.answers.answer import Answer, View, shown
from skipper.lake.reader import LakeReader
from skipper.render.html.answer_page import Chart
from skipper.render.html.compare_chart import compare_charts
from skipper.render.html.lineup_chart import lineup_charts
from skipper.render.html.record_chart import drawn_rows, wins_picture

_WINS = "Wins and expected wins"
_WINS_COLUMNS = (
    shown("Year", "season", "season"),
    shown("Club", "code"),
    shown("Wins", "count"),
    shown("Expected", "mean", "pythagorean_wins"),
)
_WINS_CAPTION = "Games managed, by season and club. Expected wins come from runs scored and allowed (Pythagorean)."


def charts_of(lake: LakeReader, answer: Answer) -> Sequence[Chart]:
    """Return the charts of an answer; none for a question without one, or with too little to draw."""
    draw = _CHARTS.get(answer.question)
    return draw(lake, answer) if draw else ()


def _record_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the chart for an answer of `records`, or an empty tuple with fewer than two managed seasons."""
    picture = wins_picture(answer.main.rows, answer.subject["name"])
    if picture is None:
        return ()
    view = View(_WINS_COLUMNS, drawn_rows(answer.main.rows), _WINS)
    return (Chart(picture, _WINS, _WINS_CAPTION, view, before="career"),)


_CHARTS: dict[str, Callable[[LakeReader, Answer], Sequence[Chart]]] = {
    "compare": compare_charts,
    "lineup evaluate": lineup_charts,
    "records": _record_charts,
}
