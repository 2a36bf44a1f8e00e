"""Table `lineup_value`: the expected runs of each batting order before the game, and of the best available order."""

from __future__ import annotations

import pyarrow as pa

from skipper.definitions.columns import GAME_OF_DAY, MANAGER, SHARED
from skipper.definitions.lineups import LEAST_KNOWN
from skipper.lake.contract import Check, Column, Table, pick

_RUNS = "expected runs, if all scheduled innings are batted, of"
TABLE = Table(
    name="lineup_value",
    grain="one row per club-game with play-by-play and a lineup",
    key=("game_id", "club"),
    sources="lineup_batter, advancement, club_game, game",
    notes="Against the starting pitcher and the relievers of lineup_batter. The best order is the best of those that a "
        "search by exchanges of two batters finds (docs/benchmarks.md gives its error); `skipper lineup` tries every "
        "order. The best nine is the nine with the greatest sum of runs alone or, if that "
        "nine is worth less, the nine used; another nine may be worth more. A player with fewer than "
        f"{LEAST_KNOWN} plate appearances known before the game is in it only if nobody else can play the position or "
        "the nine used is worth more. Players who sat out may have been injured.",
    columns=pick(
        SHARED,
        *GAME_OF_DAY,
        "game_type",
        "level",
        "league",
        "club",
        "opponent",
        Column("is_home", "boolean", "whether the club was the home club", required=True),
        *(Column(name, "string", "as in club_game; null if unknown") for name in MANAGER),
        Column("opposing_starter_id", "string", "as in club_game; null if unknown"),
        Column("opposing_starter_throws", "string", "as in club_game; null if unknown"),
        Column("innings", "int", "scheduled innings; if no source gives the number, seven for a doubleheader under the "
               "rule of its season, if known (docs/lineup_model.md), and otherwise nine", required=True),
        Column("batters", "int", "rows of lineup_batter", required=True),
        Column("runs", "double", f"{_RUNS} the lineup used; null if unknown, with the reason in `unknown`"),
        Column("best_order_runs", "double", f"{_RUNS} the best order of the same nine; null if runs is null"),
        Column("best_nine_runs", "double", f"{_RUNS} the best nine (see the notes) in lineup_batter, at positions "
               "played before; null if runs is null or the lineup's positions are unknown"),
        Column("loss_of_order", "double", "best_order_runs minus runs; null if either is null"),
        Column("loss_of_nine", "double", "best_nine_runs minus runs; null if either is null"),
        Column("best_order", "array<string>", "player_id by slot; null if best_order_runs is null"),
        Column("best_nine", "array<string>", "player_id by slot; null if best_nine_runs is null"),
        Column("unknown", "string", "why runs are unknown; null if they are known"),
    ),
    checks=(
        Check(
            "lineup_value: the best is no worse than the lineup used",
            "SELECT game_id, club FROM lineup_value WHERE loss_of_order < 0 OR loss_of_nine < loss_of_order "
            "OR runs <= 0 OR abs(runs + loss_of_order - best_order_runs) > 1e-9",
            "a lineup has more runs than the best order",
        ),
        Check(
            "lineup_value: runs or the reason for their absence is given",
            "SELECT game_id, club FROM lineup_value WHERE (runs IS NULL) <> (unknown IS NOT NULL) "
            "OR (runs IS NULL) <> (best_order_runs IS NULL)",
            "a row has both runs and a reason, or neither",
        ),
        Check(
            "lineup_value: every club-game with plays and a lineup has a row",
            "SELECT game_id, club FROM club_game JOIN game USING (game_id) LEFT JOIN lineup_value AS v USING (game_id, "
            "club) WHERE has_plays AND has_lineup AND v.game_id IS NULL "
            "AND club_game.season NOT IN (SELECT season FROM withheld WHERE table_name = 'lineup_value')",
            "a club-game is missing",
        ),
    ),
    rows_need=("plate_appearance",),
    looks_back=0,
    keeps="month",
)  # fmt: skip

INPUTS = {
    "club_games": """
SELECT c.*, g.scheduled_innings AS innings
FROM club_game AS c
JOIN game AS g ON g.game_id = c.game_id
ANTI JOIN kept AS k ON k.game_id = c.game_id AND k.club = c.club
WHERE g.has_plays AND c.has_lineup
ORDER BY c.game_id, c.club
""",
    "batters": """
SELECT game_id, club, player_id, slot, position, positions, bats_as_pitcher, plate_appearances, rates
FROM lineup_batter ORDER BY game_id, club, slot, player_id
""",
    "advances": "FROM advancement",
    "kept": "FROM kept",
}


def lineup_value(season: int, club_games: pa.Table, batters: pa.Table, advances: pa.Table, kept: pa.Table) -> pa.Table:
    """Return the values of a season's lineups, from its `batters` in order of club-game and slot, after rows `kept`."""
    # Compiled kernels and SciPy, which a build without plays does not load.
    from skipper.calculations.lineup_values import lineup_values

    del season  # every input has only its rows
    made = pa.Table.from_pylist(lineup_values(club_games, batters, advances), TABLE.arrow_schema)
    return pa.concat_tables([kept.cast(TABLE.arrow_schema), made])
