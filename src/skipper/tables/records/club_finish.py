"""Final places that the games bear out, of clubs whose place in Lahman's Teams its own wins and losses contradict."""

from __future__ import annotations

from skipper.lake.contract import Table
from skipper.tables.records.record_differences import MOST_LACKING

TABLE = Table(
    name="club_finish",
    grain="one row per season and club with a `contradicts` in `book_standing` and games in the lake",
    notes="`finish` is the place by winning percentage in the games of the league or division, null if a club of it "
    "lacks more of its games than records are compared without.",
    published=False,
)

SQL = f"""
WITH played AS (
    SELECT season, club, count(*) FILTER (result = 'W') AS won, count(*) FILTER (result = 'L') AS lost
    FROM regular_club_game GROUP BY season, club
),
placed AS (
    SELECT
        b.*, p.club IS NOT NULL AS is_played,
        bool_and(coalesce(p.won + p.lost, 0) >= b.wins + b.losses - {MOST_LACKING}) OVER standing AS is_whole,
        (rank() OVER (
            PARTITION BY b.season, b.league, b.division
            ORDER BY p.won / nullif(p.won + p.lost, 0) DESC NULLS LAST
        ))::INTEGER AS place
    FROM book_standing AS b LEFT JOIN played AS p ON p.season = b.season AND p.club = b.club
    WHERE b.season IN (SELECT season FROM played)
    WINDOW standing AS (PARTITION BY b.season, b.league, b.division)
)
SELECT
    season, club, league, division, finish AS stated_finish, best_place, worst_place, ahead, wins, losses,
    if(is_whole, place, NULL) AS finish
FROM placed WHERE contradicts AND is_played
"""
