"""Regular-season club-games, numbered in order within the club's season."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="regular_club_game",
    grain="one row per club per game of the regular season",
    notes="`played` increases with (date, game_number); min and max are cheaper on a number than on a struct.",
    published=False,
    materialized=False,
)

SQL = """
SELECT *, ((date - DATE '1970-01-01') * 256 + ascii(game_number))::INTEGER AS played
FROM club_game WHERE game_type = 'regular'
"""
