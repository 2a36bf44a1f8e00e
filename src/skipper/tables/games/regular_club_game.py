"""Regular-season club-games, with a number that orders them within the club's season."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="regular_club_game",
    grain="one row per club per game of the regular season",
    notes="`played` grows with (date, game_number): min and max of a number are cheaper than of a struct.",
    published=False,
    materialized=False,
)

SQL = """
SELECT *, ((date - DATE '1970-01-01') * 256 + ascii(game_number))::INTEGER AS played
FROM club_game WHERE game_type = 'regular'
"""
