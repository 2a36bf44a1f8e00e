"""HTML page for a plan: each directive's status, games and misses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from skipper.answers.answer import Row, View, shown
from skipper.answers.directives.available_games import availability_view, available_games
from skipper.answers.directives.check import NEEDS_PLAYS, Checked, Directed
from skipper.answers.directives.check_answer import OVER_BOTH, OVER_COLUMNS, answer, over, result_words
from skipper.lake.manifest import Manifest
from skipper.render.html.directives_chart import rate_chart
from skipper.render.html.frame import Frame
from skipper.render.html.page import render

# Marks differ in shape as well as in color.
MARKS = {
    "followed": ("●", "color:var(--accent)"),
    "missed": ("✕", "font-weight:700"),
    "not applicable": ("·", "color:var(--muted)"),
}
RATE_CAPTION = "Running share of applicable games that followed the directive, and the target."
PLAYER = shown("Player", "text", "player_name")
CLUB = shown("Club", "text", "club")
MANAGER = shown("Manager", "text", "manager_name")
DAYS = tuple(range(1, 32))


@dataclass(frozen=True)
class Mark:
    """A game in the calendar. `words` is the game's accessible name and tooltip."""

    sign: str
    style: str
    words: str


@dataclass(frozen=True)
class Part:
    """A directive on the page.

    `figures` covers both the applicable games and all club-games, `available` the player's availability under each
    manager. `chart` is None if there are no applicable games.
    `calendar` holds months and their days.
    """

    key: str
    one: Directed
    told: str
    figures: View
    available: View
    chart: Markup | None
    calendar: list[tuple[str, list[list[Mark]]]]
    games: list[Row]

    @property
    def player(self) -> Row:
        """Return the player's name and person_id."""
        return {"player_name": self.one.asked.player_name, "player_person_id": self.one.asked.person_id}

    @property
    def why(self) -> str | None:
        """Return the plan's reason for the directive, or None if the plan does not give a reason."""
        return self.one.asked.directive.why

    @property
    def judged(self) -> bool:
        """Return whether the directive could be judged from the games."""
        return self.one.status["verdict"] != NEEDS_PLAYS


def plan_page(checked: Checked, manifest: Manifest, frame: Frame | None = None) -> str:
    """Return the page for a checked plan. `frame` is its place in a site, None for a self-contained page."""
    whole = answer(checked)
    by_manager = whole.table("managers").views[0]
    plan = checked.plans[0].plan
    return render(
        "plan.html.j2",
        frame,
        plan=plan,
        lead=whole.lead,
        notes=whole.notes,
        standing=_titled(whole.main.views[0], "Status by directive"),
        changed=whole.main.views[1] if checked.since else None,
        by_manager=View(by_manager.columns[:-1], by_manager.rows, by_manager.title),  # misses are linked below
        player=PLAYER,
        club=CLUB,
        manager=MANAGER,
        parts=[_part(f"d{number}", one) for number, one in enumerate(checked.directed, 1)],
        caption=RATE_CAPTION,
        marks=MARKS,
        days=DAYS,
        manifest=manifest,
    )


def _titled(view: View, title: str) -> View:
    return View(view.columns, view.rows, title, view.notes)


def _part(key: str, one: Directed) -> Part:
    games = [{**game, "key": f"{key}-{number}", "state": _state(game)} for number, game in enumerate(one.games, 1)]
    figures = View(OVER_COLUMNS, [over(one, basis) for basis in ("", "club_")], OVER_BOTH)
    chart = rate_picture(key, one.games, one.status, one.target_words)
    available = availability_view(available_games(one), with_label=False)
    return Part(key, one, result_words(one), figures, available, chart, list(_calendar(games)), games)


def rate_picture(key: str, games: Sequence[Row], status: Row, target_words: str) -> Markup | None:
    """Draw a directive's running rate from its games and status; return None if no game was applicable."""
    applicable = [(game["date"], game["followed"]) for game in games if game["applicable"]]
    if not applicable:
        return None
    label = (
        f"Share of applicable games that followed, from {applicable[0][0]} to {applicable[-1][0]}: at the end "
        f"{status['followed']} of {status['applicable']}. Target: {target_words}. Every game is in the table below."
    )
    return rate_chart(applicable, status["target"], f"{key}-rate", label)


def _state(game: Row) -> str:
    if not game["applicable"]:
        return "not applicable"
    return "followed" if game["followed"] else "missed"


def _calendar(games: Iterable[Row]) -> Iterator[tuple[str, list[list[Mark]]]]:
    """Yield each month that has a game, with a list of marks for each of 31 days."""
    months: dict[tuple[int, int], list[list[Mark]]] = {}
    for game in games:
        day: date = game["date"]
        row = months.setdefault((day.year, day.month), [[] for _ in DAYS])
        row[day.day - 1].append(_mark(game))
    for (year, month), row in sorted(months.items()):
        yield f"{date(year, month, 1):%B}", row


def _mark(game: Row) -> Mark:
    sign, style = MARKS[game["state"]]
    detail = game["reason"] if game["state"] == "not applicable" else game["observed"]
    return Mark(sign, style, f"{game['date']}: {game['state']} ({detail})")
