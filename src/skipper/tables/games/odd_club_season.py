"""Club-seasons with a game run by someone other than an appointed manager, with an appointed manager who ran no game,
or with several managers; only these need crediting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from skipper.calculations.crediting import ClubSeason, Decided, decide, lists_substitutes
from skipper.calculations.identities import ends_with
from skipper.lake.contract import Table

TABLE = Table(
    name="odd_club_season",
    grain="one row per season and club",
    notes="The lists `game_ids`, `dates`, `managers` (ids, null if unknown), `manager_names`, `named` (whether a "
    "source names the manager, and not Lahman alone), `regular` and `postseason` (whether the "
    "game is of the regular season, or of the postseason), `results` and `completed_on` (null unless the game was "
    "completed on a later day) are in order of play; `appointed` is null if Lahman lacks the club's season, as are the "
    "columns of `appointed_manager` beside it; `next_manager` is the first manager that it lists for the club's next "
    "season, null if it lacks that.",
    published=False,
)

_ORDER = "ORDER BY g.date, g.game_number, g.game_id"
SQL = f"""
SELECT
    g.season, g.club, any_value(a.appointed) AS appointed, any_value(a.last_names) AS last_names,
    any_value(a.book_terms) AS book_terms,
    any_value(a.book_games) AS book_games,
    any_value(a.book_wins) AS book_wins, any_value(a.book_losses) AS book_losses,
    any_value(a.club_games) AS club_games, any_value(n.appointed[1]) AS next_manager,
    list(g.game_id {_ORDER}) AS game_ids,
    list(g.date {_ORDER}) AS dates,
    list(g.manager_id {_ORDER}) AS managers,
    list(g.manager_name {_ORDER}) AS manager_names,
    list(g.manager_source IS DISTINCT FROM 'lahman_whole_season' {_ORDER}) AS named,
    list(g.game_type = 'regular' {_ORDER}) AS regular,
    list(g.game_type = 'postseason' {_ORDER}) AS postseason,
    list(g.result {_ORDER}) AS results,
    list(CASE WHEN m.completed_on > g.date THEN m.completed_on END {_ORDER}) AS completed_on
FROM managed_club_game AS g
LEFT JOIN appointed_manager AS a ON a.season = g.season AND a.club = g.club
LEFT JOIN appointed_manager AS n ON n.season = g.season + 1 AND n.club = g.club
LEFT JOIN game AS m ON m.game_id = g.game_id
GROUP BY g.season, g.club
HAVING bool_or(a.appointed IS NULL OR g.manager_id IS NULL OR NOT list_contains(a.appointed, g.manager_id))
    OR len(any_value(a.appointed)) > count(DISTINCT g.manager_id)
    OR count(DISTINCT g.manager_id) > 1
"""


def club_season(row: dict[str, Any]) -> ClubSeason:
    """Return a row as the input of `decide`."""
    return ClubSeason(
        managers=row["managers"],
        named=row["named"],
        appointed=row["appointed"],
        regular=row["regular"],
        postseason=row["postseason"],
        suspended=[day is not None for day in row["completed_on"]],
        results=row["results"],
        book_terms=row["book_terms"] or [],
        book_games=row["book_games"] or [],
        book_wins=row["book_wins"] or [],
        book_losses=row["book_losses"] or [],
        club_games=row["club_games"],
        next_manager=row["next_manager"],
        namesakes=_namesakes(row),
    )


def _namesakes(row: dict[str, Any]) -> dict[str, str]:
    """Return by unlisted manager the listed one with the last name that the source gives to the former."""
    if not row["last_names"]:
        return {}
    stated = dict(zip(row["managers"], row["manager_names"], strict=True))
    return {
        stranger: listed
        for stranger, name in stated.items()
        for listed, last_name in zip(row["appointed"], row["last_names"], strict=True)
        if stranger and name and last_name and stranger not in row["appointed"] and ends_with(name, last_name)
    }


def decided_seasons(odd_club_season: pa.Table) -> Iterator[tuple[dict[str, Any], Decided]]:
    """Yield each row with what is decided on its managers; a season's book lists substitutes if it does for a club."""
    rows = [(row, club_season(row)) for row in odd_club_season.to_pylist()]
    with_substitutes = {row["season"] for row, season in rows if lists_substitutes(season)}
    for row, season in rows:
        yield row, decide(season, row["season"] in with_substitutes)
