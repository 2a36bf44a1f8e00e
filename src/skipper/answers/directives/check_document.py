"""Convert checked plans to JSON."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.answers.directives.available_games import AVAILABLE_FIELDS, available_games
from skipper.answers.directives.check import Checked, Directed
from skipper.answers.directives.kinds.kind import kinds
from skipper.answers.directives.price import METHOD as PRICE_METHOD
from skipper.answers.directives.question import Row
from skipper.answers.interval import NAME as INTERVAL

MISS_FIELDS = ("game_id", "date", "club", "manager_id", "manager_name", "manager_source", "observed", "required")
_FIRST = ("verdict", "club_games", "applicable", "followed", "rate", "target")
_REST = (
    "verdict_by",
    "club_followed",
    "club_rate",
    "hand_unknown",
    "undecided",
    "needed",
    "on_course",
    "heading_innings",
    "heading_innings_low",
    "heading_innings_high",
)
_COURSE = (
    "longest_run_of_misses",
    "longest_run_from",
    "longest_run_to",
    "first_miss",
    "last_miss",
    "first_games",
    "first_followed",
    "second_games",
    "second_followed",
    "trend",
    "changed_after",
)
_MAN = ("club", "manager_id", "manager_name", "applicable", "followed", "club_games", "club_followed")
_AVAILABLE = tuple(name for name in AVAILABLE_FIELDS if name not in ("plan", "id"))


def document(checked: Checked, notices: Sequence[str] = (), simulated: bool = False) -> Row:
    """Return the check as a document: one entry per directive with its misses, then the sources' notices."""
    return {
        "directives": [_entry(one, len(checked.plans) > 1) for one in checked.directed],
        "through": checked.through,
        "since": checked.since,
        "absent": list(checked.absent),
        "simulated": simulated,
        "notices": list(notices),
    }


def _entry(one: Directed, several: bool) -> Row:
    status = one.status
    return {
        **({"plan": one.asked.plan.name} if several else {}),
        "id": one.asked.directive.id,
        **{name: status[name] for name in _FIRST},
        "interval": _interval(status),
        "cost": _cost(status),
        "misses": [{name: miss[name] for name in MISS_FIELDS} for miss in one.misses],
        "player": one.asked.player_name,
        "person_id": one.asked.person_id,
        "asked": one.words,
        "clubs": list(one.asked.clubs),
        "availability": one.availability,
        "availability_source": status["availability"],
        "unavailable": status["unavailable"],
        **{name: status[name] for name in (*_REST, *_COURSE)},
        "over_club_games": _over_club_games(status),
        "availability_by_manager": [{name: row[name] for name in _AVAILABLE} for row in available_games(one)],
        "managers": [{name: man[name] for name in _MAN} for man in one.managers],
        **(one.change or {}),
    }


def _over_club_games(status: Row) -> Row:
    """Return the same figures over every club-game in question, regardless of the player's availability."""
    return {
        "games": status["club_games"],
        "followed": status["club_followed"],
        "rate": status["club_rate"],
        "needed": status["club_needed"],
        "interval": _interval(status, "club_"),
        **{name: status[f"club_{name}"] for name in _COURSE},
        "cost": _cost(status, "club_"),
    }


def _interval(status: Row, basis: str = "") -> Row | None:
    low, high = (status[f"{basis}interval_{end}"] for end in ("low", "high"))
    return None if low is None else {"low": low, "high": high, "method": INTERVAL}


def _cost(status: Row, basis: str = "") -> Row | None:
    if status[f"{basis}cost"] is None and (basis or status["runs"] is None):
        return None  # a position has no cost in plate appearances, but may have a price in runs
    kind = kinds()[status["kind"]]
    return {
        "plate_appearances": status[f"{basis}cost"],
        "low": status[f"{basis}cost_low"],
        "high": status[f"{basis}cost_high"],
        "all_misses": status[f"{basis}lost_by_all_misses"],
        "runs": None if basis else status["runs"],
        "runs_games": None if basis else status["runs_games"],
        "source": status["cost_source"],
        "method": kind.cost_method if kind.no_price is not None else f"{kind.cost_method} {PRICE_METHOD}",
    }
