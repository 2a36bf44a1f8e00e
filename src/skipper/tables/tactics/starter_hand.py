"""Starting position players, with the side from which each first batted against the opposing starting pitcher."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="starter_hand",
    grain="one row per starter in a lineup, pitchers excluded",
    notes="The side actually used takes precedence over the roster, since a switch hitter chooses a side. `hand` is "
    "null if neither is known.",
    published=False,
    rows_need=("event",),
)

SQL = """
SELECT l.game_id, l.club, l.slot, l.player_id, s.opposing_starter_throws, coalesce(t.batter_hand, l.bats) AS hand
FROM lineup AS l
JOIN tactics_side AS s ON s.game_id = l.game_id AND s.club = l.club
LEFT JOIN plate_appearance AS t
    ON t.game_id = l.game_id AND t.batting_club = l.club AND t.slot = l.slot
    AND t.is_starter AND t.times_through_order = 1 AND t.pitcher_id = s.opposing_starter_id
WHERE coalesce(l.position <> 1, true)
"""
