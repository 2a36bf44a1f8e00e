"""The charts in an answer, on its page and in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from skipper.answers.answer import Answer, View, shown
from skipper.answers.manager_use import parted
from skipper.answers.usage_views import SLOTS
from skipper.lake.reader import LakeReader
from skipper.render.html.answer_page import Chart
from skipper.render.html.compare_chart import compare_charts
from skipper.render.html.lineup_chart import lineup_charts
from skipper.render.html.record_chart import drawn_rows, wins_picture
from skipper.render.html.season_use import use_chart
from skipper.render.html.system_chart import system_charts

_WINS = "Wins and expected wins"
_WINS_COLUMNS = (
    shown("Year", "season", "season", to="club"),
    shown("Club", "code"),
    shown("Wins", "count"),
    shown("Expected", "mean", "pythagorean_wins"),
)
_INDEX_COLUMNS = (
    shown("Year", "season", "season", to="club"),
    shown("Club", "code"),
    shown("Tendency", "text", "title"),
    shown("Index", "mean"),
)
_DIRECTIVE_COLUMNS = (
    shown("Date", "date"),
    shown("Club", "code"),
    shown("Manager", "text", "manager_name"),
    shown("Observed", "text"),
    shown("Followed", "flag"),
)
_WINS_CAPTION = "Games managed, by season and club. Expected wins come from runs scored and allowed (Pythagorean)."

SLOTS_CAPTION = (
    "Starts by player and slot, from the top of the order to the bottom. The stronger the shade, the more starts."
)
LEDGER_CAPTION = (
    "Career according to reports and games. Each bar is a stint, in the column of its league's level, with the oldest "
    "at the top. Independent (Ind) and Mexican (Mex) leagues are outside the order of levels. A diamond marks the "
    "year of a disputed point."
)


def charts_of(lake: LakeReader, answer: Answer) -> Sequence[Chart]:
    """Return the charts for an answer; empty if the question has no chart or there is too little to draw."""
    draw = _CHARTS.get(answer.question)
    return draw(lake, answer) if draw else ()


def _record_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the chart for an answer of `records`, or an empty tuple with fewer than two managed seasons."""
    picture = wins_picture(answer.main.rows, answer.subject["name"])
    if picture is None:
        return ()
    view = View(_WINS_COLUMNS, drawn_rows(answer.main.rows), _WINS)
    return (Chart(picture, _WINS, _WINS_CAPTION, view, before="career", of="seasons"),)


def _club_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the chart of starts by player and slot for an answer of `club`; none if too few lineups are known."""
    players, name = answer.table("players"), f"{answer.subject['name']} {answer.subject['season']}"
    pitchers, fielders = parted(players.rows)
    picture = use_chart(name, fielders, pitchers)
    if picture is None:
        return ()
    view = next(view for view in players.views if view.columns[2:11] == SLOTS)
    return (Chart(picture, view.title, SLOTS_CAPTION, view, before="players"),)


def _usage_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return a chart of starts by player and slot for each club of an answer of `usage` with enough known lineups."""
    charts = []
    for view in answer.main.views:
        if view.columns[2:11] == SLOTS and view.rows:
            club = view.rows[0]["club"]
            pitchers, fielders = parted([row for row in answer.main.rows if row["club"] == club])
            title = f"{answer.subject['name']} {view.rows[0]['season']} {club}"
            picture = use_chart(title, fielders, pitchers)
            if picture is not None:
                charts.append(Chart(picture, view.title, SLOTS_CAPTION, view, before="players"))
    return tuple(charts)


def _tendencies_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the chart of the indexes for an answer of `tendencies`; none if no index is known."""
    from skipper.render.html.tendencies import drawn

    picture, caption, rows = drawn(answer.main.rows)
    if picture is None:
        return ()
    return (Chart(picture, "Index of each tendency", caption, View(_INDEX_COLUMNS, rows), before="tendencies"),)


def _ledger_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the chart of a career for an answer of `ledger` from stored reports, with the games; none if there is no
    stint, or for an answer from a file of facts."""
    from skipper.render.html.reported import reported

    person_id = answer.subject.get("person_id")
    told = None if person_id is None else reported(lake, person_id)
    if told is None or told.chart is None:
        return ()
    return (Chart(told.chart, "Level by season", LEDGER_CAPTION, told.stints, before="stints", beside=True),)


def _directives_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return a chart per directive with an applicable game; none if the answer was made without its games."""
    from skipper.render.html.directives_page import RATE_CAPTION, rate_picture

    games = next((table.rows for table in answer.tables if table.name == "games"), ())
    charts = []
    for number, row in enumerate(answer.main.rows, 1):
        own = [game for game in games if (game["plan"], game["id"]) == (row["plan"], row["id"])]
        picture = rate_picture(f"d{number}-rate", own, row, row["target_words"])
        if picture is not None:
            view = View(_DIRECTIVE_COLUMNS, [game for game in own if game["applicable"]], row["label"])
            caption = f"{row['label']}. {RATE_CAPTION}"
            charts.append(Chart(picture, row["label"], caption, view, before="managers", of="games"))
    return tuple(charts)


_CHARTS: dict[str, Callable[[LakeReader, Answer], Sequence[Chart]]] = {
    "club": _club_charts,
    "compare": compare_charts,
    "directives check": _directives_charts,
    "ledger": _ledger_charts,
    "lineup evaluate": lineup_charts,
    "records": _record_charts,
    "system": system_charts,
    "tendencies": _tendencies_charts,
    "usage": _usage_charts,
}
CHARTED = tuple(_CHARTS)  # the questions that have charts
