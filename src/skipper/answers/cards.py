"""Batting orders over many seasons: the number a manager used, the league's numbers, and the most frequent orders.

`skipper.answers.lineups` covers one season. A file has up to fifty seasons and a site covers all managers, so this
module builds the lineups of all seasons once and queries them repeatedly. It uses the same definition of an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader

COMPARABLE = 0.9  # minimum share of the club's games in the manager's span for a comparison with other clubs
MOST_USED = 3  # orders listed per hand


def create_batting_orders(lake: LakeReader, seasons: Sequence[int]) -> None:
    """Create the table `card` in the reader's connection: one row per club-game in these seasons with a known lineup.

    Covers the regular season only. `others` lists player_ids by slot, excluding the pitcher. `hand` is the opposing
    starter's throwing hand and `league` is the club's league; either is null if unknown.
    """
    lake.need("club_game", "lineup")
    years = ", ".join(str(int(year)) for year in seasons) or "NULL"
    lake.connection.execute(_CARDS.format(years=years))


def write_cards(lake: LakeReader, file: Path) -> None:
    """Write the table `card` to a Parquet file, for other processes to read with `read_cards`."""
    lake.connection.execute(f"COPY card TO {_literal(file)} (FORMAT parquet)")


def read_cards(lake: LakeReader, file: Path) -> None:
    """Create the table `card` from a file written by `write_cards`."""
    read = f"read_parquet({_literal(file)}, hive_partitioning = false)"  # `season=1999` in the path is no column
    lake.connection.execute(f"CREATE OR REPLACE TEMP TABLE card AS FROM {read}")


def orders_written(lake: LakeReader, person_id: str) -> list[Row]:
    """Return the number of distinct orders per season and club, excluding the pitcher, and the league's numbers.

    `league_median`, `league_least` and `league_most` describe the league's other clubs between the manager's first and
    last game with a lineup. They are null if the league is unknown or has no other clubs, or if the manager ran a
    smaller share than COMPARABLE of the club's games between those days (`club_games_in_span`).
    """
    rows = lake.rows_of(_ORDERS, ("manager_person_id",), (person_id,))
    for row in rows:
        if row["games_with_lineup"] < COMPARABLE * row["club_games_in_span"]:
            row.update(league_median=None, league_least=None, league_most=None, league_clubs=None)
    return rows


def orders_most_used(lake: LakeReader, person_id: str) -> list[Row]:
    """Return up to MOST_USED orders per season, club and hand, excluding the pitcher, most frequent first.

    An order was used in `games` of `games_vs_hand` games. `orders` is the number of distinct orders against that hand,
    and `orders_tied` the number of orders used as often as this one.
    """
    return lake.rows_of(_MOST_USED, ("manager_person_id",), (person_id,), {"most": MOST_USED})


def _literal(file: Path) -> str:
    return "'" + str(file).replace("'", "''") + "'"


_CARDS = """
CREATE OR REPLACE TEMP TABLE card AS
WITH written AS (
    SELECT season, game_id, club, list(player_id ORDER BY slot) FILTER (position IS DISTINCT FROM 1) AS others
    FROM lineup WHERE season IN ({years}) GROUP BY season, game_id, club
)
SELECT w.*, g.league, g.date, g.manager_person_id, g.opposing_starter_throws AS hand
FROM written AS w JOIN club_game AS g USING (season, game_id, club)
WHERE g.season IN ({years}) AND g.game_type = 'regular'
"""
_ORDERS = """
WITH his AS (
    SELECT manager_person_id, season, club, any_value(league) AS league, min(date) AS first, max(date) AS last,
        count(*) AS games_with_lineup, count(DISTINCT others) AS orders
    FROM card WHERE manager_person_id IN $manager_person_ids GROUP BY manager_person_id, season, club
),
clubs AS (
    SELECT h.manager_person_id, h.season, h.club, c.club AS of_club, count(*) AS games,
        count(DISTINCT c.others) AS orders
    FROM his AS h JOIN card AS c ON c.season = h.season AND c.date BETWEEN h.first AND h.last
        AND (c.league = h.league OR c.club = h.club)
    GROUP BY ALL
),
league AS (
    SELECT manager_person_id, season, club, sum(games) FILTER (of_club = club)::BIGINT AS club_games_in_span,
        count(*) FILTER (of_club <> club) AS league_clubs, median(orders) FILTER (of_club <> club) AS league_median,
        min(orders) FILTER (of_club <> club) AS league_least, max(orders) FILTER (of_club <> club) AS league_most
    FROM clubs GROUP BY manager_person_id, season, club
)
SELECT * FROM his JOIN league USING (manager_person_id, season, club) ORDER BY season, first, club
"""
_MOST_USED = """
WITH counted AS (
    SELECT manager_person_id, season, club, hand AS opposing_hand, others AS player_ids, count(*) AS games,
        min(game_id) AS first_game
    FROM card WHERE manager_person_id IN $manager_person_ids GROUP BY manager_person_id, season, club, hand, others
)
SELECT manager_person_id, season, club, opposing_hand, player_ids, games,
    sum(games) OVER against::BIGINT AS games_vs_hand, count(*) OVER against AS orders,
    count(*) OVER (PARTITION BY manager_person_id, season, club, opposing_hand, games) AS orders_tied
FROM counted
WINDOW against AS (PARTITION BY manager_person_id, season, club, opposing_hand)
QUALIFY row_number() OVER (
    PARTITION BY manager_person_id, season, club, opposing_hand ORDER BY games DESC, first_game
) <= $most
ORDER BY season, club, opposing_hand NULLS LAST, games DESC, first_game
"""
