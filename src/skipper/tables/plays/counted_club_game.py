"""Each club's figures as counted from the plays of the game: of event files, CSV files or feeds."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="counted_club_game",
    grain="one row per club per game with plays",
    published=False,
    rows_need=("event",),
)

SQL = """
FROM event_file_club_game SEMI JOIN (FROM event_file_game WHERE has_plays) USING (game_id)
UNION ALL BY NAME
FROM converted_club_game
"""
