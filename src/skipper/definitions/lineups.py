"""Definitions about lineups that tables and answers share: positions that a player may fill, the outcome of a plate
appearance, and why a value is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

PITCHER, DESIGNATED_HITTER = 1, 10
FIELD = range(2, 10)

LEAST_PLAYED = 5_000
"""Plate appearances at a level before its rates count as known: our choice, about 65 games, so that each of the weights
fitted to them rests on more than a few days."""

LEAST_STARTS = 3
"""Starts at a position, in three seasons, from which a player can play it: our choice, so that an emergency does not
count. In 2019, from June on, 2.5 % of the starters at positions 2 to 9 had fewer there since 2017."""

LEAST_KNOWN = 150
"""Plate appearances known before a game below which a batter is chosen for a best nine only if nobody else can play the
position. Of the nine chosen for the last 60 days of 2019 to 2022, batters below this limit produced 8 to 15 runs less
than an average batter in 600 plate appearances, and those above it 5 less or better (docs/benchmarks.md)."""

LACKS_RATES = (
    "the lake has too few plate appearances before the game to rate batters: none in the league, or fewer than "
    f"{LEAST_PLAYED:,} at the level"
)
LACKS_ADVANCES = "the lake has too few plays at the level to say what runners do"


def fielding(positions: Sequence[int], pitches: bool, ninth: int) -> list[bool]:
    """Return which of positions 2 to 9 and the `ninth`, PITCHER or DESIGNATED_HITTER, a player can fill.

    Anyone but the pitcher can be the designated hitter."""
    bats_ninth = pitches if ninth == PITCHER else not pitches
    return [*(not pitches and position in positions for position in FIELD), bats_ninth]


def outcome_sql(event_type: str, outcomes: Sequence[str]) -> str:
    """Return SQL for the index of a plate appearance's outcome in `outcomes`, or `len(outcomes)` for a sacrifice bunt.

    `outcomes` are those of `skipper.lineups.rates`.
    """
    return f"""CASE
    WHEN is_sacrifice_bunt THEN {len(outcomes)}
    WHEN {event_type} IN ('walk', 'intentional_walk', 'hit_by_pitch', 'interference') THEN {outcomes.index("walk")}
    WHEN {event_type} IN ('strikeout', 'home_run', 'error', 'triple', 'double', 'single')
        THEN list_position({list(outcomes)}, {event_type}) - 1
    ELSE {outcomes.index("out")} END"""
