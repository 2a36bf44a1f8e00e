"""Table `postseason_series`: postseason series, with the winner and the loser."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="postseason_series",
    grain="one row per season and series",
    key=("season", "round", "winner", "loser"),
    by_season=False,
    sources="Lahman SeriesPost and Teams; postseason games in the lake, for series that SeriesPost lacks",
    notes=(
        "Includes all seasons of SeriesPost, with or without games in the lake. A club that won the pennant without a "
        "series (before 1969, except for play-offs) appears only in that season's World Series. A series that the book "
        "lacks and that neither club won in the lake's games has no row."
    ),
    columns=(
        Column("season", "int", "season in which the series was played", required=True),
        Column(
            "round",
            "string",
            "WS for the World Series; other rounds as named by Lahman: ALCS, NLDS1, NWS (the Negro World Series) and "
            "so on; null for a series from the games, except a World Series between clubs of the American and the "
            "National League",
        ),
        Column("stated_round", "string", "the round in SeriesPost, if that is not the series's; null if it is"),
        Column("winner", "string", "Retrosheet code of the winning club; null if missing from Teams"),
        Column("loser", "string", "Retrosheet code of the losing club; null if missing from Teams"),
        Column("wins", "int", "games that the winning club won; null if not stated"),
        Column("losses", "int", "games that the losing club won; null if not stated"),
        Column(
            "ties",
            "int",
            "tied games, from the games if the lake has all games of the series and SeriesPost fewer ties (1907, 1912, "
            "1922); null if not stated",
        ),
        Column("winner_name", "string", "name of the winning club; null if missing from Teams"),
        Column("loser_name", "string", "name of the losing club; null if missing from Teams"),
        Column("source", "string", "lahman, or games if SeriesPost lacks the series", required=True),
    ),
)

SQL = """
WITH played AS (
    SELECT
        season, club, opponent, any_value(league) AS league,
        CAST(count_if(result = 'W') AS INT) AS wins, CAST(count_if(result = 'L') AS INT) AS losses,
        CAST(count_if(result = 'T') AS INT) AS ties
    FROM club_game WHERE game_type = 'postseason' GROUP BY season, club, opponent
),
book AS (
    SELECT
        s.season, s.round, s.stated_round, s.winner, s.loser, s.wins, s.losses,
        CASE
            WHEN p.wins = s.wins AND p.losses = s.losses THEN greatest(coalesce(s.ties, 0), p.ties) ELSE s.ties
        END AS ties,
        s.winner_name, s.loser_name, 'lahman' AS source
    FROM book_series AS s
    LEFT JOIN played AS p ON p.season = s.season AND p.club = s.winner AND p.opponent = s.loser
)
SELECT * FROM book
UNION ALL
SELECT
    p.season,
    CASE WHEN p.league IN ('AL', 'NL') AND o.league IN ('AL', 'NL') AND p.league <> o.league THEN 'WS' END AS round,
    CAST(NULL AS STRING) AS stated_round, p.club AS winner, p.opponent AS loser, p.wins, p.losses, p.ties,
    w.name AS winner_name, l.name AS loser_name, 'games' AS source
FROM played AS p
JOIN played AS o ON o.season = p.season AND o.club = p.opponent AND o.opponent = p.club
LEFT JOIN club AS w ON w.season = p.season AND w.club = p.club
LEFT JOIN club AS l ON l.season = p.season AND l.club = p.opponent
LEFT JOIN (
    SELECT season, winner AS club, loser AS opponent FROM book
    UNION
    SELECT season, loser AS club, winner AS opponent FROM book
) AS b ON b.season = p.season AND b.club = p.club AND b.opponent = p.opponent
WHERE p.wins > p.losses AND b.season IS NULL
"""
