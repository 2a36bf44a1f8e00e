"""Table `manager_decision`: managers stated by a source or by the record book that the other contradicts, and suspended
games credited to the manager who finished them, with what is used and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from skipper.calculations.crediting import LONGEST_ACTING_RUN, Decided, Decision
from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick
from skipper.tables.games.odd_club_season import decided_seasons

TABLE = Table(
    name="manager_decision",
    grain="one row per season, club, kind and manager stated; for suspended_game, per game",
    key=("season", "club", "kind", "stated_id", "first_game_id"),
    small=True,
    sources="the managers of club_game, against the managers that Lahman lists for the club's season",
    columns=pick(
        SHARED,
        "season",
        "club",
        Column(
            "kind",
            "string",
            "source_manager: the source names in every game of the regular season (or of the postseason alone) a "
            "manager whom the record book does not list, while none of its managers has a game (suspected error of the "
            "source; the book's only manager is used, or none if it lists several). book_manager: the book lists a "
            "manager without a game, where another whom it does not list ran the games, but for a few of a substitute, "
            "or all games under the last name of the book's only manager (error of the book; the other is credited). "
            "unlisted_manager: a manager whom the book does not list ran "
            f"more than {LONGEST_ACTING_RUN} games in a row, while its managers ran others (too many for a substitute: "
            "he is credited). missing_manager: the book lists a manager for too many games for a substitute, and the "
            "source names others in all of them (if the games, in the book's order, divide into terms of exactly its "
            "wins and losses, its manager is used in the games of the term; else nothing is changed and all games are "
            "marked). listed_substitute: in a season for which the book lists substitutes, a listed manager ran a "
            "stretch of games after which the one before returned, in the season or by opening the next one, and the "
            f"book gives each of them one term (the stretch, of at most {LONGEST_ACTING_RUN} games, is credited to the "
            "other). "
            "suspended_game: the source "
            "names the manager who finished a suspended game, not the one in charge on the day on which it began",
            required=True,
        ),
        Column(
            "stated_by",
            "string",
            "source or record_book; of a suspended game other_games, those around the day on which it began",
            required=True,
        ),
        Column(
            "stated_id",
            "string",
            "id of the manager stated; of a suspended game, the manager in charge on the day on which it began",
            required=True,
        ),
        Column("stated_person_id", "string", "person_id of that manager; null if unknown"),
        Column("stated_name", "string", "that manager's name; null if unknown"),
        Column(
            "used_id",
            "string",
            "id of the manager used; null if nothing is changed. The manager of a missing_manager's term is used as "
            "stated by the book",
        ),
        Column("used_person_id", "string", "person_id of that manager; null if unknown"),
        Column("used_name", "string", "that manager's name; null if unknown"),
        Column("games", "int", "number of games concerned", required=True),
        Column("first_game_id", "string", "the first of these games; null if there are none"),
        Column("last_game_id", "string", "the last of these games; null if there are none"),
        Column("evidence", "string", "the reason in words", required=True),
    ),
)

_STATED_BY = {
    "book_manager": "record_book",
    "missing_manager": "record_book",
    "listed_substitute": "record_book",
    "suspended_game": "other_games",
}


def manager_decision(odd_club_season: pa.Table, season_person: pa.Table) -> pa.Table:
    """Return the decisions on the managers of each club's season."""
    names = dict(zip(season_person["source_id"].to_pylist(), season_person["name"].to_pylist(), strict=True))
    persons = dict(zip(season_person["source_id"].to_pylist(), season_person["person_id"].to_pylist(), strict=True))
    rows = [
        row for season, decided in decided_seasons(odd_club_season) for row in _rows(season, decided, names, persons)
    ]
    return pa.Table.from_pylist(rows, TABLE.arrow_schema)


def _rows(
    season: dict[str, Any], decided: Decided, names: dict[str, str | None], persons: dict[str, str]
) -> Iterator[dict[str, Any]]:
    for decision in decided.decisions:
        games = [season["game_ids"][at] for at in decision.games]
        yield {
            "season": season["season"],
            "club": season["club"],
            "kind": decision.kind,
            "stated_by": _STATED_BY.get(decision.kind, "source"),
            "stated_id": decision.stated,
            "stated_person_id": persons.get(decision.stated),
            "stated_name": names.get(decision.stated),
            "used_id": decision.used,
            "used_person_id": persons.get(decision.used) if decision.used else None,
            "used_name": names.get(decision.used) if decision.used else None,
            "games": len(games),
            "first_game_id": games[0] if games else None,
            "last_game_id": games[-1] if games else None,
            "evidence": _evidence(season, decision, names),
        }


def _games(season: dict[str, Any], decision: Decision) -> str:
    counts = {
        kind: sum(season[column][at] for at in decision.games)
        for kind, column in (("regular season", "regular"), ("postseason", "postseason"))
    }
    return " and ".join(f"{count} games of the {kind}" for kind, count in counts.items() if count)


def _evidence(season: dict[str, Any], decision: Decision, names: dict[str, str | None]) -> str:
    def named(man: str | None) -> str:
        name = names.get(man) if man else None
        return f"{name} ({man})" if name else f"{man}"

    stated, used, games = named(decision.stated), named(decision.used), len(decision.games)
    if decision.kind == "source_manager":
        listed = " and ".join(named(man) for man in season["appointed"])
        shown = f"{used} is used" if decision.used else "no manager is used"
        return (
            f"the source of the games names {stated} in all {_games(season, decision)}, and the record book lists only "
            f"{listed}: suspected error of the source; {shown}"
        )
    if decision.kind == "book_manager" and decision.used is None:
        return f"the record book lists {stated}, but others ran every game: its list is not used"
    if decision.kind == "book_manager":
        by_name = " with the same last name," if decision.by_last_name else ","
        return (
            f"the record book lists {stated}, who ran no game; {used}{by_name} whom it does not list, ran "
            f"{games} games in that place: suspected error of the book; {used} is credited with them"
        )
    if decision.kind == "unlisted_manager":
        return (
            f"the record book does not list {stated}, who ran {games} games, more than {LONGEST_ACTING_RUN} of them in "
            "a row: no substitute is known to have run so many; he is credited with them"
        )
    if decision.kind == "missing_manager":
        count = dict(zip(season["appointed"], season["book_games"], strict=True))[decision.stated]
        wanted = f"{count} game{'' if count == 1 else 's'}"
        if decision.used:
            won, lost = (
                dict(zip(season["appointed"], season[column], strict=True))[decision.stated]
                for column in ("book_wins", "book_losses")
            )
            return (
                f"the record book lists {stated} for {wanted}, and the source of the games names others in all "
                f"of them: in the book's order they are the games from {season['dates'][decision.games[0]]}, in which "
                f"the club was {won}-{lost}, exactly the book's record; {stated} is used"
            )
        return (
            f"the record book lists {stated} for {wanted}, and the source of the games names others in all "
            f"{games}: the source does not say when the managers changed, so its managers are kept and marked"
        )
    if decision.kind == "listed_substitute":
        return (
            f"the record book lists {stated} beside {used}, to whom it gives one term, and substitutes of other clubs "
            f"too: {stated} ran {games} game{'s' if games > 1 else ''} before {used} returned, who is credited"
        )
    at = decision.games[0]
    return (
        f"the game of {season['dates'][at]} was completed on {season['completed_on'][at]}; {stated} was in charge on "
        f"the day on which it began, and its source names {used}, who is credited"
    )
