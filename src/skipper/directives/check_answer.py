"""Checked plans as an answer: what the terminal and CSV show."""

from __future__ import annotations

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.directives.check import BATTERS, NEEDS_PLAYS, Checked, Directed
from skipper.directives.plate_appearances import METHOD, RUNS
from skipper.directives.status_rules import INTERVAL
from skipper.directives.tables import DIRECTIVE_STATUS
from skipper.render.figures import rounded

FIELDS = ("plan", "id", "player", "asked", *(name for name in DIRECTIVE_STATUS.column_names if name != "plan"))
CHANGE_FIELDS = ("change", "verdict_before", "applicable_since", "followed_since")
MANAGER_FIELDS = ("plan", "id", "club", "manager_id", "manager_name", "applicable", "followed", "missed")
MISS_FIELDS = ("plan", "id", "game_id", "date", "club", "manager_id", "manager_name", "observed", "required")

_STANDING = (
    shown("Directive", "text", "label"),
    shown("Verdict", "code"),
    shown("Followed", "share", "followed", "applicable"),
    shown("Target", "code", "target_words"),
    shown("95 %", "code", "interval"),
    shown("Of all", "share", "club_followed", "club_games"),
)
_ASKED = (
    shown("Directive", "text", "label"),
    shown("What was asked, and how it went", "prose", "story"),
)
_CHANGED = (
    shown("Directive", "text", "label"),
    shown("Now", "code", "change"),
    shown("Before", "code", "verdict_before"),
    shown("Followed since", "share", "followed_since", "applicable_since"),
)
_BY_MANAGER = (
    shown("Directive", "text", "label"),
    shown("Club", "code"),
    shown("Manager", "text", "manager_name"),
    shown("Missed", "share", "missed", "applicable"),
    shown("On", "names", "days"),
)


def answer(checked: Checked) -> Answer:
    """The answer: how each directive stands; what changed, where that was asked; the misses by manager."""
    rows = [_row(one, len(checked.plans) > 1) for one in checked.directed]
    managers = [row for one in checked.directed for row in _managers(one, len(checked.plans) > 1)]
    missed = [row for row in managers if row["missed"]]
    misses = [_miss(one, game) for one in checked.directed for game in one.misses]
    changed = checked.since is not None
    views = [View(_STANDING, rows), View(_ASKED, rows)]
    if changed:
        views.insert(1, View(_CHANGED, rows, f"Since {checked.since}"))
    return Answer(
        question="directives check",
        title=_title(checked),
        tables=(
            Table("directives", (*FIELDS, *(CHANGE_FIELDS if changed else ())), rows, tuple(views)),
            Table("managers", MANAGER_FIELDS, managers, (View(_BY_MANAGER, missed, "Misses by manager"),)),
            Table("misses", MISS_FIELDS, misses, ()),
        ),
        lead=_lead(checked),
        notes=_notes(checked),
        rule="managed",
    )


def _title(checked: Checked) -> str:
    plans = checked.plans
    if len(plans) == 1:
        return f"{plans[0].plan.organization} {plans[0].plan.season}: the plan's directives"
    return f"Directives of {len(plans)} plans"


def _lead(checked: Checked) -> tuple[str, ...]:
    through = f"Games through {checked.through}, regular season." if checked.through else "Regular season."
    return (f"{through} A miss is the manager's who ran the game (rule: managed).",)


def _notes(checked: Checked) -> tuple[str, ...]:
    said = [
        "Followed: of the games by which the directive can be judged. Of all: the same over every club-game of the "
        "kind asked about, available or not.",
        f"95 %: {INTERVAL}, for the rate behind the count.",
        "Judged by the starting lineup (pitch aside): what happened later in a game does not count.",
    ]
    if any(one.asked.directive.kind == "pitch" and one.games for one in checked.directed):
        said.append(
            "Pitch directives are judged by play-by-play, game by game that he pitched in; rest and innings of the "
            "season by the games whose play-by-play the lake has."
        )
    if any(one.status["cost"] for one in checked.directed if one.status["kind"] == "pitch"):
        said.append(f"Cost of pitch directives: {BATTERS}")
    if any(one.status["cost"] for one in checked.directed if one.status["kind"] != "pitch"):
        said += [f"Cost: what the misses beyond those that the target allows lost him. {METHOD}", RUNS]
    return tuple(said)


