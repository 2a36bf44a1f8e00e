"""Convert checked plans to an answer for the terminal and CSV."""

from __future__ import annotations

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.directives.available_games import AVAILABLE_FIELDS, availability_view, available_games
from skipper.answers.directives.available_games import NOTE as AVAILABLE
from skipper.answers.directives.check import NEEDS_PLAYS, Checked, Directed
from skipper.answers.directives.kinds.kind import kinds, listed
from skipper.answers.directives.plate_appearances import METHOD
from skipper.answers.directives.price import METHOD as PRICE_METHOD
from skipper.answers.directives.price import NO_PRICE
from skipper.answers.directives.tables import DIRECTIVE_GAME, DIRECTIVE_STATUS
from skipper.answers.interval import NAME as INTERVAL
from skipper.definitions.figures import rounded

FIELDS = (
    "plan",
    "id",
    "player",
    "asked",
    *(name for name in DIRECTIVE_STATUS.column_names if name != "plan"),
)
CHANGE_FIELDS = ("change", "verdict_before", "applicable_since", "followed_since")
MANAGER_FIELDS = (
    "plan",
    "id",
    "club",
    "manager_id",
    "manager_name",
    "applicable",
    "followed",
    "missed",
    "club_games",
    "club_followed",
)
MISS_FIELDS = (
    "plan",
    "id",
    "game_id",
    "date",
    "club",
    "manager_id",
    "manager_name",
    "manager_source",
    "observed",
    "required",
)
GAME_FIELDS = ("plan", "id", *(name for name in DIRECTIVE_GAME.column_names if name not in ("plan", "directive")))

_STANDING = (
    shown("Directive", "text", "label"),
    shown("Verdict", "code"),
    shown("Followed", "share", "followed", "applicable"),
    shown("Target", "code", "target_words"),
    shown("95 %", "code", "interval"),
)
_OVER = shown("Over", "code", "over")
_RATES = (
    shown("Followed", "share", "kept", "games"),
    shown("95 %", "code", "interval"),
    shown("Trend", "code", "trend_words"),
    shown("Lost", "code", "cost_words"),
    shown("Runs", "code", "runs_words"),
)
_MISSES = (
    shown("Longest run", "count", "run"),
    shown("First miss", "date", "first_miss"),
    shown("Last miss", "date", "last_miss"),
)
OVER_COLUMNS = (_OVER, *_RATES, *_MISSES)
_ASKED = (
    shown("Directive", "text", "label"),
    shown("Directive and result", "prose", "story"),
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


OVER_BOTH = "Over the available games, and over all club-games"
_MISSED = "Misses, over both"


def answer(checked: Checked, with_games: bool = False) -> Answer:
    """Return the answer: each directive's status, changes if requested, and misses by manager.

    `with_games` adds a table of every game, from which the charts are drawn.
    """
    rows = [_row(one, len(checked.plans) > 1) for one in checked.directed]
    managers = [row for one in checked.directed for row in _managers(one, len(checked.plans) > 1)]
    missed = [row for row in managers if row["missed"]]
    misses = [_game(one, game) for one in checked.directed for game in one.misses]
    games = [_game(one, game) for one in checked.directed for game in one.games] if with_games else []
    available = _available(checked)
    changed = checked.since is not None
    both, named = over_both(checked), (_STANDING[0], _OVER)
    views = [View(_STANDING, rows), View((*named, *_RATES), both, OVER_BOTH), View((*named, *_MISSES), both, _MISSED)]
    views.append(View(_ASKED, rows))
    if changed:
        views.insert(1, View(_CHANGED, rows, f"Since {checked.since}"))
    return Answer(
        question="directives check",
        title=_title(checked),
        tables=(
            Table("directives", (*FIELDS, *(CHANGE_FIELDS if changed else ())), rows, tuple(views)),
            Table("managers", MANAGER_FIELDS, managers, (View(_BY_MANAGER, missed, "Misses by manager"),)),
            Table("misses", MISS_FIELDS, misses, ()),
            Table("availability", AVAILABLE_FIELDS, available, (availability_view(available),) if available else ()),
            *([Table("games", GAME_FIELDS, games, ())] if with_games else []),
        ),
        lead=_lead(checked),
        notes=_notes(checked),
        rule="managed",
    )


def _title(checked: Checked) -> str:
    plans = checked.plans
    if len(plans) == 1:
        return f"{plans[0].plan.organization} {plans[0].plan.season}: the plan's directives"
    return f"Directives in {len(plans)} plans"


def _lead(checked: Checked) -> tuple[str, ...]:
    through = f"Games through {checked.through}, regular season." if checked.through else "Regular season."
    said = f"{through} A miss counts for the manager who ran the game (rule: managed)."
    return (said, *checked.rests_on)


def _notes(checked: Checked) -> tuple[str, ...]:
    others = [kind.name for kind in kinds().values() if not kind.by_lineup]
    judged = {one.asked.directive.kind for one in checked.directed if one.games}
    asked = [kind for name, kind in kinds().items() if name in judged]
    said = [
        "Followed: games followed out of the applicable games, which determine the verdict. Over all club-games: every "
        "game of the kind "
        "in question in which the player's participation is known, whether or not the player was available. Longest "
        "run: "
        "the "
        "most consecutive misses. Trend: the second half's rate minus the first's, in percentage points. Lost: "
        "expected "
        "plate "
        "appearances; for pitch, batters "
        "faced.",
        f"95 %: {INTERVAL}, for the rate behind the count.",
        AVAILABLE,
        f"Directives other than {listed(others)} are judged by the starting lineup: later changes in a game do not "
        "count.",
    ]
    said += [kind.note for kind in asked if kind.note is not None]
    costing = [one for one in checked.directed if one.status["cost"] or one.status["club_cost"]]
    own = [kind for kind in kinds().values() if kind in {one.asked.directive.declared for one in costing}]
    said += [f"Cost of {kind.name} directives: {kind.cost_method}" for kind in own if kind.cost_method != METHOD]
    if any(one.status["runs_games"] is not None for one in checked.directed):
        said.append(PRICE_METHOD)
    elif any(one.asked.directive.declared.no_price is not None for one in checked.directed):
        said.append(NO_PRICE)
    sources = dict.fromkeys(one.status["cost_source"] for one in costing if one.status["cost_source"] is not None)
    if sources:
        said += [f"Cost: plate appearances lost through misses beyond the target's allowance. {METHOD}"]
        said.append(f"Plate appearances per slot come from {'; '.join(sources)}.")
    return (*said, *checked.absent_notes)


def _available(checked: Checked) -> list[Row]:
    several = len(checked.plans) > 1
    return [{**row, "label": label(one, several)} for one in checked.directed for row in available_games(one)]


def over_both(checked: Checked) -> list[Row]:
    """Return two rows for each judged directive: one over the applicable games and one over all club-games."""
    several = len(checked.plans) > 1
    judged = [one for one in checked.directed if one.status["verdict"] != NEEDS_PLAYS]
    return [{"label": label(one, several), **over(one, basis)} for one in judged for basis in ("", "club_")]


def over(one: Directed, basis: str) -> Row:
    """Return a directive's figures over its applicable games or, if `basis` is "club_", over all club-games."""
    status = one.status
    low, high = status[f"{basis}interval_low"], status[f"{basis}interval_high"]
    trend, cost = status[f"{basis}trend"], status[f"{basis}cost"]
    return {
        "over": "all" if basis else "available",
        "kept": status["club_followed" if basis else "followed"],
        "games": status["club_games" if basis else "applicable"],
        "interval": None if low is None else f"{low * 100:.0f}-{high * 100:.0f}%",
        "run": status[f"{basis}longest_run_of_misses"],
        "first_miss": status[f"{basis}first_miss"],
        "last_miss": status[f"{basis}last_miss"],
        "trend_words": None if trend is None else f"{trend * 100:+.0f} points",
        "cost_words": None if cost is None else rounded(cost, 0),
        "runs_words": None if basis or status["runs"] is None else f"{status['runs']:+.1f}",
    }


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
        "story": f"{one.asked.player_name}: {one.words}. {result_words(one)}",
        **(one.change or {}),
    }


