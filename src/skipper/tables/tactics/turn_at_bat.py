"""Each plate appearance that began, completed or cut short, for the running-game tendencies."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="turn_at_bat",
    grain="one row per plate appearance that began",
    notes="Chances describe the start of the plate appearance. `pitches`, `pitchouts` and `went` (whether a runner "
    "went with a pitch) are null if the pitches are unknown.",
    published=False,
    rows_need=("event",),
)

# bases_before is a sum: first 1, second 2, third 4. In a pitch sequence, `>` marks a runner going with the next pitch.
SQL = """
WITH turn AS (
    SELECT
        game_id, batting_club, fielding_club,
        max(bases_before) FILTER (starts_plate_appearance) AS bases,
        max(outs_before) FILTER (starts_plate_appearance) AS outs,
        bool_or(ends_plate_appearance) AS finished,
        bool_or(ends_plate_appearance AND coalesce(batter_position = 1, false)) AS pitcher_bats,
        bool_or(ends_plate_appearance AND (is_bunt OR is_sacrifice_bunt)) AS bunted,
        bool_or(is_sacrifice_bunt) AS sacrificed,
        bool_or(event_type = 'intentional_walk') AS walked,
        count(*) FILTER (steals_second) AS steals_second,
        count(*) FILTER (steals_third) AS steals_third,
        count(*) FILTER (caught_stealing_second) AS caught_second,
        count(*) FILTER (caught_stealing_third) AS caught_third,
        max(pitches_thrown) AS pitches,
        max(pitchouts) AS pitchouts,
        bool_or(contains(pitches, '>')) AS went
    FROM event GROUP BY game_id, batting_club, fielding_club, plate_appearance_number
)
SELECT
    *,
    bases & 1 > 0 AND bases & 2 = 0 AS can_steal_second,
    bases & 2 > 0 AND bases & 4 = 0 AS can_steal_third,
    can_steal_second OR can_steal_third AS can_steal,
    finished AND NOT pitcher_bats AND outs < 2 AND can_steal AS can_bunt
FROM turn
"""
