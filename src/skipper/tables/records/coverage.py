"""Table `coverage`: number of games present and expected, by league and season."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="coverage",
    grain="one row per source, league and season, including absent seasons that the reference lists",
    key=("source", "league", "season"),
    by_season=False,
    sources="regular-season games in `game`; expected games from Lahman HomeGames, and of each club from Lahman Teams",
    columns=pick(
        SHARED,
        "source",
        "level",
        "league",
        "season",
        Column(
            "games_present",
            "int",
            "games in the lake from this source whose home club is in the league",
            required=True,
        ),
        Column("games_expected", "int", "games in the league's season according to the reference; null if it has none"),
        Column(
            "complete",
            "boolean",
            "whether the lake has all expected games, or all games of each of the league's clubs, from any source; "
            "null if the expected number is unknown",
        ),
    ),
)

# HomeGames gives games that were moved to the visitors' park to the visitors, sometimes of another league: in 2011,
# three of Florida's to Seattle. A league whose every club has the games that Teams gives it lacks none.
# A season missing from the lake is listed under the source that would supply it, the game logs.
SQL = """
WITH present AS (
    SELECT source, home_league AS league, season, count(*) AS games
    FROM game WHERE game_type = 'regular' GROUP BY source, home_league, season
),
expected AS (
    SELECT league, season, sum(games) AS games FROM lahman_home_games GROUP BY league, season
),
of_clubs AS (
    SELECT t.league, t.season, bool_and(coalesce(h.games >= t.games, false)) AS complete
    FROM lahman_teams AS t
    LEFT JOIN (
        SELECT season, club, count(*) AS games FROM club_game WHERE game_type = 'regular' GROUP BY season, club
    ) AS h ON h.season = t.season AND h.club = t.club
    GROUP BY t.league, t.season
),
of_season AS (
    SELECT
        coalesce(p.source, 'retrosheet_gamelog') AS source, coalesce(p.league, e.league) AS league,
        coalesce(p.season, e.season) AS season, coalesce(p.games, 0) AS games_present, e.games AS games_expected
    FROM present AS p FULL JOIN expected AS e ON e.league = p.league AND e.season = p.season
)
SELECT
    b.*, l.level,
    sum(games_present) OVER (PARTITION BY b.league, b.season) >= games_expected
        OR (games_expected IS NOT NULL AND coalesce(c.complete, false)) AS complete
FROM of_season AS b
LEFT JOIN of_clubs AS c ON c.league = b.league AND c.season = b.season
LEFT JOIN league AS l
    ON l.league = b.league AND b.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
"""