def label(one: Directed, several: bool) -> str:
    """Return the directive's id, prefixed with its plan's name if there are several plans."""
    return f"{one.asked.plan.name}/{one.asked.directive.id}" if several else one.asked.directive.id


def cost_words(status: Row) -> str | None:
    """Return the cost in words, `lost 52 plate appearances (46 to 57)`; null if the cost is zero or unknown.

    A cost that rounds to one is of one plate appearance or batter.
    """
    if not status["cost"]:
        return None
    gained = status["cost"] < 0
    ends = ("cost_high", "cost_low") if gained else ("cost_low", "cost_high")
    cost, low, high = (rounded(abs(status[name]), 0) for name in ("cost", *ends))
    return kinds()[status["kind"]].cost_words(cost, low, high, gained)


def result_words(one: Directed) -> str:
    """Return sentences on the reason for a missing verdict, the misses, the trend and availability."""
    status = one.status
    if status["verdict"] == NEEDS_PLAYS:
        return "Not judged: the lake has no play-by-play for the club that season."
    cost = cost_words(status)
    said = [_verdict(status), *_misses(status), *_course(status)]
    said += [f"Cost: {cost}"] if cost else []
    said.append(one.availability[0].upper() + one.availability[1:])
    if status["hand_unknown"]:
        said.append(f"The opposing starter's hand is unknown in {status['hand_unknown']} games, which are omitted")
    if status["undecided"]:
        said.append(
            f"The player's participation in {status['undecided']} games is unknown; these games are not counted"
        )
    return ". ".join(said) + "."


def _verdict(status: Row) -> str:
    by = status["verdict_by"]
    if status["applicable"] == 0:
        return "No game was applicable"
    heading, low, high = (status[f"heading_innings{end}"] for end in ("", "_low", "_high"))
    pace = "" if heading is None else f"; heading for {heading:.0f} innings ({low:.0f} to {high:.0f})"
    return by[0].upper() + by[1:] + pace


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


def _game(one: Directed, game: Row) -> Row:
    return {**game, "id": one.asked.directive.id}
