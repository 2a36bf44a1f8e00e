"""Figures for a club-game that both the plays and the game log give, side by side."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="club_figure", grain="one row per game, club and figure", published=False, rows_need=("event",))

FIGURES = ("runs", "hits", "errors", "left_on_base", "outs_pitched")
_LOGGED = {"runs": "runs_for"}

SQL = f"""
WITH pair AS (
    SELECT
        e.game_id, e.season, e.club,
        unnest([{", ".join(f"'{name}'" for name in FIGURES)}]) AS figure,
        unnest([{", ".join(f"e.{name}" for name in FIGURES)}]) AS plays,
        unnest([{", ".join(f"g.{_LOGGED.get(name, name)}" for name in FIGURES)}]) AS other
    FROM counted_club_game AS e
    JOIN source_club_game AS g
        ON g.game_id = e.game_id AND g.club = e.club AND g.source = 'retrosheet_gamelog'
)
SELECT *, 'game_log' AS other_source FROM pair WHERE other IS NOT NULL
"""
