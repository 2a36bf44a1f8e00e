"""The leagues of each season's clubs."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="club_leagues",
    grain="one row per season and club",
    by_season=False,
    notes="From Lahman's Teams. A league of which Lahman has no club that season has the clubs that Retrosheet's list "
    "of clubs places in it: the list has one line for all years of a club, so that a club is in those of its leagues "
    "that existed that season. `leagues` lists them; `league` is null for a club in several.",
    published=False,
)


def league_against(club: str, opponent: str) -> str:
    """Return an SQL expression for the league in which a club plays a game, given the names under which a SELECT joins
    this table for the club and for its opponent: the club's league, or its opponent's if the club is in several. Null
    if no source places the club, or if it is in several leagues and its opponent in none of them."""
    return f"CASE WHEN {club}.league IS NOT NULL THEN {club}.league " + (
        f"WHEN list_contains({club}.leagues, {opponent}.league) THEN {opponent}.league END"
    )


SQL = """
WITH of_lahman AS (SELECT season, club, unnest(leagues) AS league FROM lahman_teams),
by_league AS (SELECT club, first_season, last_season, unnest(leagues) AS league FROM listed_team),
by_season AS (
    SELECT club, league, unnest(range(first_season, last_season + 1))::INTEGER AS season FROM by_league
),
listed AS (
    SELECT s.season, s.club, s.league
    FROM by_season AS s
    JOIN league AS l ON l.league = s.league AND s.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
    ANTI JOIN of_lahman AS o ON o.season = s.season AND (o.league = s.league OR o.club = s.club)
)
SELECT
    season, club, if(count(DISTINCT league) = 1, min(league), NULL) AS league,
    list(DISTINCT league ORDER BY league) AS leagues
FROM (FROM of_lahman UNION ALL FROM listed)
GROUP BY season, club
"""
