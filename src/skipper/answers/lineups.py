"""A manager's batting orders: their number, and the most frequent orders.

An order is the sequence of batters, regardless of position. If the pitcher is excluded, orders that differ only in the
pitcher or in the pitcher's slot count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader

ORDER_FIELDS = ("season", "club", "games_with_lineup", "distinct_orders", "distinct_orders_without_pitcher")
LINEUP_FIELDS = (
    "season",
    "club",
    "opposing_hand",
    "games",
    "games_vs_hand",
    "orders_tied",
    "player_ids",
    "players",
)

_CARDS = """
WITH cards AS (
    SELECT g.game_id, g.season, g.club, g.opposing_starter_throws AS opposing_hand,
        list(l.player_id ORDER BY l.slot) AS batting_order,
        list(l.player_id ORDER BY l.slot) FILTER (l.position IS DISTINCT FROM 1) AS others
    FROM club_game AS g JOIN lineup AS l USING (season, game_id, club)
    WHERE g.season IN $seasons AND l.season IN $seasons AND g.game_type = 'regular' AND {whose}
    GROUP BY ALL
)
"""


def distinct_orders(lake: LakeReader, person_id: str | None, season: int, club: str | None = None) -> list[Row]:
    """Return the number of distinct orders per club in games with a known lineup, for a manager, a club or both."""
    sql = f"""
    {_CARDS}
    SELECT season, club, count(*) AS games_with_lineup, count(DISTINCT batting_order) AS distinct_orders,
        count(DISTINCT others) AS distinct_orders_without_pitcher
    FROM cards GROUP BY season, club ORDER BY club
    """
    return _rows(lake, sql, person_id, season, club)


def most_used(lake: LakeReader, person_id: str | None, season: int, club: str | None = None) -> list[Row]:
    """Return the most frequent order per club and opposing starter's hand (null if unknown), excluding the pitcher.

    Each tied order has its own row. `games` is the number of the `games_vs_hand` in which the order was used.
    """
    sql = f"""
    {_CARDS},
    counted AS (
        SELECT season, club, opposing_hand, others AS player_ids, count(*) AS games,
            sum(count(*)) OVER (PARTITION BY season, club, opposing_hand)::BIGINT AS games_vs_hand,
            min(game_id) AS first_game
        FROM cards GROUP BY season, club, opposing_hand, others
    )
    SELECT season, club, opposing_hand, games, games_vs_hand,
        count(*) OVER (PARTITION BY season, club, opposing_hand) AS orders_tied, player_ids
    FROM (FROM counted QUALIFY rank() OVER (PARTITION BY season, club, opposing_hand ORDER BY games DESC) = 1)
    ORDER BY club, opposing_hand NULLS LAST, first_game
    """
    return _rows(lake, sql, person_id, season, club)


def _rows(lake: LakeReader, sql: str, person_id: str | None, season: int, club: str | None) -> list[Row]:
    of_manager = "true" if person_id is None else "g.manager_person_id = $person"
    if club is None:
        return lake.rows_of(sql.format(whose=of_manager), ("season",), (season,), {"person": person_id})
    whose = f"g.club IN $clubs AND l.club IN $clubs AND {of_manager}"
    return lake.rows_of(sql.format(whose=whose), ("club", "season"), (club, season), {"person": person_id})


def name_players(orders: Iterable[Row], players: Iterable[Row]) -> None:
    """Add to each order its `players`, by name or, if the name is unknown, by id, and their `player_person_ids`, null
    if unknown."""
    known = {row["player_id"]: row for row in players}
    for order in orders:
        own = [known.get(player, {}) for player in order["player_ids"]]
        named = zip(own, order["player_ids"], strict=True)
        order["players"] = [row.get("player_name") or player for row, player in named]
        order["player_person_ids"] = [row.get("player_person_id") for row in own]


def orders_by_season(lake: LakeReader, person_ids: Sequence[str]) -> list[Row]:
    """Return the number of distinct orders, excluding the pitcher, per manager, season and club with lineups."""
    ids = {"ids": list(person_ids)}
    ran = "SELECT DISTINCT season FROM manager_season WHERE list_contains($ids, manager_person_id)"
    years = ", ".join(str(row["season"]) for row in lake.rows(ran, ids))  # literal years let DuckDB skip other seasons
    if not years:
        return []
    sql = f"""
    WITH cards AS (
        SELECT g.manager_person_id, g.season, g.club, g.game_id,
            list(l.player_id ORDER BY l.slot) FILTER (l.position IS DISTINCT FROM 1) AS others
        FROM club_game AS g JOIN lineup AS l USING (season, game_id, club)
        WHERE g.season IN ({years}) AND l.season IN ({years})
            AND g.game_type = 'regular' AND list_contains($ids, g.manager_person_id)
        GROUP BY ALL
    )
    SELECT manager_person_id, season, club, count(*) AS games_with_lineup,
        count(DISTINCT others) AS distinct_orders_without_pitcher
    FROM cards GROUP BY ALL ORDER BY ALL
    """
    return lake.rows(sql, ids)
