"""A plan's games by what is known of the player: available, not available with reasons, or neither known."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.answers.answer import Row, View, shown
from skipper.answers.available import counted_reasons, reasons_in_words
from skipper.answers.directives.check import Directed

AVAILABLE_FIELDS = (
    *(
        "plan",
        "id",
        "season",
        "club",
        "manager_id",
        "manager_person_id",
        "manager_name",
        "games",
        "available",
        "available_vs_l",
        "available_vs_r",
    ),
    *("started", "unavailable", "unknown", "unavailable_reasons"),
)
NOTE = (
    "Availability: the games of the kind in question. Avail: the player could play. St: started. Out: could not play, "
    "with reasons (Why). Unk: neither is known."
)
TITLE = "Availability"
_ABSENT = ("on another club", "not yet with the club")
_PRESENT = (None, "not in the batting order", "did not start", "position unknown", "week not over")
_COLUMNS = (
    shown("Manager", "text", "manager_name"),
    shown("Games", "count"),
    shown("Avail", "count", "available"),
    shown("vs L", "count", "available_vs_l"),
    shown("vs R", "count", "available_vs_r"),
    shown("St", "count", "started"),
    shown("Out", "count", "unavailable"),
    shown("Unk", "count", "unknown"),
    shown("Why", "prose"),
)


def available_games(one: Directed) -> list[Row]:
    """Return a row for each club and manager: the directive's games, and in how many the player was available.

    Empty for a directive on pitching, which is judged in the games pitched. `unavailable` is null if only the window of
    starts says anything.
    """
    if one.status["kind"] == "pitch":
        return []
    games = [game for game in one.games if game["in_question"]]
    places = dict.fromkeys((game["club"], game["manager_id"], game["manager_name"]) for game in games)
    return [
        _row(one, place, [game for game in games if (game["club"], game["manager_id"], game["manager_name"]) == place])
        for place in places
    ]


def availability_view(rows: Sequence[Row], with_label: bool = True) -> View:
    """Return the view of available_games, with the directive's label in place of the club if `with_label` is true."""
    leading = shown("Directive", "text", "label") if with_label else shown("Club", "code")
    return View((leading, *_COLUMNS), rows, TITLE)


def _row(one: Directed, place: tuple[str, str | None, str | None], games: Sequence[Row]) -> Row:
    club, manager_id, manager_name = place
    here = [game for game in games if game["reason"] in _PRESENT]
    missed = [game["reason"] for game in games if _is_absent(game["reason"])]
    reasons = counted_reasons(missed)
    stated = missed or one.status["availability"] != "window"
    return {
        "plan": one.status["plan"],
        "id": one.asked.directive.id,
        "label": one.asked.directive.id,
        "season": one.status["season"],
        "club": club,
        "manager_id": manager_id,
        "manager_person_id": games[0]["manager_person_id"],
        "manager_name": manager_name or manager_id or "unknown",
        "games": len(games),
        "available": len(here),
        "available_vs_l": sum(game["opposing_hand"] == "L" for game in here),
        "available_vs_r": sum(game["opposing_hand"] == "R" for game in here),
        "started": sum(game["slot"] is not None or game["position"] is not None for game in games),
        "unavailable": len(missed) if stated else None,
        "unknown": len(games) - len(here) - len(missed),
        "unavailable_reasons": reasons,
        "why": reasons_in_words(reasons),
    }


def _is_absent(reason: str | None) -> bool:
    return reason is not None and (reason.startswith("unavailable: ") or reason in _ABSENT)
