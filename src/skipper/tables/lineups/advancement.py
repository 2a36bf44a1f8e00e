"""Table `advancement`: the probabilities of runners' advances, for the lineup model."""

from __future__ import annotations

import pyarrow as pa

from skipper.calculations.advance_probabilities import advance_probabilities
from skipper.definitions.columns import SHARED
from skipper.definitions.lineups import LEAST_PLAYED, outcome_sql
from skipper.lake.contract import Check, Column, Table, pick
from skipper.lineups.advancement import END
from skipper.lineups.known import SEASON_WEIGHTS
from skipper.lineups.rates import OUTCOMES

TABLE = Table(
    name="advancement",
    grain="one row per season, level, kind, state before, state after and runs, of those with a probability above 0",
    key=("season", "level", "kind", "state_before", "state_after", "runs"),
    sources="event, lineup",
    notes="From the level's plays in the two seasons before; if the lake has fewer than "
    f"{LEAST_PLAYED:,} plate appearances of these (from_season is true), with those of the "
    "season itself; for a rare state missing from those, from all levels. Maximum likelihood: see "
    "docs/lineup_model.md. "
    "Plate appearances cut short by the winning run do not count.",
    columns=pick(
        SHARED,
        "season",
        "level",
        Column("kind", "string", f"running (to the last event), {', '.join(OUTCOMES)}, sacrifice, bunts or "
               "pitcher_bunts (the rate of sacrifices by batters outside the pitcher's slot and in it)", required=True),
        Column("state_before", "int", "occupied bases (first 1, second 2, third 4), plus 8 per out", required=True),
        Column("state_after", "int", "state afterwards, 24 after the third out; null for bunts and pitcher_bunts"),
        Column("runs", "int", "runs scored; null for bunts and pitcher_bunts"),
        Column("chance", "double", "probability in state_before", required=True),
        Column("from_season", "boolean", "whether the row is based on the season itself too", required=True),
    ),
    checks=(
        Check(
            "advancement: probabilities from each state sum to 1",
            "SELECT season, level, kind, state_before FROM advancement WHERE state_after IS NOT NULL "
            "GROUP BY ALL HAVING abs(sum(chance) - 1) > 1e-9",
            "the probabilities from a state do not sum to 1",
        ),
    ),
    rows_need=("event",),
    looks_back=len(SEASON_WEIGHTS) - 1,
)  # fmt: skip


_STATE = "bases_before + 8 * outs_before"
PLATE_APPEARANCES = f"""
SELECT
    game_id, half, slot, plate_appearance_number,
    arg_min({_STATE}, event_number) AS start,
    coalesce(any_value({_STATE}) FILTER (ends_plate_appearance), {END}) AS before,
    coalesce(sum(runs_on_event) FILTER (NOT ends_plate_appearance), 0)::INT AS runs_before,
    coalesce(any_value({outcome_sql("event_type", OUTCOMES)}) FILTER (ends_plate_appearance), 0) AS outcome,
    coalesce(any_value(if(outs_before + outs_on_play = 3, {END}, bases_after + 8 * (outs_before + outs_on_play)))
        FILTER (ends_plate_appearance), {END}) AS after,
    coalesce(any_value(runs_on_event) FILTER (ends_plate_appearance), 0) AS runs,
    coalesce(any_value(responsible_batter_id) FILTER (ends_plate_appearance), any_value(batter_id)) AS batter_id,
    coalesce(any_value(batter_position) FILTER (ends_plate_appearance), any_value(batter_position)) = 1 AS pitcher_bats,
    any_value(inning) AS inning, any_value(batting_club) AS batting_club,
    bool_or(is_last_of_game AND outs_before + outs_on_play < 3) AS walked_off
FROM event
GROUP BY ALL
ORDER BY game_id, plate_appearance_number
"""
"""One row per plate appearance, completed or not, with the states of `PlateAppearances`."""

INPUTS = {
    "plays": f"""
SELECT g.season, h.level, p.* REPLACE (l.position = 1 AS pitcher_bats)
FROM ({PLATE_APPEARANCES}) AS p
JOIN game AS g ON g.game_id = p.game_id
JOIN club_game AS h ON h.game_id = p.game_id AND h.is_home
JOIN lineup AS l ON l.game_id = p.game_id AND l.club = p.batting_club AND l.slot = p.slot
WHERE NOT p.walked_off AND l.position IS NOT NULL
"""
}


def advancement(season: int, plays: pa.Table) -> pa.Table:
    """Return a season's probabilities by level, from `plays` in that season and earlier seasons."""
    return pa.Table.from_pylist(advance_probabilities(season, plays), TABLE.arrow_schema)
