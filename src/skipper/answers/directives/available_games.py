"""A plan's games by what is known of the player: available, not available with reasons, or neither known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

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
_UNKNOWN = "roster status unknown"
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

    `unavailable` is null if only the window of starts or, for a pitcher, of games pitched says anything.
    """
    games = [game for game in one.games if game["in_question"]]
    if one.asked.directive.declared.only_played:
        games = [{**game, "reason": reason} for game, reason in zip(games, _of_pitcher(one, games), strict=True)]
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
    only_played = one.asked.directive.declared.only_played
    is_window = not (one.spells or one.days_out) if only_played else one.status["availability"] == "window"
    stated = missed or not is_window
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


def _of_pitcher(one: Directed, games: Sequence[Row]) -> list[str | None]:
    """Return each game's reason: null in a game pitched and in any other in which the pitcher could have pitched.

    The plan comes first, then transactions (near a day that is a guess, neither is known), then the games pitched: from
    the first to the last for the club, and between two for another of the directive's clubs the pitcher is with that.
    """
    pitched = [(game["date"], game["club"]) for game in games if _pitched(game)]
    return [_reason_of_pitcher(one, game, pitched) for game in games]


def _pitched(game: Row) -> bool:
    return game["observed"] is not None and game["reason"] != "did not pitch"


def _reason_of_pitcher(one: Directed, game: Row, pitched: Sequence[tuple[date, str]]) -> str | None:
    day, club = game["date"], game["club"]
    if _pitched(game):
        return None
    if day in one.days_out:
        return f"unavailable: {one.days_out[day]}"
    for spell in one.spells:
        if (
            spell["club"] == club
            and spell["first_day"] <= day <= spell["last_day"]
            and spell["is_available"] is not None
        ):
            is_certain = (spell["known_from"] or date.max) <= day <= (spell["known_through"] or date.min)
            return _UNKNOWN if not is_certain else None if spell["is_available"] else spell["reason"]
    before = [other for played, other in pitched if played <= day][-1:]
    after = [other for played, other in pitched if played >= day][:1]
    if not before or not after or before != after:
        return _UNKNOWN
    return None if before == [club] else "on another club"


def _is_absent(reason: str | None) -> bool:
    return reason is not None and (reason.startswith("unavailable: ") or reason in _ABSENT)
