"""Batting orders of many seasons at once: a manager's number, the league's, and the most used.

`skipper.answers.lineups` answers for one season; a file has up to fifty, and a site covers all managers, so this
module builds every lineup card of the seasons once and queries it repeatedly. An order is defined the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader

COMPARABLE = 0.9  # least share of the club's games in the manager's span for a comparison with other clubs
MOST_USED = 3  # orders listed per hand


def draw_up_cards(lake: LakeReader, seasons: Sequence[int]) -> None:
    """Create `card` in the reader's connection: one row per club-game of those seasons with a known lineup.

    Regular season only. `others` lists the player_ids by slot, pitcher left out; `hand` is the opposing starter's
    throwing hand (null: unknown), `league` the club's league (null: unknown).
    """
    lake.need("club_game", "lineup")
    years = ", ".join(str(int(year)) for year in seasons) or "NULL"
    lake.connection.execute(_CARDS.format(years=years))


def write_cards(lake: LakeReader, file: Path) -> None:
    """Write the cards as Parquet for other processes, which read them with `read_cards`."""
    lake.connection.execute(f"COPY card TO {_literal(file)} (FORMAT parquet)")


def read_cards(lake: LakeReader, file: Path) -> None:
    """Create `card` from a file of `write_cards`."""
    lake.connection.execute(f"CREATE OR REPLACE TEMP TABLE card AS FROM read_parquet({_literal(file)})")


def orders_written(lake: LakeReader, person_id: str) -> list[Row]:
    """Return per season and club the number of distinct orders, pitcher left out, beside the league's.

    `league_median`, `league_least` and `league_most` describe the league's other clubs between the manager's first
    and last game with a lineup; null where the league is unknown, has no other club, or the manager ran a smaller
    share than COMPARABLE of the club's games between those days (`club_games_in_span`).
    """
    rows = lake.rows(_ORDERS, {"person": person_id})
    for row in rows:
        if row["games_with_lineup"] < COMPARABLE * row["club_games_in_span"]:
            row.update(league_median=None, league_least=None, league_most=None, league_clubs=None)
    return rows


def orders_most_used(lake: LakeReader, person_id: str) -> list[Row]:
    """Return per season, club and hand the most used orders, pitcher left out, at most MOST_USED, most first.

    `games` of `games_vs_hand`; `orders` is the number of distinct orders against that hand, `as_often` the number
    of orders used as often as this one.
    """
    return lake.rows(_MOST_USED, {"person": person_id, "most": MOST_USED})


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
    SELECT season, club, any_value(league) AS league, min(date) AS first, max(date) AS last,
        count(*) AS games_with_lineup, count(DISTINCT others) AS orders
    FROM card WHERE manager_person_id = $person GROUP BY season, club
),
clubs AS (
    SELECT h.season, h.club, c.club AS of_club, count(*) AS games, count(DISTINCT c.others) AS orders
    FROM his AS h JOIN card AS c ON c.season = h.season AND c.date BETWEEN h.first AND h.last
        AND (c.league = h.league OR c.club = h.club)
    GROUP BY ALL
),
league AS (
    SELECT season, club, sum(games) FILTER (of_club = club)::BIGINT AS club_games_in_span,
        count(*) FILTER (of_club <> club) AS league_clubs, median(orders) FILTER (of_club <> club) AS league_median,
        min(orders) FILTER (of_club <> club) AS league_least, max(orders) FILTER (of_club <> club) AS league_most
    FROM clubs GROUP BY season, club
)
SELECT * FROM his JOIN league USING (season, club) ORDER BY season, first, club
"""
_MOST_USED = """
WITH counted AS (
    SELECT season, club, hand, others AS player_ids, count(*) AS games, min(game_id) AS first_game
    FROM card WHERE manager_person_id = $person GROUP BY season, club, hand, others
)
SELECT season, club, hand, player_ids, games,
    sum(games) OVER against::BIGINT AS games_vs_hand, count(*) OVER against AS orders,
    count(*) OVER (PARTITION BY season, club, hand, games) AS as_often
FROM counted
WINDOW against AS (PARTITION BY season, club, hand)
QUALIFY row_number() OVER (PARTITION BY season, club, hand ORDER BY games DESC, first_game) <= $most
ORDER BY season, club, hand NULLS LAST, games DESC, first_game
"""
