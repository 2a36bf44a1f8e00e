"""The clubs in Lahman's Teams, by their code in the games."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="lahman_teams",
    grain="one row per season and club",
    by_season=False,
    notes="A club in two leagues in one season has the sums of its rows; its `league`, `division` and `finish` are "
    "null, and `leagues` lists both.",
    published=False,
)

SQL = """
SELECT
    season, club, if(count(DISTINCT league) = 1, min(league), NULL) AS league,
    list(DISTINCT league ORDER BY league) FILTER (league IS NOT NULL) AS leagues,
    arg_max(lahman_club, (coalesce(games, 0), lahman_club)) AS lahman_club,
    min(baseball_reference_club) AS baseball_reference_club, min(name) AS name,
    if(count(*) = 1, min(division), NULL) AS division, if(count(*) = 1, min(finish), NULL) AS finish,
    sum(games)::INTEGER AS games, sum(wins)::INTEGER AS wins, sum(losses)::INTEGER AS losses
FROM lahman_club_season GROUP BY season, club
"""
