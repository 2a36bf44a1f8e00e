"""Won-lost records in postseason series according to the games and to Lahman's SeriesPost, for `record_difference`."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="postseason_record",
    grain="one row per season, club and opponent with a postseason game between them, if Lahman has that season's "
    "series and both clubs, or with a series that SeriesPost misnames, if the lake has a game of the club's season",
    notes="Two clubs meet in at most one series in a postseason. `round` and the reference's figures are null if "
    "SeriesPost has no series between them, and `stated_round` is null unless it misnames the series; another series "
    "without a game in the lake has no row.",
    published=False,
)

SQL = """
WITH series AS (
    SELECT season, round, stated_round, winner AS club, loser AS opponent, wins, losses FROM book_series
    UNION ALL
    SELECT season, round, stated_round, loser, winner, losses, wins FROM book_series
)
SELECT
    g.season, g.club, g.opponent, s.round, s.stated_round, count(*) AS games,
    count(*) FILTER (g.result = 'W') AS wins, count(*) FILTER (g.result = 'L') AS losses,
    count(*) FILTER (g.result = 'T') AS ties, count(*) FILTER (g.result = 'N') AS no_decisions,
    s.wins AS reference_wins, s.losses AS reference_losses
FROM club_game AS g
SEMI JOIN book_series AS y ON y.season = g.season
SEMI JOIN lahman_teams AS own ON own.season = g.season AND own.club = g.club
SEMI JOIN lahman_teams AS other ON other.season = g.season AND other.club = g.opponent
LEFT JOIN series AS s ON s.season = g.season AND s.club = g.club AND s.opponent = g.opponent
WHERE g.game_type = 'postseason'
GROUP BY ALL
UNION ALL
SELECT s.season, s.club, s.opponent, s.round, s.stated_round, 0, 0, 0, 0, 0, s.wins, s.losses
FROM series AS s
SEMI JOIN club_game AS g ON g.season = s.season AND g.club = s.club
ANTI JOIN (FROM club_game WHERE game_type = 'postseason') AS p
    ON p.season = s.season AND p.club = s.club AND p.opponent = s.opponent
WHERE s.stated_round IS NOT NULL
"""
