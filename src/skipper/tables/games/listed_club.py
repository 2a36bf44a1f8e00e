"""The rows of the manager file, with the club's code in the season's games."""

from __future__ import annotations

from skipper.definitions.clubs import of_place
from skipper.lake.contract import Table

TABLE = Table(
    name="listed_club",
    grain="one row per row of listed_manager whose club has games in the season",
    notes="A page's Brooklyn Cyclones match the league's club of that season whose place begins the name. If several "
    "places do, the longest one counts; if two clubs have that place, neither matches. The user's rows for a "
    "club's season replace the shipped ones, however each spells the club.",
    published=False,
)

SQL = f"""
WITH matched AS (
    SELECT m.*, c.club, {of_place("m.club_name", "c.place")} AS letters
    FROM listed_manager AS m JOIN named_club AS c ON c.season = m.season AND c.league = m.league
),
longest AS (
    SELECT * FROM matched QUALIFY letters = max(letters) OVER (PARTITION BY season, league, club_name)
),
matching AS (
    SELECT * FROM longest
    QUALIFY min(club) OVER (PARTITION BY season, league, club_name)
        = max(club) OVER (PARTITION BY season, league, club_name)
)
SELECT * FROM matching QUALIFY given_by = 'user' OR NOT bool_or(given_by = 'user') OVER (PARTITION BY season, club)
"""
