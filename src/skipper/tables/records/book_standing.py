"""The final places in Lahman's Teams, and those that its own wins and losses allow."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="book_standing",
    grain="one row per season and club whose place and record Lahman gives, in a league of level MLB",
    by_season=False,
    notes="One club is behind another if it has no more wins, no fewer losses and not the same record: then no way of "
    "ranking (by percentage, games behind or wins) puts it ahead. `best_place` and `worst_place` are the places that "
    "are left; `contradicts` says whether `finish` is outside them. `ahead` names the clubs of which this one is "
    "behind. `division` is null in a league without divisions.",
    published=False,
)

SQL = """
WITH book AS (
    SELECT t.season, t.club, t.league, t.division, t.finish, t.wins, t.losses
    FROM lahman_teams AS t
    JOIN league AS l
        ON l.league = t.league AND l.level = 'MLB' AND t.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
    WHERE t.club IS NOT NULL AND t.finish IS NOT NULL AND t.wins IS NOT NULL AND t.losses IS NOT NULL
),
place AS (
    SELECT
        a.season, a.club, a.league, a.division, a.finish, a.wins, a.losses,
        (1 + count(*) FILTER (a.wins <= b.wins AND a.losses >= b.losses AND (a.wins, a.losses) <> (b.wins, b.losses)))
            ::INTEGER AS best_place,
        (count(*) - count(*) FILTER (
            a.wins >= b.wins AND a.losses <= b.losses AND (a.wins, a.losses) <> (b.wins, b.losses)
        ))::INTEGER AS worst_place,
        list(format('{} {}-{}', b.club, b.wins, b.losses) ORDER BY b.wins - b.losses DESC, b.club) FILTER (
            a.wins <= b.wins AND a.losses >= b.losses AND (a.wins, a.losses) <> (b.wins, b.losses)
        ) AS ahead
    FROM book AS a JOIN book AS b
        ON b.season = a.season AND b.league = a.league AND b.division IS NOT DISTINCT FROM a.division
    GROUP BY ALL
)
SELECT *, finish NOT BETWEEN best_place AND worst_place AS contradicts FROM place
"""
