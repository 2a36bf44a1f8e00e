"""Table `event_lineup`: the starting lineups of the event files."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import STARTER
from skipper.tables.play_columns import PLAYS

TABLE = Table(
    name="event_lineup",
    grain="one row per slot of a starting lineup",
    key=("game_id", "club", "slot"),
    sources="Retrosheet event files: `start` records; hands and names from the rosters",
    notes="As `lineup`, which is of the game logs. A starting pitcher for whom a designated hitter bats is in no slot.",
    columns=pick(
        PLAYS,
        *STARTER,
        Column("bats", "string", "L, R or B (both), by the club's roster; null where it does not say"),
    ),
    checks=(
        Check(
            "event_lineup: nine distinct slots and players",
            "SELECT game_id, club, count(DISTINCT slot) AS slots, count(DISTINCT player_id) AS players "
            "FROM event_lineup GROUP BY ALL HAVING slots <> 9 OR players <> 9 OR min(slot) < 1 OR max(slot) > 9",
            "a lineup has not nine different men in slots 1 to 9",
        ),
    ),
)
