"""The rows of the manager file, with the club's code in the season's games."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="listed_club",
    grain="one row per row of listed_manager whose club has games in the season",
    notes="A page's Brooklyn Cyclones match the league's club of that season whose place begins the name. If several "
    "places do, the longest one counts; if two clubs have that place, neither matches.",
    published=False,
)

SQL = r"""
WITH spelled AS (
    SELECT *, regexp_replace(lower(strip_accents(place)), '[^a-z0-9]', '', 'g') AS letters FROM named_club
),
matched AS (
    SELECT m.*, c.club, length(c.letters) AS letters,
        max(length(c.letters)) OVER (PARTITION BY m.season, m.league, m.club_name) AS longest
    FROM listed_manager AS m
    JOIN spelled AS c
        ON c.season = m.season AND c.league = m.league
        AND starts_with(regexp_replace(lower(strip_accents(m.club_name)), '[^a-z0-9]', '', 'g'), c.letters)
),
longest AS (SELECT * FROM matched WHERE letters = longest)
SELECT * FROM longest
QUALIFY min(club) OVER (PARTITION BY season, league, club_name)
    = max(club) OVER (PARTITION BY season, league, club_name)
"""