def _row(one: Directed, several: bool) -> Row:
    status = one.status
    low, high = status["interval_low"], status["interval_high"]
    return {
        **status,
        "id": one.asked.directive.id,
        "label": label(one, several),
        "player": one.asked.player_name,
        "asked": one.words,
        "target_words": None if status["verdict"] == NEEDS_PLAYS else one.target_words,
        "interval": None if low is None else f"{low * 100:.0f}-{high * 100:.0f}%",
        "story": f"{one.asked.player_name}: {one.words}. {told(one)}",
        **(one.change or {}),
    }


def label(one: Directed, several: bool) -> str:
    """The directive's id, with its plan's name where there are several."""
    return f"{one.asked.plan.name}/{one.asked.directive.id}" if several else one.asked.directive.id


def cost_words(status: Row) -> str | None:
    """`lost 52 plate appearances (46 to 57)`; null where none are, or the directive moves none."""
    if not status["cost"]:
        return None
    gained = status["cost"] < 0
    ends = ("cost_high", "cost_low") if gained else ("cost_low", "cost_high")
    cost, low, high = (rounded(abs(status[name]), 0) for name in ("cost", *ends))
    if status["kind"] == "pitch":
        return f"{cost} batters faced beyond what was asked ({low} to {high})"
    return f"{'gained' if gained else 'lost'} {cost} plate appearances ({low} to {high})"


def told(one: Directed) -> str:
    """In sentences: why there is no verdict, misses, trend, availability."""
    status = one.status
    if status["verdict"] == NEEDS_PLAYS:
        return "Not judged: the lake has no play-by-play of the club that season."
    cost = cost_words(status)
    said = [_verdict(status), *_misses(status), *_course(status)]
    said += [f"Cost: {cost}"] if cost else []
    said.append(one.availability[0].upper() + one.availability[1:])
    if status["hand_unknown"]:
        said.append(f"Hand of the opposing starter unknown in {status['hand_unknown']} games, left out")
    return ". ".join(said) + "."


def _verdict(status: Row) -> str:
    by = status["verdict_by"]
    if status["applicable"] == 0:
        return "No game was applicable"
    return by[0].upper() + by[1:]


def _misses(status: Row) -> list[str]:
    if status["first_miss"] is None:
        return ["No miss"] if status["applicable"] else []
    if status["longest_run_of_misses"] == 1:
        return [f"First miss {status['first_miss']}, never two in a row"]
    run = f"longest run {status['longest_run_of_misses']}, {status['longest_run_from']} to {status['longest_run_to']}"
    return [f"First miss {status['first_miss']}, {run}"]


def _course(status: Row) -> list[str]:
    if not status["first_games"]:
        return []
    halves = (
        f"First half {status['first_followed']} of {status['first_games']}, "
        f"second {status['second_followed']} of {status['second_games']}"
    )
    return [halves, *([f"The rate changed after {status['changed_after']}"] if status["changed_after"] else [])]


def _managers(one: Directed, several: bool) -> list[Row]:
    rows = []
    for man in one.managers:
        key = (man["club"], man["manager_id"])
        days = [miss["date"].isoformat()[5:] for miss in one.misses if (miss["club"], miss["manager_id"]) == key]
        missed = man["applicable"] - man["followed"]
        name = man["manager_name"] or man["manager_id"] or "unknown"
        ids = {"id": one.asked.directive.id, "label": label(one, several)}
        rows.append({**man, **ids, "manager_name": name, "missed": missed, "days": days})
    return rows


def _miss(one: Directed, game: Row) -> Row:
    return {**game, "id": one.asked.directive.id}
